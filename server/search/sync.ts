/**
 * Keeps listings and the in-memory index in step with the database. A change of anything that a listing says marks the
 * listing stale in the same transaction. The next search or tick rebuilds stale listings under a new version, and every
 * process loads the listings that are newer than its index. Decision 0010.
 */
import { HORIZON_DAYS, soonestFree, defaultAvailability, type Availability } from '#domain/bookings/availability'
import { cardPrice } from '#domain/mentors/mentor'
import type { Criteria, Page } from '#domain/search/criteria'
import type { Listing } from '#domain/search/listing'
import {
  applyListing,
  createDirectory,
  forgetKnown,
  needsCompaction,
  reserve,
  type Directory,
} from '#server/search/engine/directory'
import { search, type Found } from '#server/search/engine/search'
import { numbersInRotation } from '#server/search/engine/turn'
import { DAY_MS, HOUR_MS } from '#domain/time/wall-time'
import type { App } from '#server/context'
import { countryNames } from '#server/platform/reference/countries'
import { listTakenTime, readAvailabilities, type TakenTime } from '#server/mentors/availability/availability-queries'
import { transact, whereWritable } from '#server/platform/db/connect'
import { readPageVersion } from '#server/search/page-version-queries'
import { readListed } from '#server/search/remembered-reads'
import { readEarlier } from '#server/search/stale-reads'
import {
  clearStale,
  countListings,
  setVersion,
  listListings,
  listPassed,
  listStale,
  lockVersion,
  readListingState,
  readSources,
  deleteListings,
  writeListings,
  type ListingSource,
} from '#server/search/listings-queries'
import { unpackListings } from '#server/search/unpack-listings'
import type { MentorSummary } from '#server/mentors/queries'
import { applyRates } from '#server/payments/rates/rates'
import { applySettings } from '#server/site-settings/site-settings'
import { exchangeRate } from '#domain/payments/about-price'
import { toMajorUnits, type MinorUnits } from '#domain/payments/money'

const REFRESH_BATCH = 500
const READ_BATCH = 2_000

/** A search result with the mentors of its page. */
export type FoundMentors = Found & { mentors: MentorSummary[] }

export async function findMentors(app: App, criteria: Criteria, page: Page, limit?: number): Promise<FoundMentors> {
  const found = search(await currentDirectory(app), criteria, page, app.now())
  const numbers = found.numbers.slice(0, limit)
  return { ...found, mentors: await readListed(app, numbers) }
}

/** Up to `count` listed mentors, others each hour and each day, of those that the last search knew. */
export const listInRotation = (app: App, count: number): Promise<MentorSummary[]> =>
  readListed(app, numbersInRotation(app.directory, count, app.now()))

/**
 * The index, up to date as of this call. Only after very many changes at once the ticks do the rest, and while nothing can be
 * written it stays as it was.
 */
export async function currentDirectory(app: App): Promise<Directory> {
  const state = await readListingState(app.db, app.now())
  if (state.stale) await whereWritable(() => refreshListings(app))
  if (state.stale || state.version !== app.directory.version || hasOtherRates(app)) await sync(app)
  read.add(app)
  return app.directory
}

/** Learns of all that has changed on public pages, of mentors and of what stands beside them. */
export async function catchUp(app: App): Promise<void> {
  await currentDirectory(app)
  await followSettings(app)
}

/** Learns of changes beside the mentors, by any process. */
export function followSettings(app: App): Promise<void> {
  return readPageVersion(app.db, async () => {
    await applySettings(app)
    await applyRates(app)
  })
}

/** Whether there are listings to rebuild. */
export const hasStaleListings = async (app: App): Promise<boolean> => (await readListingState(app.db, app.now())).stale

/** Rebuilds one batch of listings that are stale or whose soonest start has passed. False if there were none. */
export async function refreshListings(app: App): Promise<boolean> {
  const now = app.now()
  return transact(app.db, async (tx) => {
    const version = (await lockVersion(tx)) + 1
    const stale = await listStale(tx, REFRESH_BATCH)
    const passed = await listPassed(tx, now, REFRESH_BATCH)
    const ids = [...new Set([...stale.map((mark) => mark.mentorId), ...passed])]
    if (ids.length === 0) return false
    const sources = await readSources(tx, ids)
    const availabilities = await readAvailabilities(tx, ids)
    const span = { from: now, to: new Date(now.getTime() + HORIZON_DAYS.max * DAY_MS) }
    const taken = await listTakenTime(tx, ids, span)
    const listed = new Set(sources.map((source) => source.id))
    const gone = ids.filter((id) => !listed.has(id))
    if (gone.length > 0) await deleteListings(tx, gone, version)
    if (sources.length > 0)
      await writeListings(
        tx,
        sources.map((source) => ({
          ...buildListing(source, availabilities.get(source.id), taken.get(source.id), now),
          version,
        })),
      )
    if (stale.length > 0)
      await clearStale(
        tx,
        stale.map((mark) => mark.id),
      )
    await setVersion(tx, version)
    return true
  })
}

