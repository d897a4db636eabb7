/**
 * The mentors of each word, all in one array: a word has slices of it, each twice as long as the one before and ending with
 * the place of the next. An array for each of tens of thousands of words would cost more memory than the positions in it,
 * and making it longer most of the time that indexing takes.
 */
import { lengthened, setBit, type Bits } from '#server/search/engine/bits'

export type Vocabulary = {
  /** The number of each word. Groups have numbers too. */
  words: Map<string, number>
  /** The groups that a word is in. */
  groups: Map<number, number[]>
  /** How many numbers are in use. */
  count: number
  /** For each word, FIELDS numbers: an object for each of them would be twice as large, and further from the next. */
  slices: Int32Array<ArrayBuffer>
  cells: Int32Array<ArrayBuffer>
  /** How much of `cells` is in use. */
  used: number
}

/** Where a word's first slice begins in `cells`. */
const FIRST = 0
/** Where its next position is written, the last cell of this slice, which leads to the next slice, and the slice's length. */
const NEXT = 1
const END = 2
const LENGTH = 3
/** Its newest position. */
const NEWEST = 4
const FIELDS = 5

const FIRST_SLICE = 4
const LONGEST_SLICE = 1024

const lengthAfter = (length: number): number => Math.min(length * 2, LONGEST_SLICE)

export const emptyVocabulary = (): Vocabulary => ({
  words: new Map(),
  groups: new Map(),
  count: 0,
  slices: new Int32Array(64 * FIELDS),
  cells: new Int32Array(1024),
  used: 0,
})

/** The number of a word, which gets one if it has none. */
export function numberOfWord(vocabulary: Vocabulary, word: string): number {
  const known = vocabulary.words.get(word)
  if (known !== undefined) return known
  const number = addNumber(vocabulary)
  vocabulary.words.set(word, number)
  return number
}

/** Returns the number of a new group. Who is added to it is found by each of these words. */
export function addGroup(vocabulary: Vocabulary, words: number[]): number {
  const group = addNumber(vocabulary)
  for (const word of words) vocabulary.groups.set(word, [...(vocabulary.groups.get(word) ?? []), group])
  return group
}

function addNumber(vocabulary: Vocabulary): number {
  const number = vocabulary.count
  vocabulary.count += 1
  const own = number * FIELDS
  if (own + FIELDS > vocabulary.slices.length) vocabulary.slices = lengthened(vocabulary.slices, own * 1.5)
  const first = addSlice(vocabulary, FIRST_SLICE)
  vocabulary.slices.set([first, first, first + FIRST_SLICE - 1, FIRST_SLICE, -1], own)
  return number
}

/** Adds the position of a new mentor to a word or group. It is larger than all before it. Once more changes nothing. */
export function addPosition(vocabulary: Vocabulary, number: number, position: number): void {
  const { slices } = vocabulary
  const own = number * FIELDS
  if (slices[own + NEWEST] === position) return
  let next = slices[own + NEXT]!
  const end = slices[own + END]!
  if (next === end) {
    const length = lengthAfter(slices[own + LENGTH]!)
    next = addSlice(vocabulary, length)
    vocabulary.cells[end] = next
    slices[own + END] = next + length - 1
    slices[own + LENGTH] = length
  }
  vocabulary.cells[next] = position
  slices[own + NEXT] = next + 1
  slices[own + NEWEST] = position
}

function addSlice(vocabulary: Vocabulary, length: number): number {
  const start = vocabulary.used
  vocabulary.used += length
  if (vocabulary.used > vocabulary.cells.length) {
    vocabulary.cells = lengthened(vocabulary.cells, vocabulary.used * 1.25)
  }
  return start
}

/** Adds all positions of a word to `bits`. */
export function addPostings(bits: Bits, vocabulary: Vocabulary, word: number): void {
  addOwn(bits, vocabulary, word)
  for (const group of vocabulary.groups.get(word) ?? []) addOwn(bits, vocabulary, group)
}

function addOwn(bits: Bits, { cells, slices }: Vocabulary, number: number): void {
  const [next, end] = [slices[number * FIELDS + NEXT]!, slices[number * FIELDS + END]!]
  let [start, length] = [slices[number * FIELDS + FIRST]!, FIRST_SLICE]
  for (;;) {
    const link = start + length - 1
    const until = link === end ? next : link
    for (let cell = start; cell < until; cell += 1) setBit(bits, cells[cell]!)
    if (link === end) return
    start = cells[link]!
    length = lengthAfter(length)
  }
}
