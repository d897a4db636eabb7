/**
 * The list of mentors, kept true. A change of anything that a listing says leaves a mark in its own transaction; whoever
 * searches next, or the next tick, makes the listing anew, and every process takes in what is newer than what it knows.
 * Decision 0010.
 */
import {
  HORIZON_DAYS,
  soonestFree,
  defaultAvailability,
  type Availability,
  type Claimed,
} from '#domain/bookings/availability'
import { cardPrice } from '#domain/mentors/mentor'
import type { Criteria, Page } from '#domain/search/criteria'
import { applyListing, createDirectory, isWorn, reserve, type Directory } from '#server/search/engine/directory'
import { search, type Found } from '#server/search/engine/search'
import { DAY_MS, HOUR_MS } from '#domain/time/wall-time'
import type { App } from '#server/context'
import { countryNames } from '#server/reference/countries'
import { listClaims, readAvailabilities } from '#server/bookings/availability/availability-queries'
import { isOutage, transact } from '#server/db/connect'
import {
  clearStale,
  giveVersion,
  listListings,
  listPassed,
  listStale,
  lockVersion,
  readListingState,
  readSources,
  unlist,
  writeListings,
  type ListingSource,
} from '#server/search/listings-queries'
import { listListed, type MentorSummary } from '#server/mentors/queries'
import type { Pence } from '#domain/payments/money'

const REFRESHED_AT_ONCE = 500
const READ_AT_ONCE = 5_000
const TICK_MILLISECONDS = 500

/** Those who are found, as a page shows them, and what `search` says of the rest. */
export type FoundMentors = Found & { mentors: MentorSummary[] }

export async function findMentors(app: App, criteria: Criteria, page: Page): Promise<FoundMentors> {
  const found = search(await currentDirectory(app), criteria, page, app.now())
  return { ...found, mentors: await listListed(app.db, found.numbers) }
}

/** What is known of the list, no older than this call. Only where very much has changed at once the rest is left to the ticks. */
export async function currentDirectory(app: App): Promise<Directory> {
  const state = await readListingState(app.db, app.now())
  if (state.stale) await refreshListings(app)
  if (state.stale || state.version !== app.directory.version) await takeIn(app)
  return app.directory
}

/** Keeps `app.directory` within a second of every change, whichever process made it. Gives what ends it. */
export function keepDirectory(app: App): () => Promise<void> {
  const round = { last: false, wake: () => {} }
  const rounds = async () => {
    let failing = false
    while (!round.last) {
      try {
        while (!round.last && (await readListingState(app.db, app.now())).stale) await refreshListings(app)
        await currentDirectory(app)
        failing = false
      } catch (error) {
        if (!failing) app.log.error(isOutage(error) ? 'database unavailable' : 'directory failed', { error })
        failing = true
      }
      if (round.last) return
      await new Promise<void>((go) => {
        const timer = setTimeout(go, TICK_MILLISECONDS)
        round.wake = () => {
          clearTimeout(timer)
          go()
        }
      })
    }
  }
  const ended = rounds()
  return () => {
    round.last = true
    round.wake()
    return ended
  }
}

/** Makes listings anew that may no longer be true, as many as one transaction should. False when there was nothing to do. */
export async function refreshListings(app: App): Promise<boolean> {
  const now = app.now()
  return transact(app.db, async (tx) => {
    const version = (await lockVersion(tx)) + 1
    const stale = await listStale(tx, REFRESHED_AT_ONCE)
    const passed = await listPassed(tx, now, REFRESHED_AT_ONCE)
    const ids = [...new Set([...stale.map((mark) => mark.mentor_id), ...passed])]
    if (ids.length === 0) return false
    const sources = await readSources(tx, ids)
    const availabilities = await readAvailabilities(tx, ids)
    const claims = await listClaims(tx, ids, { from: now, to: new Date(now.getTime() + HORIZON_DAYS.max * DAY_MS) })
    const listed = new Set(sources.map((source) => source.id))
    const gone = ids.filter((id) => !listed.has(id))
    if (gone.length > 0) await unlist(tx, gone, version)
    if (sources.length > 0)
      await writeListings(
        tx,
        sources.map((source) => ({
          ...listingOf(source, availabilities.get(source.id), claims.get(source.id) ?? [], now),
          version,
        })),
      )
    if (stale.length > 0)
      await clearStale(
        tx,
        stale.map((mark) => mark.id),
      )
    await giveVersion(tx, version)
    return true
  })
}

