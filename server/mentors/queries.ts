/** SQL for mentors. Public queries begin with `publicMentors`, so that no route can forget the status. */
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { availabilityColumns, toAvailability } from '#server/mentors/availability/availability-queries'
import { isVolunteer } from '#domain/mentors/content'
import type { CancelPolicy } from '#domain/bookings/refunds/refund-rule'
import { compileOnce } from '#server/platform/db/compile-once'
import type { Db } from '#server/platform/db/connect'
import type { Tables } from '#server/platform/db/tables'
import { shownAverage } from '#server/mentors/feedback-queries'

/**
 * A mentor as the list shows them. `sessionPrices` are the sessions' own prices in pence (null: the mentor's price).
 */
export type MentorSummary = Awaited<ReturnType<typeof listListed>>[number]
export type MentorDetail = NonNullable<Awaited<ReturnType<typeof findMentor>>>

const publicMentors = (db: Db) => db.selectFrom('mentors').where('mentors.status', '=', 'accepted')

/** The language of a mentor's own texts, ISO 639-1: as chosen, else as detected. Null if it is not known. */
const textsLanguage = sql<string | null>`coalesce(texts_language, detected_language)`.as('textsLanguage')

/** With ratings, computed only for the selected rows. `ratingAverage` has one decimal. */
const ratedMentors = (db: Db) =>
  publicMentors(db)
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('feedback')
          .select([shownAverage().as('average'), sql<number>`count(*)::int`.as('count')])
          .whereRef('feedback.mentorId', '=', 'mentors.id')
          .where('feedback.publishedAt', 'is not', null)
          .as('rated'),
      (join) => join.onTrue(), // Mentors without feedback stay: an average of nothing is a row too.
    )
    .select(['rated.average as ratingAverage', 'rated.count as ratingCount'])

type SessionOffered = Pick<
  Selectable<Tables['sessionTypes']>,
  'id' | 'title' | 'minutes' | 'description' | 'leaveWith' | 'touchesVisas' | 'pricePence'
>
type Move = MoveSummary & Pick<Selectable<Tables['moves']>, 'purpose' | 'year' | 'institution'>
type MoveSummary = { fromCity: string; fromCountry: string; toCity: string; toCountry: string }

/** Accepted mentors by the numbers of their listings, in that order. */
export async function listListed(db: Db, numbers: number[]) {
  if (numbers.length === 0) return []
  const rows = await publicMentors(db)
    .innerJoin('listings', 'listings.mentorId', 'mentors.id')
    .select([
      'mentors.id',
      'slug',
      'mentors.name',
      'role',
      'mentors.experience',
      'mentors.location',
      'mentors.languages',
      'otherLanguages',
      'portrait',
      'timeZone',
      'mentors.pricePence',
      'currency',
      'helpWith',
      'listings.number',
      'listings.topics',
      'listings.rating as ratingAverage',
      'listings.ratingCount',
      'listings.freeAt',
      textsLanguage,
      sql<(number | null)[]>`array(
        select s.price_pence from session_types s where s.mentor_id = mentors.id order by s.position)`.as(
        'sessionPrices',
      ),
      sql<MoveSummary[]>`coalesce((
        select json_agg(json_build_object('fromCity', from_city, 'fromCountry', from_country,
          'toCity', to_city, 'toCountry', to_country) order by position)
        from moves where moves.mentor_id = mentors.id), '[]')`.as('moves'),
    ])
    .where('listings.number', 'in', numbers)
    .execute()
  const place = new Map(numbers.map((number, index) => [number, index]))
  return rows.toSorted((a, b) => place.get(a.number)! - place.get(b.number)!)
}

/** The slug of an accepted mentor; null if there is none. */
export async function findMentorSlug(db: Db, id: string): Promise<string | null> {
  return (await publicMentors(db).select('slug').where('id', '=', id).executeTakeFirst())?.slug ?? null
}

const readMentor = compileOnce((db, values: { slug: string }) =>
  ratedMentors(db)
    .modifyFront(sql`/* prepared: mentor */`)
    .select([
      'mentors.id',
      'slug',
      'mentors.name',
      'role',
      'mentors.experience',
      'mentors.location',
      'mentors.languages',
    ])
    .select([
      'otherLanguages',
      'university',
      'education',
      'linkedin',
      'pricePence',
      'currency',
      'about',
      'whyMentor',
      'translations',
    ])
    .select(['company', 'helpWith', 'portrait', 'timeZone', 'horizonDays', 'cancelPolicy', textsLanguage])
    .select('acceptsPaymentLinks')
    .select([
      sql<SessionOffered[]>`coalesce((
        select json_agg(json_build_object('id', id, 'title', title, 'minutes', minutes, 'description', description,
          'leaveWith', leave_with, 'touchesVisas', touches_visas, 'pricePence', price_pence) order by position)
        from session_types where session_types.mentor_id = mentors.id), '[]')`.as('sessionTypes'),
      sql<Move[]>`coalesce((
        select json_agg(json_build_object('fromCity', from_city, 'fromCountry', from_country, 'toCity', to_city,
          'toCountry', to_country, 'purpose', purpose, 'year', year, 'institution', institution) order by position)
        from moves where moves.mentor_id = mentors.id), '[]')`.as('moves'),
      sql<{ code: string; label: string }[]>`coalesce((
        select json_agg(json_build_object('code', code, 'label', label) order by position, code)
        from mentor_topics join topics on topics.code = mentor_topics.topic
        where mentor_topics.mentor_id = mentors.id), '[]')`.as('topics'),
    ])
    .where('slug', '=', values.slug)
    .compile(),
)

