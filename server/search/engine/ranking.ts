/** Who comes first. Every order is one number for each mentor, the smaller first; equal ones stand by their numbers. */
import { DAY_MS } from '#domain/time/wall-time'
import { addAll, emptyBits, hasBit, type Bits } from '#server/search/engine/bits'
import { FREE_WITHIN_DAYS, SOON_DAYS, type Criteria, type Order } from '#domain/search/criteria'
import type { ColumnName, Directory } from '#server/search/engine/directory'
import { listedIn } from '#server/search/engine/lists'
import type { TextMatch } from '#server/search/engine/text'

type Ranking = {
  column: ColumnName
  /** What stands before the column, the smaller first; null: the same for all. */
  tiers: Uint8Array | null
  /** Free before this instant is soon (milliseconds); null: does not matter. */
  soonBefore: number | null
  /** Free only from this instant on comes last. */
  lastFrom: number
}

/** A row's key, and what tells equal keys apart. */
export type Key = { key: number; number: number }

const TIER = 10_000 // Larger than any score.
const LAST = 4e15 // Larger than anything else.

const columns: Record<Order, ColumnName> = {
  best: 'score',
  soonest: 'free',
  rating: 'rating',
  price: 'price',
  'price-down': 'priceDown',
  experience: 'experience',
  newest: 'created',
}

/**
 * The best match is, in this order: who the words name, who made the same crossing, who moved to the same country, who
 * shares a language, who is free soon, and who is rated best. Whoever has no free hour in 30 days comes last in every order.
 */
export function rankingOf(directory: Directory, criteria: Criteria, text: TextMatch | null, asOf: Date): Ranking {
  const best = criteria.order === 'best'
  return {
    column: columns[criteria.order],
    tiers: best ? tiersOf(directory, criteria.moving, text) : null,
    soonBefore: best ? asOf.getTime() + SOON_DAYS * DAY_MS : null,
    lastFrom: asOf.getTime() + FREE_WITHIN_DAYS * DAY_MS,
  }
}

function tiersOf(directory: Directory, moving: Criteria['moving'], text: TextMatch | null): Uint8Array | null {
  const { choices, lists, size } = directory
  const { from, to, speaks } = moving
  const wished: [number, Bits][] = []
  const wish = (weight: number, ...sets: (Bits | undefined)[]) => {
    const any = emptyBits(directory.capacity)
    for (const set of sets) if (set) addAll(any, set)
    wished.push([weight, any])
  }
  if (text) {
    wish(32, text.inName)
    wish(32, text.withoutTypo)
    wish(32, text.exactName)
  }
  if (from && to) wish(8, listedIn(lists.crossing, [`${from}-${to}`], size))
  else if (from) wish(8, choices.origin.get(from)?.bits)
  if (to) wish(4, choices.destination.get(to)?.bits)
  if (speaks.length > 0) wish(2, ...speaks.map((language) => choices.language.get(language)?.bits))
  if (wished.length === 0) return null
  const tiers = new Uint8Array(size)
  for (const [weight, set] of wished) for (let n = 0; n < size; n += 1) if (!hasBit(set, n)) tiers[n]! += weight
  return tiers
}

/**
 * The first `count` of a set that come after a bound, in order, and whether some do not. Backwards: the last that come
 * before it, the nearest first. None is sorted but the best, and wherever 32 positions cannot hold one of these they are
 * passed over.
 */
export function selectRows(
  directory: Directory,
  members: Bits,
  ranking: Ranking,
  { count, bound, backwards }: { count: number; bound: Key | null; backwards: boolean },
): { rows: Key[]; beyond: boolean } {
  const { tiers, soonBefore, lastFrom } = ranking
  const { number: numbers, free } = directory.columns
  const [column, floors, floorNumbers] = [
    directory.columns[ranking.column],
    directory.floors[ranking.column],
    directory.floors.number,
  ]
  const side = backwards ? -1 : 1
  const [boundKey, boundNumber] = bound ? [side * bound.key, side * bound.number] : [-Infinity, -Infinity]
  const keys: number[] = []
  const tied: number[] = []
  let [worstKey, worstNumber] = [Infinity, Infinity]
  let beyond = false
  const words = Math.ceil(directory.size / 32)
  // First some from everywhere, for a worst that is good enough to pass over most of the others; then all, in order, as
  // memory is read fastest.
  const stride = strideOf(words)
  for (const [step, visits] of [
    [stride, words >>> 4],
    [1, words],
  ] as const) {
    keys.length = tied.length = 0
    beyond = false
    for (let i = 0, word = 0; i < visits; i += 1, word = (word + step) % words) {
      if (members[word] === 0) continue
      // A key is never less than its column. Backwards that says nothing.
      if (!backwards && floors[word]! >= worstKey) {
        if (floors[word]! > worstKey || floorNumbers[word]! > worstNumber) continue
      }
      for (let left = members[word]!; left !== 0; left &= left - 1) {
        const position = word * 32 + 31 - Math.clz32(left & -left)
        let key = column[position]!
        if (!backwards && key > worstKey) continue
        if (tiers) key += TIER * tiers[position]!
        const freeAt = free[position]!
        if (soonBefore !== null && freeAt >= soonBefore) key += TIER
        if (freeAt >= lastFrom) key += LAST
        key *= side
        if (key > worstKey) continue
        const number = side * numbers[position]!
        if (key < boundKey || (key === boundKey && number <= boundNumber)) {
          beyond = true
          continue
        }
        if (key === worstKey && number > worstNumber) continue
        if (keys.length === count) {
          keys.pop()
          tied.pop()
        }
        let at = keys.length
        while (at > 0 && (key < keys[at - 1]! || (key === keys[at - 1]! && number < tied[at - 1]!))) at -= 1
        keys.splice(at, 0, key)
        tied.splice(at, 0, number)
        if (keys.length === count) [worstKey, worstNumber] = [keys[count - 1]!, tied[count - 1]!]
      }
    }
  }
  return { rows: keys.map((key, n) => ({ key: side * key, number: side * tied[n]! })), beyond }
}

/** A step that meets every word once and in no order: mentors who stand in order would make each the best so far. */
function strideOf(words: number): number {
  let stride = Math.floor(words * 0.618) | 1
  while (stride > 1 && commonDivisor(stride, words) > 1) stride -= 1
  return Math.max(stride, 1)
}

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b))
