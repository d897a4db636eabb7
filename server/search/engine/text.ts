/**
 * Finds mentors by words: every typed word must match one of theirs, or a name that something of theirs has in one of the pages'
 * languages.
 */
import { addAll, countBits, emptyBits, intersection, type Bits } from '#server/search/engine/bits'
import type { Directory } from '#server/search/engine/directory'
import { addPostings } from '#server/search/engine/postings'
import { isUnspaced, MAX_TYPED_WORDS, typedWords, wordMatch } from '#domain/search/words'
import { findNamed, segmentWord, type Named } from '#server/search/names'

/**
 * `found`: all matches. The others are subsets that rank higher: without a typing error, in the name, and the whole
 * name.
 */
export type TextMatch = { found: Bits; withoutTypo: Bits; inName: Bits; exactName: Bits }

/** Null if the text has no words. */
export function matchText(directory: Directory, text: string): TextMatch | null {
  const typed = typedWords(text)
  const maxParts = Math.floor(MAX_TYPED_WORDS / Math.max(typed.length, 1))
  const [first, ...others] = typed.flatMap((word) => matchWithParts(directory, word, maxParts))
  if (!first) return null
  const all = (kind: keyof typeof first) => intersection([first[kind], ...others.map((word) => word[kind])])
  const exactName = all('exactName')
  for (let n = 0; n < directory.size; n += 1)
    if (directory.nameLength[n] !== typed.length) exactName[n >>> 5]! &= ~(1 << (n & 31))
  return { found: all('found'), withoutTypo: all('withoutTypo'), inName: all('inName'), exactName }
}

/** A word in a script without spaces that matches nothing is several: those of its parts that match, and are more than a particle. */
function matchWithParts(directory: Directory, typed: string, maxParts: number): TextMatch[] {
  const match = matchWord(directory, typed)
  if (!isUnspaced(typed) || countBits(match.found) > 0) return [match]
  const parts = segmentWord(typed)
    .slice(0, maxParts)
    .map((part) => ({ part, match: matchWord(directory, part) }))
  const words = parts.filter(({ part, match: { found } }) => part.length > 1 || countBits(found) > 0)
  return words.length > 0 ? words.map((word) => word.match) : [match]
}

function matchWord(directory: Directory, typed: string): TextMatch {
  const empty = () => emptyBits(directory.capacity)
  const match = { found: empty(), withoutTypo: empty(), inName: empty(), exactName: empty() }
  for (const [vocabulary, named] of [
    [directory.words.name, true],
    [directory.words.other, false],
  ] as const) {
    for (const [word, number] of vocabulary.words) {
      const how = wordMatch(typed, word)
      if (!how) continue
      addPostings(match.found, vocabulary, number)
      if (how === 'typo') continue
      addPostings(match.withoutTypo, vocabulary, number)
      if (!named) continue
      addPostings(match.inName, vocabulary, number)
      if (word === typed) addPostings(match.exactName, vocabulary, number)
    }
  }
  // Found by name only, mentors come after all whose own words match.
  for (const named of findNamed(typed)) for (const bits of listNamed(directory, named)) addAll(match.found, bits)
  return match
}

/** The mentors who have what is named: who moved to or from a country or city, live in it, speak a language, help with a topic. */
function listNamed(directory: Directory, named: Named): Bits[] {
  if (named.kind === 'city') {
    const { words } = directory.words.other
    const written = named.names.filter((name) => name.every((word) => words.has(word)))
    return written.flatMap((name) => {
      const [first, ...others] = name.map((word) => listWithWord(directory, word))
      return first ? [intersection([first, ...others])] : []
    })
  }
  if (named.kind === 'topic') {
    const bits = directory.choices.topic.get(named.code)?.bits
    return bits ? [intersection([bits, ...named.label.map((word) => listWithWord(directory, word))])] : []
  }
  const filters = named.kind === 'country' ? (['destination', 'origin'] as const) : ([named.kind] as const)
  return filters.flatMap((filter) => directory.choices[filter].get(named.code)?.bits ?? [])
}

/** The mentors in whose texts, beside their name, this very word is. */
function listWithWord({ words, capacity }: Directory, word: string): Bits {
  const bits = emptyBits(capacity)
  const number = words.other.words.get(word)
  if (number !== undefined) addPostings(bits, words.other, number)
  return bits
}