/**
 * An accepted mentor with sessions, crossings and topics, in their order; null if there is none. One statement, since every
 * public page of a mentor begins with it.
 */
export async function findMentor(db: Db, slug: string) {
  if (slug.includes('\0')) return null // A URL may hold it; PostgreSQL refuses it.
  return (await readMentor(db, { slug })) ?? null
}

/** The cancellation policy of an account's mentor, also for what else they offer; the most generous without one. */
export async function findPolicyOfAccount(db: Db, accountId: string): Promise<CancelPolicy> {
  const query = db.selectFrom('mentors').select('cancelPolicy').where('accountId', '=', accountId)
  return (await query.executeTakeFirst())?.cancelPolicy ?? 'flexible'
}

/** The id of an account's mentor; null without one. */
export async function findMentorIdOfAccount(db: Db, accountId: string): Promise<string | null> {
  const query = db.selectFrom('mentors').select('id').where('accountId', '=', accountId)
  return (await query.executeTakeFirst())?.id ?? null
}

/** The currency in which an account's mentor prices what they offer; undefined without one. */
export async function findCurrencyOfAccount(db: Db, accountId: string): Promise<string | undefined> {
  const query = db.selectFrom('mentors').select('currency').where('accountId', '=', accountId)
  return (await query.executeTakeFirst())?.currency
}

/**
 * Whether an account may take money for what it offers: payouts go to its mentor's record, in which a person said that they may
 * earn where they live and an admin believed it.
 */
export async function mayEarn(db: Db, accountId: string): Promise<boolean> {
  const mentor = await db
    .selectFrom('mentors')
    .select('rightToEarn')
    .where('accountId', '=', accountId)
    .where('status', 'in', ['accepted', 'paused'])
    .executeTakeFirst()
  return mentor !== undefined && !isVolunteer(mentor)
}

export async function isAccepted(db: Db, id: string): Promise<boolean> {
  return (await publicMentors(db).select('mentors.id').where('mentors.id', '=', id).executeTakeFirst()) !== undefined
}

export async function countMentors(db: Db): Promise<number> {
  const { count } = await publicMentors(db)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The first crossing of each of the newest accepted mentors; with a move the one that they made, by the codes of its countries. */
export function listCrossings(db: Db, limit: number, made?: { from: string | null; to: string | null }) {
  const { from, to } = made ?? { from: null, to: null }
  return publicMentors(db)
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('moves')
          .select(['fromCity', 'fromCountry', 'toCity', 'toCountry'])
          .select(['fromLongitude', 'fromLatitude', 'toLongitude', 'toLatitude'])
          .whereRef('moves.mentorId', '=', 'mentors.id')
          .$if(from !== null, (moves) => moves.where('fromCountry', '=', from!))
          .$if(to !== null, (moves) => moves.where('toCountry', '=', to!))
          .orderBy('moves.position')
          .limit(1)
          .as('moves'),
      (join) => join.onTrue(),
    )
    .select(['slug', 'name', 'portrait', 'fromCity', 'fromCountry', 'toCity', 'toCountry'])
    .select(['fromLongitude', 'fromLatitude', 'toLongitude', 'toLatitude'])
    .orderBy('mentors.createdAt', 'desc')
    .orderBy('mentors.id')
    .limit(limit)
    .execute()
}

/** The numbers of accepted mentors, of countries they have moved between, and of completed sessions. */
export async function countCommunity(db: Db) {
  const mentors = await countMentors(db)
  const moves = publicMentors(db).innerJoin('moves', 'moves.mentorId', 'mentors.id')
  const { countries } = await db
    .selectFrom(moves.select('fromCountry as country').union(moves.select('toCountry as country')).as('ends'))
    .select(sql<number>`count(*)::int`.as('countries'))
    .executeTakeFirstOrThrow()
  const { sessions } = await db
    .selectFrom('bookings')
    .select(sql<number>`count(*)::int`.as('sessions'))
    .where('status', '=', 'completed')
    .executeTakeFirstOrThrow()
  return { mentors, countries, sessions }
}

/**
 * Accepted mentors' slugs in a fixed order. `changedAt`: when the profile last changed or feedback was last published.
 */
export function listMentorAddresses(db: Db, { limit, offset }: { limit: number; offset: number }) {
  return publicMentors(db)
    .select([
      'slug',
      sql<Date>`greatest(mentors.created_at, (
        select max(feedback.published_at) from feedback where feedback.mentor_id = mentors.id))`.as('changedAt'),
    ])
    .orderBy('mentors.id')
    .limit(limit)
    .offset(offset)
    .execute()
}