function buildListing(
  source: ListingSource,
  known: Availability | undefined,
  { claims, busy }: TakenTime = { claims: [], busy: [] },
  now: Date,
) {
  const { moves, sessions, topics } = source
  const shortest = Math.min(...sessions.map((session) => session.minutes))
  const availability = known ?? defaultAvailability(source.timeZone) // Deleted between two queries: the next round removes it.
  const prices = sessions.map((session) => ({ price: session.pricePence as MinorUnits | null }))
  const free = sessions.every(({ pricePence: own }) => (own ?? source.pricePence) === 0) // The cap on free sessions applies only if all are free.
  const freeAt = sessions.length > 0 ? soonestFree({ minutes: shortest, availability, now, free }, claims, busy) : null
  return {
    mentorId: source.id,
    listed: true,
    name: source.name,
    words: joinSearchableText(source),
    destinations: unique(moves.map((move) => move.toCountry)),
    origins: unique(moves.map((move) => move.fromCountry)),
    crossings: unique(moves.map((move) => `${move.fromCountry}-${move.toCountry}`)),
    languages: source.languages,
    topics: topics.map((topic) => topic.code),
    location: source.location,
    experience: source.experience,
    pricePence: cardPrice({ price: source.pricePence }, prices).price,
    priceCurrency: source.currency,
    minutes: unique(sessions.map((session) => session.minutes)),
    rating: source.rating,
    ratingCount: source.ratingCount,
    createdAt: source.createdAt,
    freeAt,
    recheckAt: recheckAt(freeAt, availability, now),
  }
}

/** When the notice for the soonest start ends; without one in a day, since the horizon moves on. */
function recheckAt(freeAt: Date | null, { noticeHours }: Availability, now: Date): Date {
  return new Date(freeAt ? freeAt.getTime() - noticeHours * HOUR_MS + 1 : now.getTime() + DAY_MS)
}

const unique = <Value>(values: Value[]): Value[] => [...new Set(values)]

/**
 * Role, employer, university, places and topics, as one text. A line that many mentors share is indexed once, so the names of a
 * country are one line, and no line is there twice.
 */
function joinSearchableText(source: ListingSource): string {
  const { role, university, education, location, moves, topics, helpWith } = source
  const countries = unique(moves.flatMap((move) => [move.fromCountry, move.toCountry]))
  const lines = [
    role,
    university,
    education,
    location,
    ...moves.flatMap((move) => [move.fromCity, move.toCity, move.institution]),
    ...countries.map((country) => countryNames(country).join(' ')),
    ...topics.map((topic) => `${topic.label} ${topic.group}`),
    ...helpWith,
  ]
  return unique(lines).filter(Boolean).join('\n')
}

/** Prices in other currencies are compared by the rates of the day, in major units of the site's own. */
function comparablePrice(
  { rates, config }: App,
  { price, currency }: Pick<Listing, 'price'> & { currency: string },
): number {
  const own = toMajorUnits(price, currency)
  if (currency === config.CURRENCY) return own
  return Math.round(own * (exchangeRate(rates, currency, config.CURRENCY) ?? 1) * 100) / 100
}

const ratesOfIndex = new WeakMap<App, string>()

/** Whether the index compares prices by the rates of another day. */
const hasOtherRates = (app: App): boolean =>
  app.config.CURRENCIES.length > 1 && ratesOfIndex.get(app) !== app.rates.publishedOn

const lastSync = new WeakMap<App, Promise<void>>()
const read = new WeakSet<App>()

/** Whether the index has been read from the database since the start. */
export const hasReadDirectory = (app: App): boolean => read.has(app)

/**
 * Loads newer listings into the index. One call after the other, so that an older read cannot overwrite a newer one.
 */
function sync(app: App): Promise<void> {
  const after = (lastSync.get(app) ?? Promise.resolve()).catch(() => undefined).then(() => loadNewer(app))
  lastSync.set(app, after)
  return after
}

async function loadNewer(app: App): Promise<void> {
  const { version: newest } = await readListingState(app.db, app.now())
  // The latter after a restore of an older database.
  const rebuild = needsCompaction(app.directory) || newest < app.directory.version || hasOtherRates(app)
  ratesOfIndex.set(app, app.rates.publishedOn)
  const directory = rebuild ? createDirectory() : app.directory
  let after = { version: directory.version, number: 2 ** 31 - 1 }
  if (directory.size === 0) reserve(directory, await countListings(app.db))
  // All of them are read from a standby as far as it has them. What changed since has a newer version, so it follows.
  for (const source of directory.version === 0 ? [listEarlier, listNewer] : [listNewer]) {
    let batch = source(app, after)
    for (let sent = await batch; sent; sent = await batch) {
      const count = sent.number.length
      after = { version: sent.version[count - 1]!, number: sent.number[count - 1]! }
      batch = count < READ_BATCH ? NO_MORE : source(app, after) // The database reads on while these are indexed.
      for (const listing of unpackListings(sent)) {
        listing.price = comparablePrice(app, listing)
        applyListing(directory, listing)
      }
    }
  }
  forgetKnown(directory)
  directory.version = Math.max(newest, after.version)
  app.directory = directory
}

type Listings = ReturnType<typeof listListings>
type Place = Parameters<typeof listListings>[1]

const NO_MORE: Listings = Promise.resolve(null)

const listNewer = (app: App, after: Place): Listings => listListings(app.db, after, READ_BATCH)

const listEarlier = (app: App, after: Place): Listings => readEarlier(app, (db) => listListings(db, after, READ_BATCH))
