import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { requiredLine, requiredText, text } from '#server/http/text'

const read = (value: unknown, schema: z.ZodType = text(10)) => {
  const parsed = schema.safeParse(value)
  return parsed.success ? parsed.data : parsed.error.issues.map(({ message }) => message)
}
const unreadable = ['Remove characters that cannot be shown']

describe('typed text', () => {
  it('loses the blanks around it and keeps those inside', () => {
    expect(read('  a  b \n')).toBe('a  b')
  })

  it('has one kind of line end, whichever was typed', () => {
    expect(read('a\r\nb\rc\nd')).toBe('a\nb\nc\nd')
  })

  it('is composed, so that what looks the same is the same', () => {
    expect(read('e\u0301')).toBe('é')
  })

  it.each(['\0', '\u0007', '\u001B', '\u007F', '\uD83D', '\uDE00', 'a\0b', '\uDE00\uD83D'])(
    'with %j is refused',
    (value) => {
      expect(read(value)).toEqual(unreadable)
    },
  )

  it.each(['\t', 'a\tb', '👩‍👩‍👧‍👦', 'שלום', '\u202Ea', '\uFEFFa'])('with %j is kept', (value) => {
    expect(read(value)).toBe(value.trim())
  })

  it('is measured in characters as people count them, after it was composed', () => {
    expect(read('😀'.repeat(10))).toBe('😀'.repeat(10))
    expect(read('e\u0301'.repeat(10))).toBe('é'.repeat(10))
    expect(read('x'.repeat(11))).toEqual(['Keep this under 10 characters'])
  })

  it('is text and nothing else', () => {
    for (const value of [null, undefined, 1, ['a'], { length: 1 }]) expect(read(value)).toHaveLength(1)
  })

  it('that is required is not made of blanks', () => {
    expect(read(' \n ', requiredText(10, 'Say something'))).toEqual(['Say something'])
  })

  it('for one line has no line end that could begin a mail header', () => {
    expect(read('a\r\nBcc: b@example.com', requiredLine(40, 'Say something'))).toBe('a Bcc: b@example.com')
    expect(read('a\u2028b\u2029c\n\td', requiredLine(40, 'Say something'))).toBe('a b c d')
  })
})