/**
 * For `POST /create-checkout-session`: the sessions of the accepted mentor with this id, or of up to two with exactly
 * this name, in their order. A mentor without sessions has one row without a session.
 */
export function listSessions(db: Db, by: { name: string } | { id: string }) {
  const named = publicMentors(db).select(['mentors.id', 'timeZone', 'currency']).limit(2)
  const found = 'id' in by ? named.where('id', '=', by.id) : named.where('name', '=', by.name)
  return db
    .selectFrom(found.as('found'))
    .leftJoin('sessionTypes', 'sessionTypes.mentorId', 'found.id')
    .select(['found.id as mentorId', 'found.timeZone', 'found.currency', 'sessionTypes.id', 'sessionTypes.title'])
    .orderBy('position')
    .execute()
}

type SessionTypeQuery = { id: string; browserHash: string | null }

/**
 * For booking: reads a session type of an accepted mentor with their availability. `hasCurrentHold`: whether the browser
 * has a hold with this mentor that it can move. Undefined if the session is not on offer.
 */
export const findSessionType = sessionTypeReader('session type', () => sql<null>`null`)

/**
 * Makes a `findSessionType` that reads another column, `entered`, in the same statement.
 *
 * @param name Under which the statement is prepared.
 */
export function sessionTypeReader<Entered, Values extends object = object>(
  name: string,
  selectEntered: (values: Values) => RawBuilder<Entered>,
) {
  const read = compileOnce((db, values: SessionTypeQuery & Values) =>
    publicMentors(db)
      .modifyFront(sql`/* prepared: ${sql.raw(name)} */`)
      .innerJoin('sessionTypes', 'sessionTypes.mentorId', 'mentors.id')
      .select([
        'sessionTypes.id',
        'sessionTypes.mentorId',
        'sessionTypes.title',
        'sessionTypes.minutes',
        'sessionTypes.pricePence',
        'mentors.pricePence as mentorPrice',
        'mentors.currency',
        'mentors.cancelPolicy',
        'mentors.acceptsPaymentLinks',
        'mentors.name as mentorName',
        'mentors.slug as mentorSlug',
      ])
      .select(availabilityColumns)
      .select(
        sql<boolean>`exists (
          select from bookings where browser_hash = ${values.browserHash}::text and bookings.mentor_id = mentors.id
            and bookings.status = 'held' and processing_since is null)`.as('hasCurrentHold'),
      )
      .select(selectEntered(values).as('entered'))
      .where('sessionTypes.id', '=', values.id)
      .compile(),
  )
  return async (db: Db, values: SessionTypeQuery & Values) => {
    const found = await read(db, values)
    return found && { ...found, availability: toAvailability(found) }
  }
}

/** Who gets the emails about a mentor: the account that the record belongs to. Undefined without one. */
export function findMailedMentor(db: Db, mentorId: string) {
  return db
    .selectFrom('mentors')
    .innerJoin('accounts', 'accounts.id', 'mentors.accountId')
    .select(['mentors.slug', 'mentors.timeZone', 'accounts.name', 'accounts.email'])
    .where('mentors.id', '=', mentorId)
    .executeTakeFirst()
}

/** The cities of a mentor's first crossing; undefined if the record has none. */
export const findLeg = (db: Db, mentorId: string) =>
  db
    .selectFrom('moves')
    .select(['fromCity', 'fromCountry', 'toCity', 'toCountry'])
    .where('mentorId', '=', mentorId)
    .where('position', '=', 0)
    .executeTakeFirst()

/** Names by mentor id. Unknown ids are left out. */
export async function findMentorNames(db: Db, ids: string[]): Promise<Map<string, string>> {
  const rows = await db.selectFrom('mentors').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Crossings that public mentors made, the most common first. */
export async function listCommonCrossings(db: Db, limit: number): Promise<{ from: string; to: string }[]> {
  return publicMentors(db)
    .innerJoin('moves', 'moves.mentorId', 'mentors.id')
    .select(['fromCountry as from', 'toCountry as to'])
    .groupBy(['fromCountry', 'toCountry'])
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('fromCountry')
    .orderBy('toCountry')
    .limit(limit)
    .execute()
}

/** Everyone who made a crossing, also those who are no longer public. */
export async function listMentorsOfCrossing(db: Db, from: string, to: string): Promise<string[]> {
  const rows = await db
    .selectFrom('moves')
    .select('mentorId')
    .distinct()
    .where('fromCountry', '=', from)
    .where('toCountry', '=', to)
    .execute()
  return rows.map(({ mentorId }) => mentorId)
}

/**
 * Locks a mentor, so that one transaction at a time counts their sessions of a day or week. Not `for update`: that
 * would wait for a transaction that retakes a claim for a late payment, which may be waiting for this one.
 */
export async function lockMentor(tx: Db, mentorId: string): Promise<void> {
  await tx.selectFrom('mentors').select('id').where('id', '=', mentorId).forNoKeyUpdate().execute()
}
