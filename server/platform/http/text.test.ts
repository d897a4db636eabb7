import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { emailAddress, requiredLine, requiredText, text } from '#server/platform/http/text'

const read = (value: unknown, schema: z.ZodType = text(10)) => {
  const parsed = schema.safeParse(value)
  return parsed.success ? parsed.data : parsed.error.issues.map(({ message }) => message)
}
const unreadable = ['Remove characters that cannot be shown']

describe('text', () => {
  it.each([
    ['  a  b \n', 'a  b'],
    ['a\r\nb\rc\nd', 'a\nb\nc\nd'],
    ['e\u0301', 'é'],
  ])('trims, composes and unites the line ends of %j', (typed, kept) => {
    expect(read(typed)).toBe(kept)
  })

  it.each(['\0', '\u0007', '\u001B', '\u007F', '\uD83D', 'a\0b', '\uDE00\uD83D'])('refuses %j', (value) => {
    expect(read(value)).toEqual(unreadable)
  })

  it.each(['\t', 'a\tb', '👩‍👩‍👧‍👦', 'שלום', '\u202Ea', '\uFEFFa'])('keeps %j', (value) => {
    expect(read(value)).toBe(value.trim())
  })

  it('counts code points, after composing', () => {
    expect(read('😀'.repeat(10))).toBe('😀'.repeat(10))
    expect(read('e\u0301'.repeat(10))).toBe('é'.repeat(10))
    expect(read('x'.repeat(11))).toEqual(['Keep this under 10 characters'])
  })

  it('refuses every value that is not text', () => {
    for (const value of [null, undefined, 1, ['a'], { length: 1 }]) expect(read(value)).toHaveLength(1)
  })

  it('requiredText refuses blanks, and requiredLine leaves no line end that could begin an email header', () => {
    expect(
      read(
        ' \n ',
        requiredText(10, () => 'Say something'),
      ),
    ).toEqual(['Say something'])
    expect(
      read(
        'a\r\nBcc: b@example.com',
        requiredLine(40, () => 'Say something'),
      ),
    ).toBe('a Bcc: b@example.com')
    expect(
      read(
        'a\u2028b\u2029c\n\td',
        requiredLine(40, () => 'Say something'),
      ),
    ).toBe('a b c d')
  })
})

describe('emailAddress', () => {
  const readAddress = (value: string) => {
    const parsed = emailAddress.safeParse(value)
    return parsed.success ? parsed.data : parsed.error.issues[0]!.message
  }

  it.each([
    ['user@bücher.example', 'user@xn--bcher-kva.example'],
    ['user@bu\u0308cher.example', 'user@xn--bcher-kva.example'],
    ['user@उदाहरण.परीक्षा', 'user@xn--p1b6ci4b4b3a.xn--11b5bs3a9aj6g'],
    ['User+Tag@Example.com', 'User+Tag@Example.com'],
  ])('gives the host of %s as its A-label', (typed, stored) => {
    expect(readAddress(typed)).toBe(stored)
  })

  it.each(['müller@example.com', '用户@例子.example', 'a\u200Db@example.com'])('refuses %s and says why', (typed) => {
    expect(readAddress(typed)).toMatch(/^We can’t send to addresses with accents/)
  })

  it.each([
    ['an address that is too long with its A-label', `user@${'ü.'.repeat(50)}example`],
    ['two hosts', 'user@example.com@bücher.example'],
    ['no host', 'user@'],
  ])('refuses %s', (_what, typed) => {
    expect(readAddress(typed)).toBe('Enter an email address such as ada@example.com')
  })
})
