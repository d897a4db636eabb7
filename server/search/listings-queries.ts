/** SQL for listings, from which the in-memory index is made. Only `server/search/sync.ts` writes them. */
import { sql, type Insertable } from 'kysely'
import type { Listing } from '#domain/search/listing'
import type { Db } from '#server/platform/db/connect'
import type { Tables } from '#server/platform/db/tables'
import { shownAverage } from '#server/mentors/feedback-queries'

export type ListingSource = Awaited<ReturnType<typeof readSources>>[number]

/** The newest version, and whether a listing is stale or due for a recheck. One round trip. */
export async function readListingState(db: Db, now: Date): Promise<{ version: number; stale: boolean }> {
  const { rows } = await sql<{ version: number; stale: boolean }>`
    select version, exists (select from stale_listings)
      or exists (select from listings where listed and recheck_at <= ${now}) as stale
    from listing_version`.execute(db)
  return rows[0]!
}

/** Lets one process at a time refresh listings, so that no later version is seen before an earlier one. */
export async function lockVersion(tx: Db): Promise<number> {
  const { version } = await tx.selectFrom('listingVersion').select('version').forUpdate().executeTakeFirstOrThrow()
  return version
}

export async function setVersion(tx: Db, version: number): Promise<void> {
  await tx.updateTable('listingVersion').set({ version }).execute()
}

/** Marks of stale listings, oldest first. `id` is the mark's. */
export function listStale(tx: Db, limit: number) {
  return tx.selectFrom('staleListings').select(['id', 'mentorId']).orderBy('id').limit(limit).execute()
}

export async function clearStale(tx: Db, ids: number[]): Promise<void> {
  await tx.deleteFrom('staleListings').where('id', 'in', ids).execute()
}

/** Mentors whose listing is due for a recheck, since its soonest free start has passed. */
export async function listPassed(tx: Db, now: Date, limit: number): Promise<string[]> {
  const passed = await tx
    .selectFrom('listings')
    .select('mentorId')
    .where('listed', '=', true)
    .where('recheckAt', '<=', now)
    .orderBy('recheckAt')
    .limit(limit)
    .execute()
  return passed.map((row) => row.mentorId)
}

type Move = {
  fromCity: string
  fromCountry: string
  toCity: string
  toCountry: string
  institution: string
}

/** The data of the listings of these mentors. Mentors who are not accepted are left out. */
export function readSources(tx: Db, mentorIds: string[]) {
  return tx
    .selectFrom('mentors')
    .selectAll('mentors')
    .select([
      sql<Move[]>`coalesce((
        select json_agg(json_build_object('fromCity', from_city, 'fromCountry', from_country, 'toCity', to_city,
          'toCountry', to_country, 'institution', institution) order by position)
        from moves where moves.mentor_id = mentors.id), '[]')`.as('moves'),
      sql<{ minutes: number; pricePence: number | null }[]>`coalesce((
        select json_agg(json_build_object('minutes', minutes, 'pricePence', price_pence) order by position)
        from session_types where session_types.mentor_id = mentors.id), '[]')`.as('sessions'),
      sql<{ code: string; label: string; group: string }[]>`coalesce((
        select json_agg(json_build_object('code', code, 'label', label, 'group', topic_group) order by position, code)
        from mentor_topics join topics on code = topic where mentor_topics.mentor_id = mentors.id), '[]')`.as('topics'),
      sql<number | null>`(select ${shownAverage()} from feedback
        where feedback.mentor_id = mentors.id and published_at is not null)`.as('rating'),
      sql<number>`(select count(*)::int from feedback
        where feedback.mentor_id = mentors.id and published_at is not null)`.as('ratingCount'),
    ])
    .where('mentors.id', 'in', mentorIds)
    .where('status', '=', 'accepted')
    .execute()
}

export async function writeListings(tx: Db, listings: Insertable<Tables['listings']>[]): Promise<void> {
  const columns = Object.keys(listings[0] ?? {}).filter((column) => column !== 'mentorId')
  await tx
    .insertInto('listings')
    .values(listings)
    .onConflict((known) =>
      known
        .column('mentorId')
        .doUpdateSet((row) => Object.fromEntries(columns.map((name) => [name, row.ref(`excluded.${name}` as never)]))),
    )
    .execute()
}

/** Marks listings as not listed. The rows stay, so that every process learns of it. */
export async function deleteListings(tx: Db, mentorIds: string[], version: number): Promise<void> {
  await tx
    .updateTable('listings')
    .set({ listed: false, version })
    .where('mentorId', 'in', mentorIds)
    .where('listed', '=', true)
    .execute()
}

/** `price` in minor units of `currency`. */
type VersionedListing = Listing & { version: number; currency: string }
type Lists = 'destinations' | 'origins' | 'crossings' | 'languages' | 'topics' | 'minutes'
/** A listing as it is sent: lists as words (none has a blank), instants as milliseconds. */
type SentListing = Omit<VersionedListing, Lists | 'createdAt' | 'freeAt'> &
  Record<Lists, string> & { createdAt: number; freeAt: number | null }

/**
 * Listings that are newer than `after`, in order of version and number. Every process reads all of them when it starts, so
 * they come in a form that the drivers need not parse, and no plugin renames the columns of each row: measured, that is a
 * third of the time.
 */
export async function listListings(
  db: Db,
  after: { version: number; number: number },
  limit: number,
): Promise<VersionedListing[]> {
  const words = (column: Lists) => sql`array_to_string(${sql.ref(column)}, ' ') as ${sql.ref(column)}`
  const { rows } = await sql<SentListing>`
    select number, version, listed, name, words, ${words('destinations')}, ${words('origins')},
      ${words('crossings')}, ${words('languages')}, ${words('topics')}, location, experience, price_pence as price, price_currency as currency,
      ${words('minutes')}, rating, rating_count as "ratingCount",
      (extract(epoch from created_at) * 1000)::float8 as "createdAt", (extract(epoch from free_at) * 1000)::float8 as "freeAt"
    from listings where (version, number) > (${after.version}, ${after.number})
    order by version, number limit ${limit}`.execute(db.withoutPlugins())
  const lists = new Map<string, string[]>() // Many mentors share a list, so each is split once.
  const split = (words: string): string[] => {
    const known = lists.get(words)
    if (known) return known
    const list = words === '' ? [] : words.split(' ')
    lists.set(words, list)
    return list
  }
  return rows.map((row) => ({
    ...row,
    destinations: split(row.destinations),
    origins: split(row.origins),
    crossings: split(row.crossings),
    languages: split(row.languages),
    topics: split(row.topics),
    minutes: split(row.minutes).map(Number),
    createdAt: new Date(row.createdAt),
    freeAt: row.freeAt === null ? null : new Date(row.freeAt),
  }))
}

/** How many listings there are, of mentors who have left too. */
export async function countListings(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('listings')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Deletes the listing of a mentor who was erased, and has not been listed for days. */
export async function deleteListing(tx: Db, mentorId: string): Promise<void> {
  await tx.deleteFrom('listings').where('mentorId', '=', mentorId).execute()
}
