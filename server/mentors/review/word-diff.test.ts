/** Comparing texts: what an admin reads, and that nothing of either text is lost. */
import { fc, it as property } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { wordDiff, type TextPart } from './word-diff.ts'

/** "A [-slow-]{+quick+} fox" */
const written = (parts: TextPart[]) =>
  parts.map(({ text, change }) => ({ same: text, gone: `[-${text}-]`, new: `{+${text}+}` })[change]).join('')
const without = (parts: TextPart[], left: TextPart['change']) =>
  parts
    .filter(({ change }) => change !== left)
    .map(({ text }) => text)
    .join('')

describe('wordDiff', () => {
  it.each([
    ['Six years here.', 'Six years here.', 'Six years here.'],
    ['and a sponsor easily. I talk', 'and a sponsor later. I talk', 'and a sponsor [-easily-]{+later+}. I talk'],
    ['found it easily.', 'found it after forty applications.', 'found it [-easily-]{+after forty applications+}.'],
    ['I came by train in May', 'I left on foot in May', 'I [-came by train-]{+left on foot+} in May'],
    ['', 'New words', '{+New words+}'],
    ['Old words', '', '[-Old words-]'],
    ['Я приехала в Берлин', 'Я приехала в Лейпциг', 'Я приехала в [-Берлин-]{+Лейпциг+}'],
    ['我住在柏林', '我住在北京', '我住在[-柏林-]{+北京+}'],
  ])('shows what became of “%s” in “%s”', (before, after, shown) => {
    expect(written(wordDiff(before, after))).toBe(shown)
  })

  it('shows texts that share next to nothing whole, one after the other', () => {
    const many = (word: string) => Array.from({ length: 900 }, (_, n) => `${word}${n}`).join(' ')
    expect(wordDiff(many('a'), many('b')).map(({ change }) => change)).toEqual(['gone', 'new'])
  })

  const sentence = fc.array(
    fc.oneof(fc.constantFrom('a', 'b', 'c', ' ', '  ', '\n', '. '), fc.string({ unit: 'grapheme' })),
    { maxLength: 40 },
  )
  property.prop([sentence, sentence])(
    'loses and invents nothing of either text, also between words that repeat',
    (before, after) => {
      const parts = wordDiff(before.join(''), after.join(''))
      expect(without(parts, 'new')).toBe(before.join(''))
      expect(without(parts, 'gone')).toBe(after.join(''))
    },
  )
})