function listingOf(source: ListingSource, known: Availability | undefined, claims: Claimed[], now: Date) {
  const { moves, sessions, topics } = source
  const shortest = Math.min(...sessions.map((session) => session.minutes))
  const availability = known ?? defaultAvailability(source.time_zone) // Deleted between two questions: gone with the next round.
  const prices = sessions.map((session) => ({ price: session.price_pence as Pence | null }))
  const free = sessions.every(({ price_pence: own }) => (own ?? source.price_pence) === 0) // Else the cap on free ones leaves some.
  const freeAt = sessions.length > 0 ? soonestFree({ minutes: shortest, availability, now, free }, claims) : null
  return {
    mentor_id: source.id,
    listed: true,
    name: source.name,
    words: wordsOfSource(source),
    destinations: unique(moves.map((move) => move.to_country)),
    origins: unique(moves.map((move) => move.from_country)),
    crossings: unique(moves.map((move) => `${move.from_country}-${move.to_country}`)),
    languages: source.languages,
    topics: topics.map((topic) => topic.code),
    location: source.location,
    experience: source.experience,
    price_pence: cardPrice({ price: source.price_pence }, prices).price,
    minutes: unique(sessions.map((session) => session.minutes)),
    rating: source.rating,
    rating_count: source.rating_count,
    created_at: source.created_at,
    free_at: freeAt,
    recheck_at: recheckAt(freeAt, availability, now),
  }
}

/** A start for which notice is too short is free no longer. Who has none may have one once the horizon has moved on. */
function recheckAt(freeAt: Date | null, { noticeHours }: Availability, now: Date): Date {
  return new Date(freeAt ? freeAt.getTime() - noticeHours * HOUR_MS + 1 : now.getTime() + DAY_MS)
}

const unique = <Value>(values: Value[]): Value[] => [...new Set(values)]

/** Role, employer, university, places and topics, as one text. */
function wordsOfSource(source: ListingSource): string {
  const { role, university, education, location, moves, topics, help_with } = source
  const countries = unique(moves.flatMap((move) => [move.from_country, move.to_country]))
  return [
    role,
    university,
    education,
    location,
    ...moves.flatMap((move) => [move.from_city, move.to_city, move.institution]),
    ...countries.flatMap(countryNames),
    ...topics.flatMap((topic) => [topic.label, topic.group]),
    ...help_with,
  ].join('\n')
}

const lines = new WeakMap<App, Promise<void>>()

/** One after the other: what was read later must not be overwritten by what was read before. */
function takeIn(app: App): Promise<void> {
  const after = (lines.get(app) ?? Promise.resolve()).catch(() => undefined).then(() => takeInNewer(app))
  lines.set(app, after)
  return after
}

async function takeInNewer(app: App): Promise<void> {
  const { version: newest } = await readListingState(app.db, app.now())
  // Worn by many changes, or the database is an older one, brought back: everything is read again.
  const anew = isWorn(app.directory) || newest < app.directory.version
  const directory = anew ? createDirectory() : app.directory
  let after = { version: directory.version, number: 2 ** 31 - 1 }
  for (;;) {
    const listings = await listListings(app.db, after, READ_AT_ONCE)
    if (listings.length === READ_AT_ONCE) reserve(directory, directory.size + 2 * READ_AT_ONCE)
    for (const listing of listings) applyListing(directory, listing)
    const last = listings.at(-1)
    if (last) after = { version: last.version, number: last.number }
    if (listings.length < READ_AT_ONCE) break
  }
  directory.version = Math.max(newest, after.version)
  app.directory = directory
}
