import { expect, it } from 'vitest'
import { formatList } from './lists.ts'

it.each<[string[], string, string, string]>([
  [[], '', '', ''],
  [['A'], 'A', 'A', 'A'],
  [['A', 'B'], 'A and B', 'A or B', 'A, B'],
  [['A', 'B', 'C'], 'A, B and C', 'A, B or C', 'A, B, C'],
])('joins %j by the word or comma before the last', (items, and, or, comma) => {
  expect([formatList(items), formatList(items, 'or'), formatList(items, 'comma')]).toEqual([and, or, comma])
})
