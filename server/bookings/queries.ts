/** SQL for bookings. Every function takes a `Db`, so a caller may pass a transaction. */
import { sql, type NotNull } from 'kysely'
import { nextStatus, type BookingEvent, type BookingStatus } from '#domain/bookings/booking'
import type { MinorUnits } from '#domain/payments/money'
import { deleteClaim } from '#server/bookings/claims-queries'
import { codeOfBooking, releaseRedemption } from '#server/discounts/redemptions-queries'
import { compileOnce } from '#server/platform/db/compile-once'
import type { Db } from '#server/platform/db/connect'

/**
 * The status as a literal, for conditions. With the status as a parameter a generic plan cannot use the partial indexes of held bookings
 * (https://www.postgresql.org/docs/current/indexes-partial.html).
 */
export const HELD = sql.lit<BookingStatus>('held')

/**
 * Moves a booking from one status to the next. False when it is no longer in `from`, because a concurrent caller was
 * faster. Throws when the domain has no such transition.
 */
export async function transitionBooking(
  db: Db,
  id: string,
  from: BookingStatus,
  event: BookingEvent,
): Promise<boolean> {
  return (await moveTo(db, id, from, event)) !== undefined
}

async function moveTo(db: Db, id: string, from: BookingStatus, event: BookingEvent) {
  const status = nextStatus(from, event)
  if (!status) throw new Error(`A booking that is ${from} cannot ${event}`)
  return updateStatus(db, { id, from, status })
}

/** Clears the three columns that only live holds use. */
const updateStatus = compileOnce((db, values: { id: string; from: BookingStatus; status: BookingStatus }) =>
  sql<{ discountPence: MinorUnits }>`/* prepared: booking status */
    update bookings set status = ${values.status}, expire_failed_at = null, next_check_at = null, moved_from = null
    where id = ${values.id}::uuid and status = ${values.from}
    returning discount_pence`.compile(db),
)

/**
 * Expires a hold: deletes its claim and gives its discount code back. False when it is no longer held. Call in a transaction.
 */
export async function expireHold(tx: Db, id: string, at: Date): Promise<boolean> {
  const expired = await moveTo(tx, id, 'held', 'expire')
  if (!expired) return false
  await deleteClaim(tx, id)
  if (expired.discountPence > 0) await releaseRedemption(tx, id, at)
  return true
}

/**
 * Records the checkout that was just opened for a hold. False, and nothing written, when the hold has ended meanwhile
 * or the sweeper is about to end it: do not show that checkout to anyone.
 */
export async function recordOpenedCheckout(
  db: Db,
  id: string,
  checkout: { id: string; url: string | null },
): Promise<boolean> {
  return (await openedCheckout(db, { id, checkoutId: checkout.id, checkoutUrl: checkout.url })) !== undefined
}

const openedCheckout = compileOnce((db, values: { id: string; checkoutId: string; checkoutUrl: string | null }) =>
  sql<{ id: string }>`/* prepared: opened checkout */
    update bookings set checkout_id = ${values.checkoutId}, checkout_url = ${values.checkoutUrl}
    where id = ${values.id}::uuid and status = 'held' and orphan_since is null
      and (checkout_id is null or checkout_id = ${values.checkoutId})
    returning id`.compile(db),
)

