/** Finds mentors by words: every typed word must match one of theirs. */
import { emptyBits, intersection, type Bits } from '#server/search/engine/bits'
import type { Directory } from '#server/search/engine/directory'
import { addPostings } from '#server/search/engine/postings'
import { typedWords, wordMatch } from '#domain/search/words'

/**
 * `found`: all matches. The others are subsets that rank higher: without a typing error, in the name, and the whole
 * name.
 */
export type TextMatch = { found: Bits; withoutTypo: Bits; inName: Bits; exactName: Bits }

/** Null if the text has no words. */
export function matchText(directory: Directory, text: string): TextMatch | null {
  const typed = typedWords(text)
  const [first, ...others] = typed.map((word) => matchWord(directory, word))
  if (!first) return null
  const all = (kind: keyof typeof first) => intersection([first[kind], ...others.map((word) => word[kind])])
  const exactName = all('exactName')
  for (let n = 0; n < directory.size; n += 1)
    if (directory.nameLength[n] !== typed.length) exactName[n >>> 5]! &= ~(1 << (n & 31))
  return { found: all('found'), withoutTypo: all('withoutTypo'), inName: all('inName'), exactName }
}

function matchWord(directory: Directory, typed: string): TextMatch {
  const empty = () => emptyBits(directory.capacity)
  const match = { found: empty(), withoutTypo: empty(), inName: empty(), exactName: empty() }
  for (const [vocabulary, named] of [
    [directory.words.name, true],
    [directory.words.other, false],
  ] as const) {
    for (const [word, postings] of vocabulary.words) {
      const how = wordMatch(typed, word)
      if (!how) continue
      addPostings(match.found, vocabulary, postings)
      if (how === 'typo') continue
      addPostings(match.withoutTypo, vocabulary, postings)
      if (!named) continue
      addPostings(match.inName, vocabulary, postings)
      if (word === typed) addPostings(match.exactName, vocabulary, postings)
    }
  }
  return match
}
