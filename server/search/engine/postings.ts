/**
 * The mentors of each word, all in one array: a word has slices of it, each twice as long as the one before and ending with
 * the place of the next. An array for each of tens of thousands of words would cost more memory than the positions in it,
 * and making it longer most of the time that indexing takes.
 */
import { setBit, type Bits } from '#server/search/engine/bits'

/** The positions of one word, in the order in which they were added. */
export type Postings = {
  /** Where its first slice begins in `cells`. */
  first: number
  /** Where the next position is written; the last cell of this slice, which leads to the next slice; the slice's length. */
  next: number
  end: number
  length: number
  /** The newest position. */
  newest: number
}

export type Vocabulary = {
  words: Map<string, Postings>
  cells: Int32Array<ArrayBuffer>
  /** How much of `cells` is in use. */
  used: number
}

const FIRST_SLICE = 4
const LONGEST_SLICE = 1024

const lengthAfter = (length: number): number => Math.min(length * 2, LONGEST_SLICE)

export const emptyVocabulary = (): Vocabulary => ({ words: new Map(), cells: new Int32Array(1024), used: 0 })

export function findPostings(vocabulary: Vocabulary, word: string): Postings {
  const known = vocabulary.words.get(word)
  if (known) return known
  const first = addSlice(vocabulary, FIRST_SLICE)
  const added = { first, next: first, end: first + FIRST_SLICE - 1, length: FIRST_SLICE, newest: -1 }
  vocabulary.words.set(word, added)
  return added
}

/** Adds the position of a new mentor, which is larger than all before it. Once more changes nothing. */
export function addPosition(vocabulary: Vocabulary, postings: Postings, position: number): void {
  if (postings.newest === position) return
  if (postings.next === postings.end) {
    postings.length = lengthAfter(postings.length)
    const start = addSlice(vocabulary, postings.length)
    vocabulary.cells[postings.end] = start
    postings.next = start
    postings.end = start + postings.length - 1
  }
  vocabulary.cells[postings.next] = position
  postings.next += 1
  postings.newest = position
}

function addSlice(vocabulary: Vocabulary, length: number): number {
  const start = vocabulary.used
  vocabulary.used += length
  if (vocabulary.used > vocabulary.cells.length) {
    const longer = new Int32Array(Math.ceil(vocabulary.used * 1.25))
    longer.set(vocabulary.cells)
    vocabulary.cells = longer
  }
  return start
}

/** Adds all positions of a word to `bits`. */
export function addPostings(bits: Bits, { cells }: Vocabulary, { first, next, end }: Postings): void {
  let [start, length] = [first, FIRST_SLICE]
  for (;;) {
    const link = start + length - 1
    const until = link === end ? next : link
    for (let cell = start; cell < until; cell += 1) setBit(bits, cells[cell]!)
    if (link === end) return
    start = cells[link]!
    length = lengthAfter(length)
  }
}
