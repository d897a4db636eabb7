/** SQL for live holds: whose they are, how many somebody has, and which of them stand in a buyer's way. */
import { sql, type SqlBool } from 'kysely'
import { toPence } from '#domain/money'
import type { Db } from '#server/db/connect'

/**
 * A browser's live hold of a mentor's time: of the hour it asks for, else the newest. Not one whose payment is under way: that
 * can neither be paid again nor moved.
 */
export function findOwnHold(db: Db, browserHash: string, mentorId: string, startsAt?: Date) {
  return db
    .selectFrom('bookings')
    .selectAll()
    .where('browser_hash', '=', browserHash)
    .where('mentor_id', '=', mentorId)
    .where('status', '=', 'held')
    .where('processing_since', 'is', null)
    .orderBy(sql`extract(epoch from starts_at) * 1000 is distinct from ${startsAt?.getTime() ?? null}::float8`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The free session, of any mentor, that a browser asked for last and whose address is not confirmed yet. */
export function findOwnUnconfirmed(db: Db, browserHash: string) {
  return db
    .selectFrom('bookings')
    .select('id')
    .where('browser_hash', '=', browserHash)
    .where('status', '=', 'held')
    .where('price_pence', '=', toPence(0))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export type Holder = { browserHash: string | null; email: string; network: string | null; mentorId: string }

/** Lets the holds of one browser, email address or network be counted and made by one transaction at a time. */
export async function lockHolder(tx: Db, { browserHash, email, network }: Holder): Promise<void> {
  const keys = [
    `email ${email.toLowerCase()}`,
    browserHash && `browser ${browserHash}`,
    network && `network ${network}`,
  ]
  // Always in the same order: two transactions with two of them in common then cannot wait for each other.
  const ordered = keys.filter((key) => key !== null).toSorted()
  await sql`/* prepared: lock holder */
    select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${ordered}::text[]) as key`.execute(tx)
}

type Count = 'browser' | 'email' | 'network' | 'ofMentor'
export type HoldCounts = Record<Count, number> & Record<`${Count}Ends`, Date | null>

/**
 * How many holds there are of each, and when the first of those ends. A payment under way is no hold that could be given
 * up; a free session that is to come counts like one by its email address, for nothing was paid for it. `ofMentor`: of this
 * mentor's time until `until`. `but`: a booking that is about to be given up.
 */
export async function countHolds(
  tx: Db,
  { browserHash, email, network, mentorId }: Holder,
  { now, until, but }: { now: Date; until: Date; but: string | null },
): Promise<HoldCounts> {
  const { rows } = await sql<HoldCounts>`/* prepared: count holds */
    with counted as (
      select browser_hash = ${browserHash} as of_browser, mentee_email = ${email} as of_email,
        network = ${network} as of_network, mentor_id, starts_at, hold_expires_at as ends
      from bookings
      where status = 'held' and processing_since is null and id is distinct from ${but}::uuid
        and (browser_hash = ${browserHash} or mentee_email = ${email} or network = ${network})
      union all
      select false, true, false, mentor_id, starts_at, starts_at
      from bookings
      where status = 'confirmed' and price_pence = 0 and mentee_email = ${email} and starts_at > ${now}
    )
    select count(*) filter (where of_browser)::int as browser, min(ends) filter (where of_browser) as "browserEnds",
      count(*) filter (where of_email)::int as email, min(ends) filter (where of_email) as "emailEnds",
      count(*) filter (where of_network)::int as network, min(ends) filter (where of_network) as "networkEnds",
      count(*) filter (where of_email and mentor_id = ${mentorId} and starts_at < ${until})::int as "ofMentor",
      min(ends) filter (where of_email and mentor_id = ${mentorId} and starts_at < ${until}) as "ofMentorEnds"
    from counted
  `.execute(tx)
  return rows[0]!
}

/** How many times an address was asked to confirm a free session since an instant, and when for the first time. */
export function countAsked(tx: Db, email: string, since: Date) {
  return tx
    .selectFrom('mails')
    .innerJoin('bookings', 'bookings.id', 'mails.booking_id')
    .select([sql<number>`count(*)::int`.as('count'), sql<Date | null>`min(mails.created_at)`.as('first')])
    .where('kind', '=', 'confirm_address')
    .where('mentee_email', '=', email)
    .where('mails.created_at', '>', since)
    .executeTakeFirstOrThrow()
}

/** Holds that overlap a range of a mentor's time, with what it takes to end them. */
export function listHoldsWithin(db: Db, mentorId: string, from: Date, until: Date) {
  return db
    .selectFrom('claims')
    .innerJoin('bookings', 'bookings.id', 'claims.booking_id')
    .select([
      'bookings.id',
      'checkout_id',
      'checkout_url',
      'browser_hash',
      'pay_before',
      'price_pence',
      'bookings.created_at',
    ])
    .where('claims.mentor_id', '=', mentorId)
    .where('status', '=', 'held')
    .where(sql<SqlBool>`during && tstzrange(${from.toISOString()}, ${until.toISOString()})`)
    .execute()
}

/** Whether a range of a mentor's time is free but for one booking, and for holds that have lapsed and only wait to be ended. */
export async function isFreeBut(
  db: Db,
  {
    bookingId,
    mentorId,
    from,
    until,
    now,
  }: { bookingId: string; mentorId: string; from: Date; until: Date; now: Date },
): Promise<boolean> {
  const inTheWay = await db
    .selectFrom('claims')
    .innerJoin('bookings', 'bookings.id', 'claims.booking_id')
    .select('bookings.id')
    .where('claims.mentor_id', '=', mentorId)
    .where('bookings.id', '<>', bookingId)
    .where((row) =>
      row.not(row.and([row('status', '=', 'held'), row('processing_since', 'is', null), row('pay_before', '<=', now)])),
    )
    .where(sql<SqlBool>`during && tstzrange(${from.toISOString()}, ${until.toISOString()})`)
    .limit(1)
    .executeTakeFirst()
  return inTheWay === undefined
}

/**
 * Locks a mentor, so that their sessions of a day or a week are counted by one buyer at a time. Not `for update`: that
 * would wait for whoever takes a range again for a late payment, who may be waiting for us.
 */
export async function lockMentor(tx: Db, mentorId: string): Promise<void> {
  await tx.selectFrom('mentors').select('id').where('id', '=', mentorId).forNoKeyUpdate().execute()
}

/** A hold that waits for its payment session: its making may be under way in another request of the same visitor. */
export function findHold(db: Db, id: string) {
  return db
    .selectFrom('bookings')
    .select(['id', 'reference', 'status', 'price_pence', 'checkout_id', 'checkout_url', 'pay_before'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Free sessions whose address nobody confirmed in time. */
export function listUnconfirmed(db: Db, now: Date, limit: number) {
  return db
    .selectFrom('bookings')
    .select('id')
    .where('status', '=', 'held')
    .where('price_pence', '=', toPence(0))
    .where('hold_expires_at', '<=', now)
    .orderBy('hold_expires_at')
    .limit(limit)
    .execute()
}
