/**
 * The in-memory index of all listings: for every choice of a filter the mentors who have it, for every order a column
 * to sort by, for every word the mentors it is found in. Each mentor has a position in these sets and columns.
 *
 * Positions are not reused. A mentor whose words change gets a new position, and the old one is marked deleted.
 */
import { clearBit, emptyBits, grown, hasBit, setBit, type Bits, type Sparse } from '#server/search/engine/bits'
import type { ChoiceFilter } from '#domain/search/criteria'
import {
  assignNumber,
  clearList,
  emptyLists,
  growLists,
  setList,
  type Lists,
  type Numbered,
} from '#server/search/engine/lists'
import {
  createInterned,
  internNext,
  limitInterned,
  readString,
  type Interned,
  type Text,
} from '#server/search/engine/interned'
import { addLines, computeChecksum, countWords, splitLines, splitParts, type Line } from '#server/search/engine/lines'
import { emptyVocabulary, type Vocabulary } from '#server/search/engine/postings'
import type { SentListing } from '#server/search/engine/sent-listing'
import { computeScore } from '#domain/mentors/feedback'
import { HOUR_MS } from '#domain/time/wall-time'

/** The mentors who have this choice, and their number. `sparse`: the same as `bits`, made when needed; null after a change. */
export type Choice = { bits: Bits; count: number; sparse: Sparse | null }
type Column = Float64Array<ArrayBuffer>
export type ColumnName = (typeof columnNames)[number]

/** Filters with dozens of values have a set per value; those with thousands have lists (`lists.ts`). */
export const setFilters = ['destination', 'origin', 'language', 'topic', 'minutes'] as const
export const listFilters = ['crossing', 'location'] as const
type SetFilter = (typeof setFilters)[number]
type ListFilter = (typeof listFilters)[number]
export const isListFilter = (filter: ChoiceFilter): filter is ListFilter => listFilters.some((name) => name === filter)

/** What mentors are sorted by; smaller comes first. `free` is the soonest free start in milliseconds, or NEVER. */
const columnNames = ['number', 'free', 'rating', 'price', 'priceDown', 'experience', 'created', 'score'] as const

export type Directory = {
  /** The version of the newest listing in it. */
  version: number
  /** Positions in use, deleted ones included. */
  size: number
  capacity: number
  deleted: number
  alive: Bits
  positionOf: Map<number, number>
  choices: Record<SetFilter, Map<string, Choice>> & Record<ListFilter, Map<string, Numbered>>
  lists: Record<ListFilter, Lists>
  /** How many mentors have these years, this price, and their soonest free start in this hour since 1970. */
  tallies: Record<'years' | 'price' | 'hour', Map<number, number>>
  words: { name: Vocabulary; other: Vocabulary }
  /** Kept only while a list is read: what its lines, and its lists of choices, were found to be. */
  known: Known
  columns: Record<ColumnName, Column>
  /**
   * The smallest value of every 32 positions, by which the best of a million are found without reading most of them.
   */
  floors: Record<ColumnName, Column>
  /** The largest number of every 32 positions. */
  lastNumbers: Column
  /** Number of words in the name, and a checksum of all words. */
  nameLength: Column
  checksum: Column
}

/** Later than any free start. */
export const NEVER = 3e15

const FIRST_CAPACITY = 1024

export function createDirectory(): Directory {
  const column = (length: number): Column => new Float64Array(length)
  const columns = (length: number) =>
    Object.fromEntries(columnNames.map((name) => [name, column(length)])) as Directory['columns']
  const lists = { crossing: emptyLists(FIRST_CAPACITY), location: emptyLists(FIRST_CAPACITY) }
  return {
    version: 0,
    size: 0,
    capacity: FIRST_CAPACITY,
    deleted: 0,
    alive: emptyBits(FIRST_CAPACITY),
    positionOf: new Map(),
    choices: {
      destination: new Map(),
      origin: new Map(),
      language: new Map(),
      topic: new Map(),
      minutes: new Map(),
      crossing: lists.crossing.values,
      location: lists.location.values,
    },
    lists,
    tallies: { years: new Map(), price: new Map(), hour: new Map() },
    words: { name: emptyVocabulary(), other: emptyVocabulary() },
    known: createKnown(),
    columns: columns(FIRST_CAPACITY),
    floors: columns(FIRST_CAPACITY / 32),
    lastNumbers: column(FIRST_CAPACITY / 32),
    nameLength: column(FIRST_CAPACITY),
    checksum: column(FIRST_CAPACITY),
  }
}

