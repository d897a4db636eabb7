/** Bit sets of small integers. Two sets of a million are intersected and counted in a fraction of a millisecond. */

export type Bits = Uint32Array<ArrayBuffer>

export const emptyBits = (size: number): Bits => new Uint32Array(Math.ceil(size / 32))

export const hasBit = (bits: Bits, n: number): boolean => ((bits[n >>> 5]! >>> (n & 31)) & 1) === 1

export function setBit(bits: Bits, n: number): void {
  bits[n >>> 5]! |= 1 << (n & 31)
}

export function clearBit(bits: Bits, n: number): void {
  bits[n >>> 5]! &= ~(1 << (n & 31))
}

/** The same set with room for numbers below `size`. */
export function grown(bits: Bits, size: number): Bits {
  const larger = emptyBits(size)
  larger.set(bits)
  return larger
}

/** The same numbers with room for more, up to `length` rounded up. */
export function lengthened(numbers: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(Math.ceil(length))
  longer.set(numbers)
  return longer
}

/** The intersection. All sets of one index have the same length. */
export function intersection(sets: [Bits, ...Bits[]]): Bits {
  const [first, ...others] = sets
  const common = first.slice()
  for (const other of others) for (let i = 0; i < common.length; i += 1) common[i]! &= other[i]!
  return common
}

/** Adds all of `other` to `bits`. */
export function addAll(bits: Bits, other: Bits): void {
  for (let i = 0; i < bits.length; i += 1) bits[i]! |= other[i]!
}

export function countBits(bits: Bits): number {
  let count = 0
  for (let i = 0; i < bits.length; i += 1) if (bits[i]) count += ones(bits[i]!)
  return count
}

/** The 32-bit words of a set that are not 0, and where they are. Filters leave few, so others are counted among them much faster. */
export type Sparse = { at: Int32Array; words: Int32Array }

export function toSparse(bits: Bits): Sparse {
  let used = 0
  const [at, words] = [new Int32Array(bits.length), new Int32Array(bits.length)]
  for (let i = 0; i < bits.length; i += 1) {
    if (bits[i] === 0) continue
    at[used] = i
    words[used] = bits[i]!
    used += 1
  }
  return { at: at.slice(0, used), words: words.slice(0, used) }
}

/** The size of the intersection. */
export function countCommon(bits: Bits, { at, words }: Sparse): number {
  let count = 0
  for (let i = 0; i < at.length; i += 1) {
    const both = bits[at[i]!]! & words[i]!
    if (both) count += ones(both)
  }
  return count
}

/** The ones of a 32-bit word. Source: H. S. Warren, Hacker's Delight, 5-1. */
function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
