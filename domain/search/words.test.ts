import { fc, it as property } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { fold, indexedWords, withinOneEdit, typedWords, wordMatch, splitWords } from '#domain/search/words'

describe('fold', () => {
  it.each([
    ['Zoë', 'zoe'],
    ['Łódź', 'lodz'],
    ['Straße', 'strasse'],
    ['İstanbul', 'istanbul'],
    ['Nguyễn', 'nguyen'],
    ['Ελλάδα', 'ελλαδα'],
    ['ＡＢＣ', 'abc'],
    ['हिन्दी', 'हिन्दी'],
    ['फ़्रांस', 'फ्रांस'],
    ['पाँच', 'पांच'],
    ['أَلْمَانِيَا', 'المانيا'],
    ['مـــصر', 'مصر'],
    ['هندسة', 'هندسه'],
    ['مُوسيقى', 'موسيقي'],
  ])('turns %s into %s', (text, folded) => {
    expect(fold(text)).toBe(folded)
  })

  property.prop([fc.string({ unit: 'binary' })])('is idempotent', (text) => {
    expect(fold(fold(text))).toBe(fold(text))
  })
})

describe('splitWords, indexedWords and typedWords', () => {
  it('split at everything but letters, numbers and marks', () => {
    expect(splitWords('Ada Lovelace-King, M.Sc. (2019) नेहा शर्मा')).toEqual([
      'ada',
      'lovelace',
      'king',
      'm',
      'sc',
      '2019',
      'नेहा',
      'शर्मा',
    ])
  })

  property.prop([fc.string({ unit: fc.constantFrom(..."aZ09 -_.'\n\0") })])(
    'find the same in plain text as beside accents',
    (text) => {
      const beside = new Set([...splitWords(text), 'e'])
      expect(new Set(splitWords(`${text} é`))).toEqual(beside)
      expect(new Set(indexedWords(`${text} é`))).toEqual(new Set([...indexedWords(text), 'e']))
    },
  )

  it('do not split at an apostrophe', () => {
    expect(splitWords("O'Neil and O’Neil")).toEqual(['oneil', 'and'])
  })

  it('index a word at every letter of a script without spaces', () => {
    expect(indexedWords('王小明')).toEqual(['王小明', '小明', '明'])
  })

  it('keep eight typed words', () => {
    expect(typedWords('a b c d e f g h i j')).toHaveLength(8)
    expect(typedWords(' … !? ')).toEqual([])
  })
})

describe('wordMatch', () => {
  it.each([
    ['man', 'manchester', 'begins'],
    ['manchester', 'manchester', 'begins'],
    ['manchster', 'manchester', 'typo'],
    ['manchetser', 'manchester', 'typo'],
    ['mnchster', 'manchester', null],
    ['chester', 'manchester', null],
    ['ada', 'adq', null],
    ['adam', 'adaq', 'typo'],
  ] as const)('of %s and %s is %s', (typed, word, how) => {
    expect(wordMatch(typed, word)).toBe(how)
  })

  /** Every word that one typing error makes of another, by definition. */
  function misspellings(word: string, letters: string[]): Set<string> {
    const made = new Set<string>()
    for (let n = 0; n <= word.length; n += 1) {
      const [before, after] = [word.slice(0, n), word.slice(n)]
      made.add(before + after.slice(1))
      for (const letter of letters) made.add(before + letter + after).add(before + letter + after.slice(1))
      if (after.length > 1) made.add(before + after[1] + after[0] + after.slice(2))
    }
    return made
  }

  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 6 })
  property.prop([word, word], { numRuns: 2_000 })('agrees with all words that one typing error makes', (a, b) => {
    fc.pre(a !== b)
    expect(withinOneEdit(a, b)).toBe(misspellings(a, ['a', 'b', 'c']).has(b))
  })
})
