import { describe, expect, test } from 'vitest'
import { settle } from './settle.ts'

const settled = { values: { off: 'false', mask: '(void 0)' }, unused: ['block'] }
const settleCode = (code: string) => settle('library.js', code, settled, new Set())

describe('a library without what nothing here uses', () => {
  test.each([
    ['a variable', 'if (off) start()', 'if (false) start()'],
    ['a property of anything', 'go(state.place?.mask)', 'go((void 0))'],
    ['a short property', 'go({ to, mask })', 'go({ to, mask: (void 0) })'],
    ['a default value', 'function go({ to = off }) {}', 'function go({ to = false }) {}'],
    ['an index', 'go(list[off].off[0])', 'go(false[0])'],
  ])('has the value of %s where it is read', (_what, code, expected) => {
    expect(settleCode(code)).toBe(expected)
  })

  test.each([
    'let off = start(), { mask = 1, to: [other, ...off] } = options',
    'state.mask = start(); off++',
    'const go = (off, { mask }) => start(); function off() {} try {} catch (mask) {} off: for (;;) break off',
    'go({ off: 1, mask() {} }); class Go { off = 1; mask() {} }',
    'import { off } from "./off.js"; export { mask }',
  ])('keeps what is declared, assigned or named: %s', (code) => {
    expect(settleCode(code)).toBe(code)
  })

  test('has functions that do nothing', () => {
    expect(settleCode('function block(to = off) { stop(to) } block()')).toBe('function block(to = off) {} block()')
  })

  test('says what it found', () => {
    const found = new Set<string>()
    settle('library.js', 'go(off)', settled, found)
    expect([...found]).toEqual(['off'])
  })
})
