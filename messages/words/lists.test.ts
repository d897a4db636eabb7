import { expect, it } from 'vitest'
import { formatList } from './lists.ts'

it.each<[string[], string, string, string]>([
  [[], '', '', ''],
  [['A'], 'A', 'A', 'A'],
  [['A', 'B'], 'A and B', 'A or B', 'A, B'],
  [['A', 'B', 'C'], 'A, B and C', 'A, B or C', 'A, B, C'],
])('joins %j by the last word that is asked for', (items, and, or, comma) => {
  expect([formatList(items), formatList(items, 'or'), formatList(items, 'comma')]).toEqual([and, or, comma])
})

it('follows the rules of another language', () => {
  expect(formatList(['A', 'B', 'C'], 'or', 'de')).toBe('A, B oder C')
  expect(formatList(['A', 'B'], 'comma', 'ja')).toBe('A、B')
})
