/** SQL for live holds: whose they are, and which of them stand in a buyer's way. */
import { sql, type SqlBool } from 'kysely'
import { toPence } from '#domain/payments/money'
import type { Db } from '#server/db/connect'

/**
 * A browser's live hold of a mentor's time: one that is being moved there, else of the hour it asks for, else the newest.
 * Not one whose payment is under way: that can neither be paid again nor moved.
 */
export function findCurrentHold(db: Db, browserHash: string, mentorId: string, startsAt?: Date) {
  return db
    .selectFrom('bookings')
    .selectAll()
    .where('browser_hash', '=', browserHash)
    .where('mentor_id', '=', mentorId)
    .where('status', '=', 'held')
    .where('processing_since', 'is', null)
    .orderBy(sql`moved_from is null`)
    .orderBy(sql`extract(epoch from starts_at) * 1000 is distinct from ${startsAt?.getTime() ?? null}::float8`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The free session, of any mentor, that a browser asked for last and whose address is not confirmed yet. */
export function findUnconfirmedSession(db: Db, browserHash: string) {
  return db
    .selectFrom('bookings')
    .select('id')
    .where('browser_hash', '=', browserHash)
    .where('status', '=', 'held')
    .where('price_pence', '=', toPence(0))
    .where('moved_from', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Holds that overlap a range of a mentor's time, with what it takes to end them. */
export function listHoldsWithin(db: Db, mentorId: string, from: Date, until: Date) {
  return db
    .selectFrom('claims')
    .innerJoin('bookings', 'bookings.id', 'claims.booking_id')
    .select([
      'bookings.id',
      'checkout_id',
      'browser_hash',
      'pay_before',
      'processing_since',
      'price_pence',
      'bookings.created_at',
    ])
    .where('claims.mentor_id', '=', mentorId)
    .where('status', '=', 'held')
    .where(sql<SqlBool>`during && tstzrange(${from.toISOString()}, ${until.toISOString()})`)
    .execute()
}

/**
 * Locks a mentor, so that their sessions of a day or a week are counted by one buyer at a time. Not `for update`: that
 * would wait for whoever takes a range again for a late payment, who may be waiting for us.
 */
export async function lockMentor(tx: Db, mentorId: string): Promise<void> {
  await tx.selectFrom('mentors').select('id').where('id', '=', mentorId).forNoKeyUpdate().execute()
}

/** A hold with what it takes to pay for it, or to end it. */
export function findHold(db: Db, id: string) {
  return db
    .selectFrom('bookings')
    .select(['id', 'reference', 'status', 'starts_at', 'price_pence', 'pay_before'])
    .select(['checkout_id', 'checkout_url', 'moved_from', 'processing_since'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Free sessions whose address nobody confirmed in time. */
export function listOverdueFreeHolds(db: Db, now: Date, limit: number) {
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
