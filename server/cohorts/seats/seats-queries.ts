/** SQL for the seats of cohorts: a booking takes one as it would claim the minutes of a mentor. Decision 0038. */
import { sql, type NotNull } from 'kysely'
import { toMinorUnits } from '#domain/payments/money'
import { insertIfTaken, toBookingJson, type AnyHold } from '#server/bookings/holds/insert-hold-queries'
import { codeOfBooking, redeemIfTaken } from '#server/discounts/redemptions-queries'
import { lockSeats, takeSeat } from '#server/bookings/holds/seat-claims-queries'
import { HELD, isNotLapsed } from '#server/bookings/queries'
import type { Db } from '#server/platform/db/connect'

type SeatHold = AnyHold & { cohortId: string }

/**
 * Takes a seat and writes the booking. False, and nothing written, when no seat is free. Of any number of concurrent callers
 * as many get one as there are.
 *
 * @throws if its discount code cannot be redeemed (`redemptionProblem`).
 */
export async function insertSeatHold(tx: Db, hold: SeatHold): Promise<boolean> {
  await lockSeats(tx, hold.cohortId)
  const redeemed = hold.redemption ? redeemIfTaken({ ...hold, ...hold.redemption }) : sql``
  const { rows } = await sql`with taken as (${takeSeat(hold.id, hold.cohortId)})${redeemed}
    ${insertIfTaken(toBookingJson(hold))}`.execute(tx)
  return rows.length > 0
}

