/** SQL for listings, from which the in-memory index is made. Only `server/search/sync.ts` writes them. */
import { sql, type Insertable } from 'kysely'
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

/**
 * Many listings: a list for each column, instants in milliseconds, `price` in minor units of `currency`. Texts are joined to one,
 * with the number of bytes of each. `choices` are destinations, origins, languages, topics, minutes and crossings, a line each
 * with a blank between choices, and then the location.
 */
export type SentListings = Record<
  'number' | 'version' | 'experience' | 'price' | 'ratingCount' | 'createdAt',
  number[]
> &
  Record<'rating' | 'freeAt', (number | null)[]> &
  Record<'name' | 'words' | 'choices', string> &
  Record<'nameBytes' | 'wordsBytes' | 'choicesBytes', number[]> & { listed: boolean[]; currency: string[] }

/**
 * Listings that are newer than `after`, in order of version and number; null without any. Every process reads all of them when
 * it starts, so the database sends them as one row: a row for each takes the driver and the garbage collector a third of the
 * time.
 */
export async function listListings(
  db: Db,
  after: { version: number; number: number },
  limit: number,
): Promise<SentListings | null> {
  const { rows } = await sql<SentListings | Record<keyof SentListings, null>>`
    select json_agg(number) as number, json_agg(version) as version, json_agg(listed) as listed,
      string_agg(name, '') as name, json_agg(octet_length(name)) as "nameBytes",
      string_agg(words, '') as words, json_agg(octet_length(words)) as "wordsBytes",
      string_agg(choices, '') as choices, json_agg(octet_length(choices)) as "choicesBytes",
      json_agg(experience) as experience, json_agg(price_pence) as price, json_agg(price_currency) as currency,
      json_agg(rating) as rating, json_agg(rating_count) as "ratingCount",
      json_agg((extract(epoch from created_at) * 1000)::float8) as "createdAt",
      json_agg((extract(epoch from free_at) * 1000)::float8) as "freeAt"
    from (select *, concat_ws(E'\n', array_to_string(destinations, ' '), array_to_string(origins, ' '),
        array_to_string(languages, ' '), array_to_string(topics, ' '), array_to_string(minutes, ' '),
        array_to_string(crossings, ' '), location) as choices
      from listings where (version, number) > (${after.version}, ${after.number})
      order by version, number limit ${limit}) as newer`.execute(db.withoutPlugins())
  const sent = rows[0]
  return sent?.number ? sent : null
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
