/** SQL for bookings and the minutes they claim. Every function takes a `Db`, so a caller may pass a transaction. */
import { sql, type Insertable } from 'kysely'
import type { TimeRange } from '#domain/availability'
import { nextStatus, type BookingEvent, type BookingStatus } from '#domain/booking'
import type { Pence } from '#domain/money'
import { minutesAfter } from '#domain/time'
import type { Db } from '#server/db/connect'
import type { Tables } from '#server/db/tables'

type Claimant = { id: string; mentor_id: string; starts_at: Date; minutes: number }

/**
 * Takes a booking's minutes of its mentor's time. False when someone else has any minute of them.
 * `claims_no_overlap` answers, so of any number of callers at the same moment exactly one hears true.
 * ON CONFLICT on that constraint alone: measured, it neither deadlocks nor aborts the transaction, and it hides no other error.
 */
export async function takeRange(db: Db, booking: Claimant): Promise<boolean> {
  const endsAt = minutesAfter(booking.starts_at, booking.minutes)
  const during = `[${booking.starts_at.toISOString()},${endsAt.toISOString()})`
  const taken = await db
    .insertInto('claims')
    .values({ booking_id: booking.id, mentor_id: booking.mentor_id, during })
    .onConflict((overlap) => overlap.constraint('claims_no_overlap').doNothing())
    .returning('booking_id')
    .executeTakeFirst()
  return taken !== undefined
}

export async function releaseRange(db: Db, bookingId: string): Promise<void> {
  await db.deleteFrom('claims').where('booking_id', '=', bookingId).execute()
}

/** The claimed ranges of a mentor that touch [from, to). */
export function listClaims(db: Db, mentorId: string, from: Date, to: Date): Promise<TimeRange[]> {
  return db
    .selectFrom('claims')
    .select([sql<Date>`lower(during)`.as('startsAt'), sql<Date>`upper(during)`.as('endsAt')])
    .where('mentor_id', '=', mentorId)
    .where(sql<boolean>`during && tstzrange(${from.toISOString()}, ${to.toISOString()})`)
    .execute()
}

export async function insertBooking(db: Db, booking: Insertable<Tables['bookings']>): Promise<void> {
  await db.insertInto('bookings').values(booking).execute()
}

/**
 * Lets something happen to a booking that is thought to be in this status. False when it no longer is: somebody else was
 * quicker. Throws when the domain knows no such transition.
 */
export async function moveBooking(db: Db, id: string, from: BookingStatus, event: BookingEvent): Promise<boolean> {
  const status = nextStatus(from, event)
  if (!status) throw new Error(`A booking that is ${from} cannot ${event}`)
  const moved = await db
    .updateTable('bookings')
    .set({ status })
    .where('id', '=', id)
    .where('status', '=', from)
    .returning('id')
    .executeTakeFirst()
  return moved !== undefined
}

/** Remembers the payment session of a hold. False when the hold is gone or has one already. */
export async function recordCheckout(
  db: Db,
  id: string,
  checkout: { id: string; url: string | null },
): Promise<boolean> {
  const recorded = await db
    .updateTable('bookings')
    .set({ checkout_id: checkout.id, checkout_url: checkout.url, orphan_since: null })
    .where('id', '=', id)
    .where('checkout_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return recorded !== undefined
}

export async function recordPayment(
  db: Db,
  id: string,
  payment: { amount: Pence; paymentIntent: string | null; paidAt: Date },
): Promise<void> {
  await db
    .updateTable('bookings')
    .set({ paid_amount_pence: payment.amount, payment_intent: payment.paymentIntent, paid_at: payment.paidAt })
    .where('id', '=', id)
    .execute()
}

/** `since` null: nothing of it is left at the payment service. */
export async function markOrphan(db: Db, id: string, since: Date | null): Promise<void> {
  await db.updateTable('bookings').set({ orphan_since: since }).where('id', '=', id).execute()
}

/** The booking, locked until the transaction ends, so that webhook, success page and sweeper settle it one after the other. */
export function lockBooking(tx: Db, by: { id: string } | { checkoutId: string }) {
  const query = tx.selectFrom('bookings').selectAll().forUpdate()
  return (
    'id' in by ? query.where('id', '=', by.id) : query.where('checkout_id', '=', by.checkoutId)
  ).executeTakeFirst()
}

/** Unpaid holds whose payment session should have expired by `now`. */
export function listLapsedHolds(db: Db, now: Date, limit: number) {
  return db
    .selectFrom('bookings')
    .select(['id', 'checkout_id'])
    .where('status', '=', 'held')
    .where('checkout_id', 'is not', null)
    .where('pay_before', '<=', now)
    .orderBy('pay_before')
    .limit(limit)
    .execute()
}

/** Bookings made before `madeBefore` whose payment session never reached us: the making of it failed, or the process died. */
export function listOrphans(db: Db, madeBefore: Date, limit: number) {
  return db
    .selectFrom('bookings')
    .select(['id', 'status', 'created_at', 'checkout_id'])
    .where((row) =>
      row.or([
        row('orphan_since', '<=', madeBefore),
        row.and([row('status', '=', 'held'), row('checkout_id', 'is', null), row('created_at', '<=', madeBefore)]),
      ]),
    )
    .orderBy('created_at')
    .limit(limit)
    .execute()
}

const booked = (db: Db) =>
  db
    .selectFrom('bookings')
    .innerJoin('mentors', 'mentors.id', 'bookings.mentor_id')
    .select((row) => [
      'bookings.id',
      'reference',
      'bookings.status',
      'checkout_id',
      'starts_at',
      'minutes',
      'session_title',
      'session_type_id',
      'mentors.name as mentor_name',
      'mentors.slug as mentor_slug',
      'mentors.location as mentor_location',
      'mentor_time_zone',
      'mentee_time_zone',
      'mentee_name',
      'mentee_email',
      'mentee_phone',
      'topic',
      'bookings.price_pence',
      'bookings.currency',
      'pay_before',
      'paid_at',
      'paid_amount_pence',
      row
        .selectFrom('refunds')
        .select('refunds.status')
        .whereRef('refunds.booking_id', '=', 'bookings.id')
        .orderBy('refunds.created_at', 'desc')
        .limit(1)
        .as('refund_status'),
    ])

export type BookedSession = NonNullable<Awaited<ReturnType<typeof findBooking>>>

export const findBooking = (db: Db, id: string) => booked(db).where('bookings.id', '=', id).executeTakeFirst()

/** For the success page. A payment session's id cannot be guessed, and whoever has it paid or was about to. */
export const findBookingByCheckout = (db: Db, checkoutId: string) =>
  booked(db).where('checkout_id', '=', checkoutId).executeTakeFirst()

/** By the SHA-256 of the hold's own secret, the only key to what a visitor typed. */
export const findBookingBySecretHash = (db: Db, secretHash: string) =>
  booked(db).where('secret_hash', '=', secretHash).executeTakeFirst()