/** The number of listed mentors. */
export const countListed = (directory: Directory): number => directory.size - directory.deleted

/** Whether enough positions are deleted that the index should be rebuilt. */
export const needsCompaction = ({ size, deleted }: Directory): boolean => deleted > 1_000 && deleted > size / 2

type Known = Record<'name' | 'other', Interned<Line>> &
  Record<SetFilter, Interned<Choice[]>> & { crossing: Interned<number[]>; location: Interned<number> }

const createKnown = (): Known => ({
  name: createInterned(),
  other: createInterned(),
  destination: createInterned(),
  origin: createInterned(),
  language: createInterned(),
  topic: createInterned(),
  minutes: createInterned(),
  crossing: createInterned(),
  location: createInterned(),
})

/** Adds, updates or removes one mentor. Reads all of its texts. */
export function applyListing(directory: Directory, listing: SentListing): void {
  const position = directory.positionOf.get(listing.number)
  if (position !== undefined) unsetChoices(directory, position)
  if (listing.listed) setListing(directory, listing, position)
  else if (position !== undefined) markDeleted(directory, listing.number, position)
}

function setListing(directory: Directory, listing: SentListing, former: number | undefined): void {
  const { known, words } = directory
  const name = splitParts(known.name, listing.name)
  const other = splitLines(known.other, listing.words)
  const checksum = computeChecksum(known, name, other)
  if (former !== undefined && directory.checksum[former] === checksum) {
    setChoices(directory, former, listing)
    return
  }
  if (former !== undefined) markDeleted(directory, listing.number, former)
  const position = directory.size
  if (position === directory.capacity) reserve(directory, directory.capacity * 2)
  directory.size += 1
  directory.positionOf.set(listing.number, position)
  directory.checksum[position] = checksum
  setBit(directory.alive, position)
  setChoices(directory, position, listing)
  addLines(words.name, known.name, name, position)
  addLines(words.other, known.other, other, position)
  directory.nameLength[position] = countWords(known.name, name)
}

/** Frees what only serves to read many listings at once. */
export function forgetKnown(directory: Directory): void {
  directory.known = createKnown()
}

/** Makes room for this many positions. */
export function reserve(directory: Directory, capacity: number): void {
  if (capacity <= directory.capacity) return
  const larger = (column: Column, length = capacity): Column => {
    const longer = new Float64Array(length)
    longer.set(column)
    return longer
  }
  directory.capacity = capacity
  directory.alive = grown(directory.alive, capacity)
  for (const filter of setFilters)
    for (const choice of directory.choices[filter].values()) choice.bits = grown(choice.bits, capacity)
  for (const lists of Object.values(directory.lists)) growLists(lists, capacity)
  for (const name of columnNames) {
    directory.columns[name] = larger(directory.columns[name])
    directory.floors[name] = larger(directory.floors[name], Math.ceil(capacity / 32))
  }
  directory.lastNumbers = larger(directory.lastNumbers, Math.ceil(capacity / 32))
  directory.nameLength = larger(directory.nameLength)
  directory.checksum = larger(directory.checksum)
}

