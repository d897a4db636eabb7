import { fc, it as property } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { emptyBits, hasBit } from '#server/search/engine/bits'
import { createInterned, toText } from '#server/search/engine/interned'
import { addLines, splitLines, type Line } from '#server/search/engine/lines'
import { addPostings, emptyVocabulary, type Vocabulary } from '#server/search/engine/postings'

const words = ['visa', 'work', 'york'] as const
const MENTORS = 4_000

function findPositions(vocabulary: Vocabulary, word: string): number[] {
  const bits = emptyBits(MENTORS)
  const number = vocabulary.words.get(word)
  if (number !== undefined) addPostings(bits, vocabulary, number)
  return Array.from({ length: MENTORS }, (_, n) => n).filter((n) => hasBit(bits, n))
}

describe('the mentors of a word', () => {
  // 1 of 1 is the longest list, with slices of every length; 1 of 1,000 stays within its first.
  property.prop([fc.array(fc.constantFrom(1, 2, 7, 1_000), { minLength: 3, maxLength: 3 })], { numRuns: 20 })(
    'are those whose lines have it, however many they are and however often it occurs',
    (everies) => {
      const vocabulary = emptyVocabulary()
      const known = createInterned<Line>()
      const has = (place: number, mentor: number) => mentor % (everies[place] ?? 1) === 0
      for (let mentor = 0; mentor < MENTORS; mentor += 1) {
        const own = words.filter((_, place) => has(place, mentor))
        const text = toText([own.join(' '), own.slice(1).join(' '), ''].join('\n'))
        addLines(vocabulary, known, splitLines(known, text), mentor)
      }
      for (const [place, word] of words.entries()) {
        const expected = Array.from({ length: MENTORS }, (_, n) => n).filter((mentor) => has(place, mentor))
        expect(findPositions(vocabulary, word)).toEqual(expected)
      }
    },
  )
})
