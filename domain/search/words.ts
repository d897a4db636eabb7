/**
 * Words as search compares them. Accents and case are folded, in any script; a word that is typed finds words that begin
 * with it and, from four letters on, words that are one typing error away.
 */

/** More of what is typed is not looked at. */
const MOST_WORDS = 8
/** From so many letters on a typing error is forgiven. */
const FORGIVEN_FROM = 4

/** Letters that no decomposition takes apart. */
const PLAIN: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

/** Small letters without accents. Marks that carry the vowels of a script, as in Devanagari, stay. */
export function fold(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => PLAIN[letter] ?? letter)
}

/** The words of a text, folded, each once, in order. An apostrophe within a word is left out: "O'Neil" is "oneil". */
export function wordsOf(text: string): string[] {
  const words = fold(text)
    .replaceAll(/['’ʼ]/g, '')
    .match(/[\p{L}\p{N}\p{M}]+/gu)
  return [...new Set(words)]
}

/** What is typed, as words. */
export const typedWords = (text: string): string[] => wordsOf(text).slice(0, MOST_WORDS)

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** The words by which a text is found. In scripts that put no spaces between words, one begins at every letter. */
export function indexedWords(text: string): string[] {
  const all = wordsOf(text).flatMap((word) => {
    if (!UNSPACED.test(word)) return [word]
    const letters = [...word]
    return letters.map((_, start) => letters.slice(start).join(''))
  })
  return [...new Set(all)]
}

/** How a typed word finds another: the beginning of it, by one typing error, or not at all. */
export function wordMatch(typed: string, word: string): 'begins' | 'typo' | null {
  if (word.startsWith(typed)) return 'begins'
  return typed.length >= FORGIVEN_FROM && oneErrorApart(typed, word) ? 'typo' : null
}

/** Whether one letter more, less, other, or two neighbours exchanged make one of the two the other. They differ. */
export function oneErrorApart(a: string, b: string): boolean {
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
