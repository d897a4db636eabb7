/** SQL for sessions that someone else pays for by a link. */
import { sql } from 'kysely'
import { emailKey } from '#domain/accounts/email-key'
import type { TimeRange } from '#domain/bookings/availability'
import { MAX_LINK_EMAILS } from '#domain/bookings/payment-link'
import { HELD } from '#server/bookings/queries'
import type { Db } from '#server/platform/db/connect'

/** Call in the transaction that writes the hold. */
export async function insertPaymentRequest(
  tx: Db,
  request: { bookingId: string; tokenHash: string; createdAt: Date },
): Promise<void> {
  await tx.insertInto('paymentRequests').values(request).execute()
}

export const findPaymentRequest = (db: Db, bookingId: string) =>
  db.selectFrom('paymentRequests').selectAll().where('bookingId', '=', bookingId).executeTakeFirst()

/**
 * Whether this browser or address has a link that waits for its payment, `except` aside. Call with the keys of limits locked
 * (`lockLimitKeys`), so that of two concurrent requests one counts the other.
 */
export async function hasWaitingLink(
  tx: Db,
  { browserHash, menteeEmail, except }: { browserHash: string | null; menteeEmail: string; except: string | null },
): Promise<boolean> {
  const waiting = await selectWaiting(tx, except)
    .where((row) => row.or([row('browserHash', '=', browserHash ?? ''), row('emailKey', '=', emailKey(menteeEmail))]))
    .select('bookings.id')
    .limit(1)
    .executeTakeFirst()
  return waiting !== undefined
}

/** What links hold of a mentor's time in [from, to), `except` aside. Call with the mentor locked. */
export async function listTimesOfLinks(
  tx: Db,
  mentorId: string,
  { from, to, except }: { from: Date; to: Date; except: string | null },
): Promise<TimeRange[]> {
  return selectWaiting(tx, except)
    .select(['startsAt', sql<Date>`starts_at + minutes * interval '1 minute'`.as('endsAt')])
    .where('mentorId', '=', mentorId)
    .where('startsAt', '>=', from)
    .where('startsAt', '<', to)
    .execute()
}

/** Holds that wait for the payment of someone else, also while that is processing. */
const selectWaiting = (tx: Db, except: string | null) =>
  tx
    .selectFrom('paymentRequests')
    .innerJoin('bookings', 'bookings.id', 'paymentRequests.bookingId')
    .where('status', '=', HELD)
    .where(sql<boolean>`bookings.id is distinct from ${except}::uuid`)

/** Whether another hold is taking the place of this one. */
export async function isBeingReplaced(db: Db, bookingId: string): Promise<boolean> {
  const next = await db
    .selectFrom('bookings')
    .select('id')
    .where('movedFrom', '=', bookingId)
    .where('status', '=', HELD)
    .executeTakeFirst()
  return next !== undefined
}

/** Records who has paid. Does nothing for a booking without a link, and for the mentee's own address. */
export async function recordPayer(
  tx: Db,
  booking: { id: string; emailKey: string },
  payerEmail: string,
): Promise<boolean> {
  if (emailKey(payerEmail) === booking.emailKey) return false
  const recorded = await tx
    .updateTable('paymentRequests')
    .set({ payerEmail })
    .where('bookingId', '=', booking.id)
    .returning('bookingId')
    .executeTakeFirst()
  return recorded !== undefined
}

/** Whether someone other than the mentee has paid by a link. */
export async function hasPayer(tx: Db, bookingId: string): Promise<boolean> {
  const payer = await tx
    .selectFrom('paymentRequests')
    .select('bookingId')
    .where('bookingId', '=', bookingId)
    .where('payerEmail', 'is not', null)
    .executeTakeFirst()
  return payer !== undefined
}

/** By the SHA-256 of the token in the payer's link, with what paying needs. */
export const findPaymentRequestByToken = (db: Db, tokenHash: string) =>
  selectRequested(db).where('tokenHash', '=', tokenHash).executeTakeFirst()

/** By the booking's public reference, which gives no access to it. */
export const findPaymentRequestByReference = (db: Db, reference: string) =>
  selectRequested(db).where('reference', '=', reference).executeTakeFirst()

const selectRequested = (db: Db) =>
  db
    .selectFrom('paymentRequests')
    .innerJoin('bookings', 'bookings.id', 'paymentRequests.bookingId')
    .select([
      'bookingId',
      'reference',
      'checkoutId',
      'checkoutUrl',
      'movedFrom',
      'releasedAt',
      'emailedTo',
      'emailsSent',
    ])

/** Records that the mentee gives the time back, before its checkout is ended; with null that this failed. */
export async function markReleased(db: Db, bookingId: string, at: Date | null): Promise<void> {
  await db.updateTable('paymentRequests').set({ releasedAt: at }).where('bookingId', '=', bookingId).execute()
}

/**
 * Counts an email with a link to this address. Returns how many were sent with it; null when it had all it may have. Of
 * concurrent requests each counts, since the row is updated in one statement.
 */
export async function countLinkEmail(tx: Db, bookingId: string, email: string, at: Date): Promise<number | null> {
  const addresses = sql<
    string[]
  >`case when ${email}::text = any (emailed_to) then emailed_to else emailed_to || ${email}::text end`
  const counted = await tx
    .updateTable('paymentRequests')
    .set({ emailsSent: sql`emails_sent + 1`, emailedAt: at, emailedTo: addresses })
    .where('bookingId', '=', bookingId)
    .where('emailsSent', '<', MAX_LINK_EMAILS)
    .returning('emailsSent')
    .executeTakeFirst()
  return counted?.emailsSent ?? null
}
