/** Searches a `Directory`: the matching mentors, their order, and how many each further choice would leave. Pure. */
import {
  addAll,
  countBits,
  countCommon,
  emptyBits,
  intersection,
  setBit,
  toSparse,
  type Bits,
  type Sparse,
} from '#server/search/engine/bits'
import {
  activeFilters,
  endOfDays,
  EXPERIENCE_STEPS,
  FREE_STEPS,
  PAGE_SIZE,
  type ChoiceFilter,
  type Criteria,
  type Filter,
  type Order,
  type Page,
  type Position,
} from '#domain/search/criteria'
import {
  countListed,
  isListFilter,
  listFilters,
  setFilters,
  type Choice,
  type Directory,
} from '#server/search/engine/directory'
import { countLists, listedIn } from '#server/search/engine/lists'
import { createRanking, selectRows, type Key } from '#server/search/engine/ranking'
import { matchText } from '#server/search/engine/text'
import type { Fit } from '#domain/search/reasons'
import { HOUR_MS } from '#domain/time/wall-time'

/** How many mentors each choice of a filter would give if it were the only choice of that filter. */
export type Counts = {
  choices: Record<ChoiceFilter, Map<string, number>>
  /** By minimum years, and by maximum days. */
  experience: Map<number, number>
  free: Map<number, number>
  /** The lowest and the highest price, in major units of the site's currency; null without results. */
  prices: { least: number; most: number } | null
}

export type Found = {
  total: number
  /** The listings' numbers, in order. */
  numbers: number[]
  previous: Position | null
  next: Position | null
  counts: Counts
  /** How many of them share what with the visitor's move, best first; those that share nothing are not counted. */
  fits: [Fit, number][]
}

/** The caller must refuse a `page` of an order other than the criteria's. */
export function search(directory: Directory, criteria: Criteria, page: Page, now: Date): Found {
  const asOf = page ? ('after' in page ? page.after.asOf : page.before.asOf) : now
  const text = matchText(directory, criteria.text)
  const base = text ? intersection([directory.alive, text.found]) : directory.alive
  const held = new Map(activeFilters(criteria).map((filter) => [filter, whoHas(directory, criteria, filter, asOf)]))
  const members = held.size > 0 ? intersection([base, ...held.values()]) : base
  const ranking = createRanking(directory, criteria, text, asOf)
  const select = (wanted: { bound: Key | null; backwards: boolean }) =>
    selectRows(directory, members, ranking, { ...wanted, count: PAGE_SIZE + 1 })

  const whole = held.size === 0 && !text
  const total = whole ? countListed(directory) : countBits(members)
  const counts = countChoices(directory, { base, held, members, asOf, whole })
  const fits = countFits(directory, members, criteria.moving)
  const position = (row: Key | undefined, order: Order): Position | null => (row ? { ...row, order, asOf } : null)

  if (page && 'before' in page) {
    const { rows, beyond } = select({ bound: page.before, backwards: true })
    if (rows.length > PAGE_SIZE) {
      const shown = rows.slice(0, PAGE_SIZE).toReversed()
      return {
        total,
        counts,
        fits,
        numbers: shown.map((row) => row.number),
        previous: position(shown[0], criteria.order),
        next: beyond ? position(shown.at(-1), criteria.order) : null,
      }
    }
  }
  // Too few rows before it to fill a page: show the first page.
  const bound = page && 'after' in page ? page.after : null
  const { rows, beyond } = select({ bound, backwards: false })
  const shown = rows.slice(0, PAGE_SIZE)
  return {
    total,
    counts,
    fits,
    numbers: shown.map((row) => row.number),
    previous: beyond ? position(shown[0], criteria.order) : null,
    next: rows.length > PAGE_SIZE ? position(shown.at(-1), criteria.order) : null,
  }
}

/** Each of `members` counts once, as in `findFit` of `domain/search/reasons.ts`. */
function countFits(directory: Directory, members: Bits, { from, to }: Criteria['moving']): [Fit, number][] {
  const { choices, lists, size } = directory
  const sparse = toSparse(members)
  const having = (bits: Bits | undefined) => (bits ? countCommon(bits, sparse) : 0)
  if (!to) return from ? [['origin', having(choices.origin.get(from)?.bits)]] : []
  const landed = having(choices.destination.get(to)?.bits)
  if (!from) return [['destination', landed]]
  const crossed = having(listedIn(lists.crossing, [`${from}-${to}`], size))
  return [
    ['crossing', crossed],
    ['destination', landed - crossed],
  ]
}

/** Only the number of matching mentors. */
export function countFound(directory: Directory, criteria: Criteria, now: Date): number {
  const text = matchText(directory, criteria.text)
  const held = activeFilters(criteria).map((filter) => whoHas(directory, criteria, filter, now))
  return countBits(intersection([directory.alive, ...(text ? [text.found] : []), ...held]))
}

