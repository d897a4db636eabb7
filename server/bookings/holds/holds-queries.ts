/** SQL for live holds: finding one's own, and those that block a claim. */
import { sql, type SqlBool } from 'kysely'
import { toMinorUnits } from '#domain/payments/money'
import { HELD } from '#server/bookings/queries'
import type { Db } from '#server/platform/db/connect'

/** Whether someone else may pay by a link. */
const isByLink = sql<boolean>`exists (select from payment_requests where booking_id = bookings.id)`.as('isByLink')

/**
 * A browser's live hold with a mentor: first one that replaces another, then one of the requested start, then the
 * newest. `codeId`: of its discount code. A hold whose payment is processing is left out, since it can neither be paid
 * again nor moved.
 */
export function findCurrentHold(db: Db, browserHash: string, mentorId: string, startsAt?: Date) {
  return db
    .selectFrom('bookings')
    .leftJoin('discountRedemptions', 'discountRedemptions.bookingId', 'bookings.id')
    .selectAll('bookings')
    .select(['codeId', isByLink])
    .where('browserHash', '=', browserHash)
    .where('mentorId', '=', mentorId)
    .where('status', '=', HELD)
    .where('processingSince', 'is', null)
    .orderBy(sql`moved_from is null`)
    .orderBy(sql`extract(epoch from starts_at) * 1000 is distinct from ${startsAt?.getTime() ?? null}::float8`)
    .orderBy('bookings.createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The newest free session, with any mentor, that a browser holds and has not confirmed. */
export function findUnconfirmedSession(db: Db, browserHash: string) {
  return db
    .selectFrom('bookings')
    .select('id')
    .where('browserHash', '=', browserHash)
    .where('status', '=', HELD)
    .where('pricePence', '=', toMinorUnits(0))
    .where('movedFrom', 'is', null)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Holds that overlap a range of a mentor's time, with what releasing them needs. */
export function listHoldsWithin(db: Db, mentorId: string, from: Date, until: Date) {
  return db
    .selectFrom('claims')
    .innerJoin('bookings', 'bookings.id', 'claims.bookingId')
    .select(['bookings.id', 'checkoutId', 'browserHash', 'payBefore', 'pricePence'])
    .where('claims.mentorId', '=', mentorId)
    .where('status', '=', HELD)
    .where(sql<SqlBool>`during && tstzrange(${from.toISOString()}, ${until.toISOString()})`)
    .execute()
}

/** A hold with what paying or releasing it needs. */
export function findHold(db: Db, id: string) {
  return db
    .selectFrom('bookings')
    .select(['id', 'reference', 'status', 'startsAt', 'pricePence', 'payBefore'])
    .select(['checkoutId', 'checkoutUrl', 'movedFrom', 'processingSince', isByLink])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** By the SHA-256 of the hold's secret. */
export function findHoldBySecretHash(db: Db, secretHash: string) {
  return db
    .selectFrom('bookings')
    .select(['id', 'status', 'checkoutId', 'pricePence', 'paidAt'])
    .where('secretHash', '=', secretHash)
    .executeTakeFirst()
}

/** Free sessions that were not confirmed in time. */
export function listOverdueFreeHolds(db: Db, now: Date, limit: number) {
  return db
    .selectFrom('bookings')
    .select('id')
    .where('status', '=', HELD)
    .where('pricePence', '=', toMinorUnits(0))
    .where('holdExpiresAt', '<=', now)
    .orderBy('holdExpiresAt')
    .limit(limit)
    .execute()
}
