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

/** The size of the intersection. */
export function countCommon(a: Bits, b: Bits): number {
  let count = 0
  for (let i = 0; i < a.length; i += 1) {
    const both = a[i]! & b[i]!
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