function whoHas(directory: Directory, criteria: Criteria, filter: Filter, asOf: Date): Bits {
  const { experience, free, price } = directory.columns
  if (filter === 'experience') return scan(directory, experience, -Infinity, -(criteria.experience ?? 0))
  if (filter === 'price') return scan(directory, price, criteria.price.least ?? 0, criteria.price.most ?? Infinity)
  if (filter === 'free') return scan(directory, free, -Infinity, endOfDays(criteria.freeWithin ?? 0, asOf) - 1)
  const values = criteria.choices[filter] ?? []
  if (isListFilter(filter)) return listedIn(directory.lists[filter], values, directory.size)
  const any = emptyBits(directory.capacity)
  for (const value of values) {
    const bits = directory.choices[filter].get(value)?.bits
    if (bits) addAll(any, bits)
  }
  return any
}

/** Positions whose value lies between two bounds, both included. */
function scan({ size, capacity }: Directory, column: Float64Array, least: number, most: number): Bits {
  const bits = emptyBits(capacity)
  for (let n = 0; n < size; n += 1) if (column[n]! >= least && column[n]! <= most) setBit(bits, n)
  return bits
}

type Sets = { base: Bits; held: Map<Filter, Bits>; members: Bits; asOf: Date; whole: boolean }

/** Choices of a filter in use are counted among the mentors that match all other filters. */
function countChoices(directory: Directory, { base, held, members, asOf, whole }: Sets): Counts {
  const among = (filter: Filter): Bits => {
    if (!held.has(filter)) return members
    const others = [...held].filter(([other]) => other !== filter).map(([, bits]) => bits)
    return others.length > 0 ? intersection([base, ...others]) : base
  }
  const choices = {} as Counts['choices']
  for (const filter of setFilters) {
    const set = among(filter)
    const sparse = toSparse(set)
    const counted = new Map<string, number>()
    for (const [value, choice] of directory.choices[filter])
      if (choice.count > 0) counted.set(value, whole ? choice.count : countAmong(choice, set, sparse))
    choices[filter] = counted
  }
  for (const filter of listFilters) {
    const here = whole ? null : countLists(directory.lists[filter], among(filter))
    const counted = new Map<string, number>()
    for (const [value, { number, count }] of directory.choices[filter])
      if (count > 0) counted.set(value, here ? here[number]! : count)
    choices[filter] = counted
  }
  const { columns, tallies } = directory
  const ends = FREE_STEPS.map((days) => endOfDays(days, asOf))
  const experienced = whole
    ? EXPERIENCE_STEPS.map((least) => sumCounts(tallies.years, (years) => years >= least))
    : countUpTo(
        columns.experience,
        among('experience'),
        EXPERIENCE_STEPS.map((years) => -years),
      )
  const freed = whole
    ? ends.map((end) => sumCounts(tallies.hour, (hour) => hour < end / HOUR_MS))
    : countUpTo(
        columns.free,
        among('free'),
        ends.map((end) => end - 1),
      )
  return {
    choices,
    experience: new Map(EXPERIENCE_STEPS.map((years, n) => [years, experienced[n]!])),
    free: new Map(FREE_STEPS.map((days, n) => [days, freed[n]!])),
    prices: whole ? findPriceRange(tallies.price.keys()) : findColumnRange(columns.price, among('price')),
  }
}

/** How many of a set have a choice. Most choices are rare, and most sets small: the one with fewer words says which to look at. */
function countAmong(choice: Choice, set: Bits, sparse: Sparse): number {
  if (choice.count >= sparse.at.length) return countCommon(choice.bits, sparse)
  choice.sparse ??= toSparse(choice.bits)
  return countCommon(set, choice.sparse)
}

/** The number of mentors whose value fits. */
function sumCounts(tallied: Map<number, number>, counts: (value: number) => boolean): number {
  let sum = 0
  for (const [value, count] of tallied) if (counts(value)) sum += count
  return sum
}

/** For each limit, the number of members whose value is at most the limit. */
function countUpTo(column: Float64Array, members: Bits, limits: number[]): number[] {
  const counts = limits.map(() => 0)
  for (let word = 0; word < members.length; word += 1) {
    for (let left = members[word]!; left !== 0; left &= left - 1) {
      const value = column[word * 32 + 31 - Math.clz32(left & -left)]!
      for (let n = 0; n < limits.length; n += 1) if (value <= limits[n]!) counts[n]! += 1
    }
  }
  return counts
}

/** The lowest and the highest price. */
function findPriceRange(prices: Iterable<number>): Counts['prices'] {
  let [least, most] = [Infinity, -Infinity]
  for (const price of prices) {
    if (price < least) least = price
    if (price > most) most = price
  }
  return most >= least ? { least, most } : null
}

function findColumnRange(column: Float64Array, members: Bits): Counts['prices'] {
  let [least, most] = [Infinity, -Infinity]
  for (let word = 0; word < members.length; word += 1) {
    for (let left = members[word]!; left !== 0; left &= left - 1) {
      const value = column[word * 32 + 31 - Math.clz32(left & -left)]!
      if (value < least) least = value
      if (value > most) most = value
    }
  }
  return most >= least ? { least, most } : null
}
