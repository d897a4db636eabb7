/**
 * Byte strings that repeat, each with a number and what is known of it. Reading a long list meets the same few thousand lines
 * millions of times. They are looked up by their bytes, as the database sends them: to make a string of each first would take a
 * quarter of the time, and what is kept here is small enough to stay in the processor's cache.
 */
import { lengthened } from '#server/search/engine/bits'

/** What is left to read of a text: the bytes from `start` to before `end`, in UTF-8. Nothing once `start` is beyond `end`. */
export type Text = { bytes: Buffer; start: number; end: number }

export type Interned<Value> = {
  /** By the string's number; null until it is known. */
  values: (Value | null)[]
  /** A string's number plus one, in the slot of its checksum or after it; 0: free. The length is a power of two. */
  slots: Int32Array<ArrayBuffer>
  /** Per string its two checksums, where it begins in `bytes`, its length, and a number for the caller (`markOf`). */
  records: Int32Array<ArrayBuffer>
  bytes: Buffer
  used: number
}

const MAX_STRINGS = 50_000
const FIRST_STRINGS = 64

const LOW = 0
const HIGH = 1
const START = 2
const LENGTH = 3
const MARK = 4
const FIELDS = 5

export const createInterned = <Value>(strings = FIRST_STRINGS): Interned<Value> => ({
  values: [],
  slots: new Int32Array(strings * 2),
  records: new Int32Array(strings * FIELDS),
  bytes: Buffer.alloc(strings * 16),
  used: 0,
})

export function toText(string: string): Text {
  const bytes = Buffer.from(string)
  return { bytes, start: 0, end: bytes.length }
}

/** Reads what comes before the next separator, or all that is left. Returns the number of that string. */
export function internNext<Value>(known: Interned<Value>, text: Text, separator: number | null): number {
  const { bytes, start, end: last } = text
  let low = -0x7ee3623b // FNV-1a, whose offset 0x811c9dc5 this is as an int32
  let end = start
  for (; end < last; end += 1) {
    const byte = bytes[end]!
    if (byte === separator) break
    low = Math.imul(low ^ byte, 0x01000193)
  }
  text.start = end + 1
  const { slots, records } = known
  let slot = firstSlot(known, low)
  for (; slots[slot] !== 0; slot = (slot + 1) & (slots.length - 1)) {
    const number = slots[slot]! - 1
    if (records[number * FIELDS + LOW] === low && isString(known, number, bytes, start, end)) return number
  }
  return add(known, low, bytes.subarray(start, end))
}

/** Numbers count until this is called, which forgets all strings once they are many. */
export function limitInterned<Value>(known: Interned<Value>): void {
  if (known.values.length > MAX_STRINGS) Object.assign(known, createInterned<Value>())
}

export function readString({ records, bytes }: Interned<unknown>, number: number): string {
  const start = records[number * FIELDS + START]!
  return bytes.toString('utf8', start, start + records[number * FIELDS + LENGTH]!)
}

/** A number that the caller may set, at first 0. It is found sooner than the value. */
export const markOf = ({ records }: Interned<unknown>, number: number): number => records[number * FIELDS + MARK]!

export function setMark({ records }: Interned<unknown>, number: number, mark: number): void {
  records[number * FIELDS + MARK] = mark
}

/** Two 32-bit checksums of a sequence of strings, from those of a sequence before it. */
export function addChecksums(
  { records }: Interned<unknown>,
  numbers: number[],
  [low, high] = [0, 0],
): [number, number] {
  for (const number of numbers) {
    low = Math.imul(low ^ records[number * FIELDS + LOW]!, 0x01000193)
    high = Math.imul(high ^ records[number * FIELDS + HIGH]!, 0x85ebca6b)
  }
  return [low, high]
}

const firstSlot = ({ slots }: Interned<unknown>, low: number): number => (low ^ (low >>> 16)) & (slots.length - 1)

function isString({ records, bytes }: Interned<unknown>, number: number, other: Buffer, start: number, end: number) {
  if (records[number * FIELDS + LENGTH] !== end - start) return false
  for (let n = records[number * FIELDS + START]!, at = start; at < end; n += 1, at += 1)
    if (bytes[n] !== other[at]) return false
  return true
}

function add<Value>(known: Interned<Value>, low: number, string: Buffer): number {
  const number = known.values.length
  if (number * 2 === known.slots.length) enlarge(known)
  let high = 0x01000193
  for (const byte of string) high = Math.imul(high ^ byte, 0x85ebca6b)
  known.records.set([low, high, known.used, string.length, 0], number * FIELDS)
  if (known.used + string.length > known.bytes.length)
    known.bytes = Buffer.concat([known.bytes], (known.used + string.length) * 2)
  known.bytes.set(string, known.used)
  known.used += string.length
  known.values.push(null)
  occupySlot(known, number)
  return number
}

function occupySlot(known: Interned<unknown>, number: number): void {
  const { slots, records } = known
  let slot = firstSlot(known, records[number * FIELDS + LOW]!)
  while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
  slots[slot] = number + 1
}

/** Makes room for twice as many strings. */
function enlarge(known: Interned<unknown>): void {
  known.slots = new Int32Array(known.slots.length * 2)
  known.records = lengthened(known.records, known.records.length * 2)
  for (let number = 0; number < known.values.length; number += 1) occupySlot(known, number)
}