function setChoices(directory: Directory, position: number, listing: SentListing): void {
  const { known, lists } = directory
  for (const filter of setFilters) {
    for (const choice of nextList(known[filter], listing.choices, (value) => findChoice(directory, filter, value))) {
      if (hasBit(choice.bits, position)) continue
      setBit(choice.bits, position)
      choice.count += 1
      choice.sparse = null
    }
  }
  const crossings = nextList(known.crossing, listing.choices, (value) => assignNumber(lists.crossing, value))
  setList(lists.crossing, position, crossings)
  setList(lists.location, position, [nextLocation(directory, listing.choices)])
  const { rating, ratingCount } = listing
  setColumns(directory, position, {
    number: listing.number,
    free: listing.freeAt ?? NEVER,
    rating: rating === null ? 0 : -(Math.round(rating * 10) * 1e6 + Math.min(ratingCount, 999_999)),
    price: listing.price,
    priceDown: -listing.price,
    experience: -listing.experience,
    created: -listing.createdAt,
    score: 5_000 - computeScore(rating, ratingCount),
  })
  tally(directory, position, 1)
}

const NEW_LINE = 10

/** Reads a list of choices. Those of a list that was met before need not be found again by their names. */
function nextList<Value>(known: Interned<Value[]>, choices: Text, find: (value: string) => Value): Value[] {
  limitInterned(known)
  const list = internNext(known, choices, NEW_LINE)
  return (known.values[list] ??= readString(known, list).split(' ').filter(Boolean).map(find))
}

function nextLocation({ known, lists }: Directory, choices: Text): number {
  limitInterned(known.location)
  const location = internNext(known.location, choices, null)
  return (known.location.values[location] ??= assignNumber(lists.location, readString(known.location, location)))
}

function findChoice({ choices, capacity }: Directory, filter: SetFilter, value: string): Choice {
  const known = choices[filter].get(value)
  if (known) return known
  const added = { bits: emptyBits(capacity), count: 0, sparse: null }
  choices[filter].set(value, added)
  return added
}

function setColumns(directory: Directory, position: number, values: Record<ColumnName, number>): void {
  const block = position >>> 5
  const { columns, floors, lastNumbers } = directory
  lastNumbers[block] = Math.max(lastNumbers[block]!, values.number)
  const end = Math.min(block * 32 + 32, directory.size)
  // Each by its name: a loop over the names would find all of them in tables, which takes several times as long.
  setColumn(columns.number, floors.number, position, end, values.number)
  setColumn(columns.free, floors.free, position, end, values.free)
  setColumn(columns.rating, floors.rating, position, end, values.rating)
  setColumn(columns.price, floors.price, position, end, values.price)
  setColumn(columns.priceDown, floors.priceDown, position, end, values.priceDown)
  setColumn(columns.experience, floors.experience, position, end, values.experience)
  setColumn(columns.created, floors.created, position, end, values.created)
  setColumn(columns.score, floors.score, position, end, values.score)
}

/** Keeps the floor of a block as low as needed. `end`: after the last position in use of the block. */
function setColumn(column: Column, floors: Column, position: number, end: number, value: number): void {
  column[position] = value
  const block = position >>> 5
  const isNew = position === end - 1 // All others are as they were.
  let floor = isNew && position % 32 > 0 ? Math.min(floors[block]!, value) : value
  if (!isNew) for (let n = block * 32; n < end; n += 1) if (column[n]! < floor) floor = column[n]!
  floors[block] = floor
}

function tally({ columns, tallies }: Directory, position: number, change: 1 | -1): void {
  const count = (tallied: Map<number, number>, value: number) => {
    const changed = (tallied.get(value) ?? 0) + change
    if (changed > 0) tallied.set(value, changed)
    else tallied.delete(value)
  }
  count(tallies.years, -columns.experience[position]!)
  count(tallies.price, columns.price[position]!)
  count(tallies.hour, Math.floor(columns.free[position]! / HOUR_MS))
}

function unsetChoices(directory: Directory, position: number): void {
  for (const filter of setFilters) {
    for (const choice of directory.choices[filter].values()) {
      if (!hasBit(choice.bits, position)) continue
      clearBit(choice.bits, position)
      choice.count -= 1
      choice.sparse = null
    }
  }
  tally(directory, position, -1)
}

function markDeleted(directory: Directory, number: number, position: number): void {
  clearBit(directory.alive, position)
  for (const lists of Object.values(directory.lists)) clearList(lists, position)
  directory.positionOf.delete(number)
  directory.deleted += 1
}