/** Records a checkout that names this booking. False when the booking already has one. */
export async function recordCheckout(
  db: Db,
  id: string,
  checkout: { id: string; url: string | null },
): Promise<boolean> {
  const recorded = await db
    .updateTable('bookings')
    .set({ checkoutId: checkout.id, checkoutUrl: checkout.url, orphanSince: null })
    .where('id', '=', id)
    .where('checkoutId', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return recorded !== undefined
}

type Payment = { amount: MinorUnits; paymentIntent: string | null; paidAt: Date }

export async function recordPayment(db: Db, id: string, payment: Payment): Promise<void> {
  await updatePayment(db, { id, ...payment })
}

const updatePayment = compileOnce((db, values: Payment & { id: string }) =>
  sql`/* prepared: payment of booking */
    update bookings set paid_amount_pence = ${values.amount}, payment_intent = ${values.paymentIntent}, paid_at = ${values.paidAt}
    where id = ${values.id}::uuid`.compile(db),
)

/** Updates what the visitor typed, when they come back to the same hold. */
export async function updateMenteeDetails(
  db: Db,
  id: string,
  typed: Record<'name' | 'phone' | 'topic' | 'language', string> & Record<'timeZone' | 'accountId', string | null>,
): Promise<void> {
  await db
    .updateTable('bookings')
    .set((row) => ({
      accountId: row.fn.coalesce('accountId', row.val(typed.accountId)),
      menteeName: typed.name,
      menteePhone: typed.phone,
      topic: typed.topic,
      language: typed.language,
      ...(typed.timeZone && { menteeTimeZone: typed.timeZone }),
    }))
    .where('id', '=', id)
    .where('status', '=', HELD)
    .execute()
}

/** Records when the payment service first failed to answer about a booking; later failures keep that time. */
export async function markExpireFailed(db: Db, id: string, at: Date): Promise<void> {
  await db
    .updateTable('bookings')
    .set((row) => ({ expireFailedAt: row.fn.coalesce('expireFailedAt', row.val(at)) }))
    .where('id', '=', id)
    .execute()
}

/** Records that the buyer has completed the checkout, and the money has not arrived yet. */
export async function markProcessing(db: Db, id: string, since: Date): Promise<void> {
  await db
    .updateTable('bookings')
    .set({ processingSince: since })
    .where('id', '=', id)
    .where('processingSince', 'is', null)
    .execute()
}

/** Marks a booking as an orphan, or with null as none any more: nothing of it is left at the payment service. */
export async function markOrphan(db: Db, id: string, since: Date | null): Promise<void> {
  await db.updateTable('bookings').set({ orphanSince: since }).where('id', '=', id).execute()
}

/**
 * The booking, locked until the transaction ends, so that webhook, success page and sweeper settle it one at a time.
 */
export function lockBooking(tx: Db, by: { id: string } | { checkoutId: string }) {
  const query = tx.selectFrom('bookings').selectAll().forUpdate()
  return ('id' in by ? query.where('id', '=', by.id) : query.where('checkoutId', '=', by.checkoutId)).executeTakeFirst()
}

/** Whether a booking is a package of sessions, not one of its sessions (decision 0074). */
export const isPackage = ({ id, packageId }: { id: string; packageId: string | null }): boolean => packageId === id

/** Whether a booking is a session that was paid with a package. */
export const isFromPackage = ({ id, packageId }: { id: string; packageId: string | null }): boolean =>
  packageId !== null && packageId !== id

/** Whether a booking is a session with a mentor. Otherwise it is a seat in a cohort (decision 0038) or a package. */
export function isSession<Row extends { mentorId: string | null; sessionTypeId: string | null }>(
  booking: Row,
): booking is Row & { mentorId: string; sessionTypeId: string } {
  return booking.mentorId !== null
}

/** As `lockBooking`, for what is done to sessions with a mentor only. Undefined for a seat and a package. */
export async function lockSession(tx: Db, by: { id: string }) {
  const booking = await lockBooking(tx, by)
  return booking && isSession(booking) ? booking : undefined
}

/** As `lockBooking`, by the SHA-256 of the hold's secret. */
export function lockBookingBySecretHash(tx: Db, secretHash: string) {
  return tx.selectFrom('bookings').selectAll().where('secretHash', '=', secretHash).forUpdate().executeTakeFirst()
}

/** The id of the booking that a payment was for. */
export async function findBookingByPayment(db: Db, paymentIntent: string): Promise<string | undefined> {
  const query = db.selectFrom('bookings').select('id').where('paymentIntent', '=', paymentIntent)
  return (await query.executeTakeFirst())?.id
}

/** The reference of the package that a booking was paid with, as a column of a query of bookings. Null without one. */
export const packageOfBooking = sql<string | null>`(
  select bought.reference from bookings as bought where bought.id = bookings.package_id)`.as('packageReference')

const booked = (db: Db) =>
  db
    .selectFrom('bookings')
    .innerJoin('mentors', 'mentors.id', 'bookings.mentorId')
    .select((row) => [
      'bookings.id',
      'reference',
      'bookings.status',
      'checkoutId',
      'startsAt',
      'minutes',
      'sessionTitle',
      'sessionTypeId',
      'mentors.name as mentorName',
      'mentors.slug as mentorSlug',
      'mentors.location as mentorLocation',
      'mentors.timeZone as mentorHomeZone',
      'mentors.status as mentorStatus',
      'bookings.mentorId',
      'packageId',
      'mentorTimeZone',
      'menteeTimeZone',
      'menteeName',
      'menteeEmail',
      'menteePhone',
      'topic',
      'bookings.pricePence',
      'bookings.discountPence',
      codeOfBooking,
      packageOfBooking,
      'bookings.currency',
      'termsVersion',
      'termsAcceptedAt',
      'earlyStartAskedAt',
      'payBefore',
      'browserHash',
      'processingSince',
      'paidAt',
      'paymentIntent',
      'paidAmountPence',
      'paymentIntent',
      'bookings.cancelPolicy',
      'refundCeiling',
      'revision',
      'linkVersion',
      'cancelledAt',
      'cancelledBy',
      'cancelMessage',
      'bookings.erasedAt',
      'bookings.accountId',
      'mentors.accountId as mentorAccountId',
      // Pictures of suspended or former mentors are visible only to themselves and admins.
      sql<string | null>`case when mentors.status in ('accepted', 'paused') then mentors.portrait end`.as(
        'mentorPortrait',
      ),
      sql<boolean>`exists (select from payment_requests where booking_id = bookings.id and payer_email is not null)`.as(
        'paidByOther',
      ),
      row
        .selectFrom('refunds')
        .select('refunds.status')
        .whereRef('refunds.bookingId', '=', 'bookings.id')
        .orderBy('refunds.createdAt', 'desc')
        .limit(1)
        .as('refundStatus'),
      row
        .selectFrom('moveProposals')
        .select('moveProposals.status')
        .whereRef('moveProposals.bookingId', '=', 'bookings.id')
        .orderBy('moveProposals.createdAt', 'desc')
        .limit(1)
        .as('lastProposal'),
    ])
    .$narrowType<{ mentorId: NotNull; sessionTypeId: NotNull }>()

export type BookedSession = NonNullable<Awaited<ReturnType<typeof findBooking>>>

/** SQL: not a hold that expired unpaid. */
export const isNotLapsed = sql<boolean>`(bookings.status <> 'expired' or paid_at is not null)`

/** A hold, or one that lapsed unpaid, has no page. */
export const isShown = ({ status, paidAt }: Pick<BookedSession, 'status' | 'paidAt'>) =>
  (status !== 'held' && status !== 'expired') || paidAt !== null

export const findBooking = (db: Db, id: string) => booked(db).where('bookings.id', '=', id).executeTakeFirst()

/** For the success page. A checkout's id cannot be guessed; only its buyer has it. */
export const findBookingByCheckout = (db: Db, checkoutId: string) =>
  booked(db).where('checkoutId', '=', checkoutId).executeTakeFirst()

const bookingByReference = compileOnce((db, { reference }: { reference: string }) =>
  booked(db)
    .modifyFront(sql`/* prepared: booking */`)
    .where('reference', '=', reference)
    .compile(),
)

/** By which all pages of a booking begin. */
export const findBookingByReference = (db: Db, reference: string) => bookingByReference(db, { reference })

/** By the SHA-256 of the hold's secret, the only key to what a visitor typed. */
export const findBookingBySecretHash = (db: Db, secretHash: string) =>
  booked(db).where('secretHash', '=', secretHash).executeTakeFirst()

/** An account's bookings, latest session first, without holds that expired unpaid. */
export const listBookingsOfAccount = (db: Db, accountId: string, limit: number) =>
  booked(db)
    .where('bookings.accountId', '=', accountId)
    .where(isNotLapsed)
    .orderBy('startsAt', 'desc')
    .limit(limit)
    .execute()

/** The bookings that were made with this address and have a page, the latest session first. */
export const listBookingsOfAddress = (db: Db, email: string, limit: number) =>
  booked(db)
    .where('menteeEmail', '=', email)
    .where('bookings.status', '<>', 'held')
    .where(isNotLapsed)
    .orderBy('startsAt', 'desc')
    .limit(limit)
    .execute()

/** Gives an account the bookings that guests made with its email address. Returns how many. */
export async function claimBookings(db: Db, accountId: string, email: string): Promise<number> {
  const claimed = await db
    .updateTable('bookings')
    .set({ accountId })
    .where('menteeEmail', '=', email)
    .where('accountId', 'is', null)
    .returning('id')
    .execute()
  return claimed.length
}