/** A browser's live hold of a seat in a cohort; not one whose payment is processing, which cannot be paid again. */
export function findSeatHold(db: Db, browserHash: string, cohortId: string) {
  return db
    .selectFrom('bookings')
    .leftJoin('discountRedemptions', 'discountRedemptions.bookingId', 'bookings.id')
    .select(['id', 'checkoutId', 'checkoutUrl', 'pricePence', 'menteeEmail', 'payBefore', 'codeId'])
    .where('browserHash', '=', browserHash)
    .where('cohortId', '=', cohortId)
    .where('status', '=', HELD)
    .where('processingSince', 'is', null)
    .orderBy('bookings.createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Holds of seats in a cohort. `overdueAt`: only those that should have been paid by then. */
export function listSeatHolds(db: Db, cohortId: string, overdueAt?: Date) {
  return db
    .selectFrom('bookings')
    .select(['id', 'checkoutId', 'pricePence'])
    .where('cohortId', '=', cohortId)
    .where('status', '=', HELD)
    .$if(overdueAt !== undefined, (query) => query.where('payBefore', '<=', overdueAt!))
    .execute()
}

/** Whether all seats of a cohort are taken or held at this moment. */
export async function isFull(db: Db, cohortId: string): Promise<boolean> {
  const { rows } = await sql<{ full: boolean }>`
    select (select count(*) from seats where cohort_id = cohorts.id) >= cohorts.seats as full
    from cohorts where id = ${cohortId}`.execute(db)
  return rows[0]?.full ?? true
}

/** How many seats of these cohorts are taken or held. */
export async function countTakenSeats(db: Db, cohortIds: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('seats')
    .select(['cohortId', sql<number>`count(*)::int`.as('taken')])
    .where('cohortId', 'in', cohortIds)
    .groupBy('cohortId')
    .execute()
  return new Map(rows.map(({ cohortId, taken }) => [cohortId, taken]))
}

/** A seat as its member's pages and emails show it, with its cohort. */
const seated = (db: Db) =>
  db
    .selectFrom('bookings')
    .innerJoin('cohorts', 'cohorts.id', 'bookings.cohortId')
    .innerJoin('accounts as proposers', 'proposers.id', 'cohorts.accountId')
    .select([
      'bookings.id',
      'reference',
      'bookings.status',
      'bookings.cohortId',
      'packageId',
      'checkoutId',
      'browserHash',
      'startsAt',
      'minutes',
      'menteeName',
      'menteeEmail',
      'bookings.accountId',
      'bookings.pricePence',
      'bookings.discountPence',
      codeOfBooking,
      'bookings.currency',
      'paidAt',
      'paidAmountPence',
      'paymentIntent',
      'payBefore',
      'processingSince',
      'termsVersion',
      'termsAcceptedAt',
      'bookings.cancelPolicy',
      'refundCeiling',
      'linkVersion',
      'cancelledAt',
      'cancelledBy',
      'bookings.erasedAt',
    ])
    .select([
      'cohorts.slug',
      'cohorts.title',
      'cohorts.mentorName',
      'cohorts.status as cohortStatus',
      'cohorts.accountId as proposerId',
      'proposers.name as proposerName',
      'proposers.email as proposerEmail',
      sql<string>`starts_on::text`.as('startsOn'),
      sql<string>`ends_on::text`.as('endsOn'),
    ])
    .$narrowType<{ cohortId: NotNull }>()

export type Seat = NonNullable<Awaited<ReturnType<typeof findSeat>>>

export const findSeat = (db: Db, id: string) => seated(db).where('bookings.id', '=', id).executeTakeFirst()

export const findSeatByReference = (db: Db, reference: string) =>
  seated(db).where('reference', '=', reference).executeTakeFirst()

/** For the page after the payment. A checkout's id cannot be guessed; only its buyer has it. */
export const findSeatByCheckout = (db: Db, checkoutId: string) =>
  seated(db).where('checkoutId', '=', checkoutId).executeTakeFirst()

/** By the SHA-256 of the hold's secret. */
export const findSeatBySecretHash = (db: Db, secretHash: string) =>
  seated(db).where('secretHash', '=', secretHash).executeTakeFirst()

/** The free seat in a cohort that a browser holds and has not confirmed. */
export const findUnconfirmedSeat = (db: Db, browserHash: string, slug: string) =>
  seated(db)
    .where('browserHash', '=', browserHash)
    .where('slug', '=', slug)
    .where('bookings.status', '=', HELD)
    .where('bookings.pricePence', '=', toMinorUnits(0))
    .orderBy('bookings.createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()

/** An account's seats, the latest cohort first, without holds that expired unpaid. */
export const listSeatsOfAccount = (db: Db, accountId: string, limit: number) =>
  seated(db)
    .where('bookings.accountId', '=', accountId)
    .where(isNotLapsed)
    .orderBy('startsAt', 'desc')
    .limit(limit)
    .execute()

/** The seats that were taken with this address and have a page, the latest cohort first. */
export const listSeatsOfAddress = (db: Db, email: string, limit: number) =>
  seated(db)
    .where('menteeEmail', '=', email)
    .where('bookings.status', '<>', 'held')
    .where(isNotLapsed)
    .orderBy('startsAt', 'desc')
    .limit(limit)
    .execute()

/** Everyone who joined a cohort, in the order in which they did, and who left it again. `keptPence`: of their payment. */
export const listMembers = (db: Db, cohortId: string) =>
  db
    .selectFrom('bookings')
    .select([
      'id',
      'reference',
      'status',
      'accountId',
      'menteeName',
      'menteeEmail',
      'createdAt',
      'startsAt',
      'currency',
    ])
    .select(['packageId', 'paidAt', 'paidAmountPence', 'paymentIntent', 'cancelPolicy', 'refundCeiling'])
    .select(
      sql<number>`(select coalesce(sum(amount_pence) filter (where kind in ('charge', 'refund', 'reversal')), 0)::int
        from ledger where booking_id = bookings.id)`.as('keptPence'),
    )
    .where('cohortId', '=', cohortId)
    .where('status', 'in', ['confirmed', 'completed', 'cancelled'])
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** How many members cohorts of an account have that are not over. */
export async function countMembers(db: Db, accountId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from bookings join cohorts on cohorts.id = cohort_id
    where cohorts.account_id = ${accountId} and cohorts.status = 'accepted' and bookings.status = 'confirmed'
      and ends_on >= ${now.toISOString().slice(0, 10)}::date`.execute(db)
  return rows[0]!.count
}

/** Ids of the confirmed seats in a cohort, in the order in which they are locked. */
export async function listConfirmedSeats(db: Db, cohortId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('bookings')
    .select('id')
    .where('cohortId', '=', cohortId)
    .where('status', '=', 'confirmed')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
