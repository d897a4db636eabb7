/**
 * The order of results. Every order gives each mentor one key; smaller keys come first, equal keys by listing number.
 */
import { DAY_MS } from '#domain/time/wall-time'
import { addAll, emptyBits, hasBit, type Bits } from '#server/search/engine/bits'
import { FREE_WITHIN_DAYS, SOON_DAYS, type Criteria, type Order } from '#domain/search/criteria'
import type { ColumnName, Directory } from '#server/search/engine/directory'
import { listedIn } from '#server/search/engine/lists'
import type { TextMatch } from '#server/search/engine/text'

type Ranking = {
  column: ColumnName
  /** Sorted by before the column, smaller first; null: equal for all. */
  tiers: Uint8Array | null
  /** Mentors free before this instant (milliseconds) come first within a tier; null: irrelevant for this order. */
  soonBefore: number | null
  /** Mentors who are free only from this instant on come last. */
  lastFrom: number
}

/** A row's key, and the listing number by which equal keys are ordered. */
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
 * The order "best" prefers, in this sequence: mentors whose name matches the words, who made the same crossing, who
 * moved to the same country, who share a language, who are free soon, and who are rated best. In every order, mentors
 * without a free start within 30 days come last.
 */
export function createRanking(directory: Directory, criteria: Criteria, text: TextMatch | null, asOf: Date): Ranking {
  const best = criteria.order === 'best'
  return {
    column: columns[criteria.order],
    tiers: best ? computeTiers(directory, criteria.moving, text) : null,
    soonBefore: best ? asOf.getTime() + SOON_DAYS * DAY_MS : null,
    lastFrom: asOf.getTime() + FREE_WITHIN_DAYS * DAY_MS,
  }
}

function computeTiers(directory: Directory, moving: Criteria['moving'], text: TextMatch | null): Uint8Array | null {
  const { choices, lists, size } = directory
  const { from, to, speaks } = moving
  const wanted: [number, Bits][] = []
  const prefer = (weight: number, ...sets: (Bits | undefined)[]) => {
    const any = emptyBits(directory.capacity)
    for (const set of sets) if (set) addAll(any, set)
    wanted.push([weight, any])
  }
  if (text) {
    prefer(32, text.inName)
    prefer(32, text.withoutTypo)
    prefer(32, text.exactName)
  }
  if (from && to) prefer(8, listedIn(lists.crossing, [`${from}-${to}`], size))
  else if (from) prefer(8, choices.origin.get(from)?.bits)
  if (to) prefer(4, choices.destination.get(to)?.bits)
  if (speaks.length > 0) prefer(2, ...speaks.map((language) => choices.language.get(language)?.bits))
  if (wanted.length === 0) return null
  const tiers = new Uint8Array(size)
  for (const [weight, set] of wanted) for (let n = 0; n < size; n += 1) if (!hasBit(set, n)) tiers[n]! += weight
  return tiers
}

/**
 * The first `count` members after `bound`, in order; `beyond` says whether there are members up to the bound.
 * Backwards: the last members before it, nearest first. Only the rows of the result are sorted, and blocks of 32
 * positions whose smallest value is too large are skipped, as are values that no row of the result can have.
 */
export function selectRows(
  directory: Directory,
  members: Bits,
  ranking: Ranking,
  { count, bound, backwards }: { count: number; bound: Key | null; backwards: boolean },
): { rows: Key[]; beyond: boolean } {
  const { tiers, soonBefore, lastFrom } = ranking
  const { lastNumbers } = directory
  const { number: numbers, free } = directory.columns
  const [column, floors, floorNumbers] = [
    directory.columns[ranking.column],
    directory.floors[ranking.column],
    directory.floors.number,
  ]
  const side = backwards ? -1 : 1
  // The values of the column that the result can have: a page far into the list passes over all others at a glance. Many
  // share a value, such as no rating; where the whole page does, only numbers between the bound and the worst row remain.
  let [low, high] = EVERY_VALUE
  const [boundKey, boundNumber] = bound ? [side * bound.key, side * bound.number] : [-Infinity, -Infinity]
  const keys: number[] = []
  const tied: number[] = []
  let [worstKey, worstNumber] = [Infinity, Infinity]
  let beyond = false
  const words = Math.ceil(directory.size / 32)
  // First a sample from everywhere, which gives a worst key that lets most blocks be skipped; then all blocks in order, as
  // memory is read fastest.
  const stride = chooseStride(words)
  for (const [step, visits] of [
    [stride, words >>> 4],
    [1, words],
  ] as const) {
    keys.length = tied.length = 0
    if (bound) [low, high] = computeLimits(ranking, bound.key, side * worstKey)
    for (let i = 0, word = 0; i < visits; i += 1, word = (word + step) % words) {
      if (members[word] === 0) continue
      // A key is never less than its column's value. Backwards that does not help.
      if (!backwards && floors[word]! >= worstKey) {
        if (floors[word]! > worstKey || floorNumbers[word]! > worstNumber) continue
      }
      if (beyond && low === high) {
        const [least, most] = [side * floorNumbers[word]!, side * lastNumbers[word]!]
        if (Math.max(least, most) <= boundNumber || Math.min(least, most) > worstNumber) continue
      }
      for (let left = members[word]!; left !== 0; left &= left - 1) {
        const position = word * 32 + 31 - Math.clz32(left & -left)
        const number = side * numbers[position]!
        if (beyond && low === high && (number <= boundNumber || number > worstNumber)) continue
        let key = column[position]!
        if (beyond && (key < low || key > high)) continue
        if (!backwards && key > worstKey) continue
        if (tiers) key += TIER * tiers[position]!
        const freeAt = free[position]!
        if (soonBefore !== null && freeAt >= soonBefore) key += TIER
        if (freeAt >= lastFrom) key += LAST
        key *= side
        if (key > worstKey) continue
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
        if (keys.length < count) continue
        ;[worstKey, worstNumber] = [keys[count - 1]!, tied[count - 1]!]
        if (bound) [low, high] = computeLimits(ranking, bound.key, side * worstKey)
      }
    }
  }
  return { rows: keys.map((key, n) => ({ key: side * key, number: side * tied[n]! })), beyond }
}

const EVERY_VALUE: Limits = [-Infinity, Infinity]
type Limits = [least: number, most: number]

/**
 * The values of the column between the keys `bound` and `worst`, if both are of the same tier. If not, other values lie
 * between them too.
 */
function computeLimits({ soonBefore }: Ranking, bound: number, worst: number): Limits {
  const tierOf = (key: number) => (soonBefore === null ? (key > LAST / 2 ? LAST : 0) : key - (key % TIER))
  const tier = tierOf(bound)
  return tierOf(worst) === tier ? [Math.min(bound, worst) - tier, Math.max(bound, worst) - tier] : EVERY_VALUE
}

/** A step that visits every block once in mixed order. In sorted data, in order, each row would be the best so far. */
function chooseStride(words: number): number {
  let stride = Math.floor(words * 0.618) | 1
  while (stride > 1 && commonDivisor(stride, words) > 1) stride -= 1
  return Math.max(stride, 1)
}

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b))
