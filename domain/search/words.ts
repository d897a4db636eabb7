/**
 * Words as search compares them, without accents and case in any script. A typed word matches words that begin with it
 * and, from four letters on, words with one typing error.
 */

/** Further typed words are ignored. */
export const MAX_TYPED_WORDS = 8
/** The minimum length of a word in which a typing error is tolerated. */
const MIN_TYPO_LENGTH = 4

/** Letters that Unicode does not decompose, and Arabic and Devanagari ones that people write for one another. */
const PLAIN: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
  'ँ': 'ं',
}

/**
 * Accents, Arabic vowel signs and hamzas, its tatweel, the nukta of Devanagari, and joiners that cannot be seen. Vowels of
 * Devanagari stay.
 */
const MARKS =
  /[\u0300-\u036F\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E8\u06EA-\u06ED\u093C\u200C\u200D]/g

/** Lower case without accents, in any script. */
export function fold(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFKD')
    .replaceAll(MARKS, '')
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll(/[ßæœøłđðþıٱىیکةँ]/g, (letter) => PLAIN[letter] ?? letter)
}

const ASCII = /^[\0-\x7F]*$/ // oxlint-disable-line no-control-regex -- All of them.

/** The distinct words of a text, folded, in order. Apostrophes are left out: "O'Neil" is "oneil". */
export function splitWords(text: string): string[] {
  if (/^[a-z0-9]+$/i.test(text)) return [text.toLowerCase()]
  // The same for ASCII, in a third of the time: a long list has some hundred thousand names.
  const words = ASCII.test(text)
    ? text
        .toLowerCase()
        .replaceAll("'", '')
        .match(/[a-z0-9]+/g)
    : fold(text)
        .replaceAll(/['’ʼ]/g, '')
        .match(/[\p{L}\p{N}\p{M}]+/gu)
  return words ? words.filter((word, n) => words.indexOf(word) === n) : []
}

/** The words of a typed search. */
export const typedWords = (text: string): string[] => splitWords(text).slice(0, MAX_TYPED_WORDS)

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Whether a word is in a script without spaces between words. */
export const isUnspaced = (word: string): boolean => UNSPACED.test(word)

/** The words that a text is indexed by. */
export const indexedWords = (text: string): string[] => withParts(splitWords(text))

/** These words, then their parts: scripts that put no spaces between words can begin a word at any letter. */
export function withParts(words: string[]): string[] {
  const parts = words.filter(isUnspaced).flatMap((word) => {
    const letters = [...word]
    return letters.map((_, start) => letters.slice(start).join(''))
  })
  return parts.length > 0 ? [...new Set([...words, ...parts])] : words
}

/** How a typed word matches another: as its beginning, with one typing error, or (null) not at all. */
export function wordMatch(typed: string, word: string): 'begins' | 'typo' | null {
  if (word.startsWith(typed)) return 'begins'
  return typed.length >= MIN_TYPO_LENGTH && withinOneEdit(typed, word) ? 'typo' : null
}

/** Whether two different words differ by one letter (added, missing or another), or by two neighbours swapped. */
export function withinOneEdit(a: string, b: string): boolean {
  const difference = a.length - b.length
  if (difference > 1 || difference < -1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  let endA = a.length
  let endB = b.length
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA -= 1
    endB -= 1
  }
  const [left, right] = [endA - start, endB - start]
  if (left <= 1 && right <= 1) return true
  return left === 2 && right === 2 && a[start] === b[endB - 1] && a[endA - 1] === b[start]
}
