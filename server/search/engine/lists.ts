/**
 * Filters with thousands of values of which each mentor has a few: places and crossings. A bit set per value would cost
 * as much as if every mentor had every value, so each position has a short list of value numbers instead.
 */
import { emptyBits, lengthened, setBit, type Bits } from '#server/search/engine/bits'

/** A value's number, and how many mentors have it. */
export type Numbered = { number: number; count: number }

export type Lists = {
  values: Map<string, Numbered>
  /** `values`, indexed by number. */
  numbered: Numbered[]
  /** Where a position's list begins in `pool`: its length, then its numbers. 0: no list. */
  starts: Int32Array<ArrayBuffer>
  pool: Int32Array<ArrayBuffer>
  /** How much of `pool` is in use. */
  used: number
}

export const emptyLists = (capacity: number): Lists => ({
  values: new Map(),
  numbered: [],
  starts: new Int32Array(capacity),
  pool: new Int32Array(capacity * 2),
  used: 1,
})

/** Makes room for this many positions. */
export function growLists(lists: Lists, capacity: number): void {
  lists.starts = lengthened(lists.starts, capacity)
  if (lists.pool.length < capacity * 2) lists.pool = lengthened(lists.pool, capacity * 2)
}

/** Replaces the values of a position, given by their numbers. */
export function setList(lists: Lists, position: number, values: number[]): void {
  uncount(lists, position)
  let start = lists.starts[position]!
  // A longer list is appended and leaves the old one unused. That is rare: new places come with new words, so with a new position.
  if (start === 0 || lists.pool[start]! < values.length) {
    start = lists.used
    lists.used += values.length + 1
    if (lists.used > lists.pool.length) lists.pool = lengthened(lists.pool, lists.used * 1.25)
    lists.starts[position] = start
  }
  const { pool, numbered } = lists
  let end = start
  for (const number of values) {
    if (isIn(pool, start + 1, end, number)) continue
    end += 1
    pool[end] = number
    numbered[number]!.count += 1
  }
  pool[start] = end - start
}

function isIn(pool: Int32Array, first: number, last: number, number: number): boolean {
  for (let n = first; n <= last; n += 1) if (pool[n] === number) return true
  return false
}

/** Takes a position's values out of the counts, but keeps its list. */
function uncount({ numbered, starts, pool }: Lists, position: number): void {
  const start = starts[position]!
  for (let n = start + pool[start]!; n > start; n -= 1) numbered[pool[n]!]!.count -= 1
}

/** Removes a position's values. */
export function clearList(lists: Lists, position: number): void {
  uncount(lists, position)
  lists.starts[position] = 0
}

/** The positions that have one of these values. */
export function listedIn({ values: known, numbered, starts, pool }: Lists, values: string[], size: number): Bits {
  const bits = emptyBits(starts.length)
  const numbers = values.flatMap((value) => known.get(value)?.number ?? [])
  if (numbers.length === 0) return bits
  const wanted = new Uint8Array(numbered.length)
  for (const number of numbers) wanted[number] = 1
  for (let position = 0; position < size; position += 1) {
    const start = starts[position]!
    for (let n = start + pool[start]!; n > start; n -= 1) if (wanted[pool[n]!] === 1) setBit(bits, position)
  }
  return bits
}

/** How many of these have each value, by its number. */
export function countLists({ numbered, starts, pool }: Lists, members: Bits): Int32Array {
  const counted = new Int32Array(numbered.length)
  for (let word = 0; word < members.length; word += 1) {
    for (let left = members[word]!; left !== 0; left &= left - 1) {
      const start = starts[word * 32 + 31 - Math.clz32(left & -left)]!
      for (let n = start + pool[start]!; n > start; n -= 1) counted[pool[n]!]! += 1
    }
  }
  return counted
}

/** The number of a value, which gets one if it has none. */
export function assignNumber(lists: Lists, value: string): number {
  const known = lists.values.get(value)
  if (known) return known.number
  const added = { number: lists.numbered.length, count: 0 }
  lists.values.set(value, added)
  lists.numbered.push(added)
  return added.number
}
