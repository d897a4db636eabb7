/** Cancels a confirmed session for one of its two people or an admin: state first, then the refund, then the emails. */
import { refundDue, findRefundRule, type CancelActor, type RefundPercent } from '#domain/bookings/refunds/refund-rule'
import { toMinorUnits, type MinorUnits } from '#domain/payments/money'
import { err, ok, type Result } from '#domain/result'
import { recordAuditEvent, type AuditActor } from '#server/accounts/audit-queries'
import { bookingEvent } from '#server/bookings/after-session/audit'
import { queueBookingMail } from '#server/bookings/mails/queue-mail'
import { recordCancellation } from '#server/bookings/cancellation/cancel-queries'
import { readPercentDue, returnCode, type DiscountedBooking } from '#server/bookings/cancellation/return-code'
import { deleteClaim } from '#server/bookings/claims-queries'
import { earnShares, readReturnable, refundOpenCredits, returnCredit } from '#server/bookings/credits/credits'
import { isFromPackage, isPackage, lockBooking } from '#server/bookings/queries'
import { endProposal, findOpenProposal } from '#server/bookings/session-moves/proposals-queries'
import type { SettlementContext } from '#server/context'
import { transact, type Db } from '#server/platform/db/connect'
import type { RefundReason } from '#server/platform/db/tables'
import { issueRefund } from '#server/payments/issue-refund'
import { recordBookingEvent } from '#server/platform/events/record-event'

export type CancelRefusal =
  /** It is not confirmed: cancelled meanwhile, over, or never paid. */
  | { code: 'not_confirmed' }
  | { code: 'begun' }
  /** The moment until which the shown sum goes back is over. `refund`: what cancelling returns now. */
  | { code: 'refund_changed'; refund: MinorUnits }

type Booking = NonNullable<Awaited<ReturnType<typeof lockBooking>>>

const REASONS: Record<CancelActor, RefundReason> = {
  mentee: 'mentee_cancelled',
  mentor: 'mentor_cancelled',
  admin: 'admin_cancelled',
  product: 'move_unanswered',
}

/**
 * What cancelling returns at this moment. Zero for a free session. Of a session from a package it is all or nothing: the share for
 * which its credit goes back to the package. Of a package it is what was paid for the sessions that are not booked.
 */
export async function readRefundDue(db: Db, booking: CancellableRow, by: CancelActor, now: Date): Promise<MinorUnits> {
  const kept = await readReturnable(db, booking)
  // While their mentor proposes other times, a mentee who wants none of them loses nothing.
  if (isPackage(booking) || (await findOpenProposal(db, booking.id))) return kept
  const due = refundDue({ ...findRefundRule(booking, now), kept, currency: booking.currency }, by, now)
  return isFromPackage(booking) && due < kept ? toMinorUnits(0) : due
}

type CancellableRow = Pick<
  Booking,
  'id' | 'packageId' | 'paymentIntent' | 'currency' | 'cancelPolicy' | 'refundCeiling' | 'paidAt' | 'startsAt'
>

/**
 * Cancels a session that has not begun, queues the refund that its policy owes, and notifies both sides.
 *
 * @param shown The refund that was shown before they confirmed. If less is due by now, nothing happens.
 * @param message What a mentor writes to the mentee.
 * @param actor Who acts, for the audit log. Absent for the two people themselves, of whom the booking says it.
 */
export function cancelBooking(
  app: SettlementContext,
  {
    id,
    by,
    shown,
    message,
    actor,
  }: { id: string; by: CancelActor; shown: MinorUnits; message?: string; actor?: AuditActor },
): Promise<Result<{ refund: MinorUnits }, CancelRefusal>> {
  return transact(app.db, async (tx) => {
    const booking = await lockBooking(tx, { id })
    if (booking?.status !== 'confirmed') return err({ code: 'not_confirmed' })
    const now = app.now()
    if (booking.startsAt <= now) return err({ code: 'begun' })
    const refund = await readRefundDue(tx, booking, by, now)
    if (refund < shown) return err({ code: 'refund_changed', refund })
    await cancelInTransaction(app, tx, booking, { by, refund, message: by === 'mentor' ? message : undefined })
    if (actor) {
      const after = { status: 'cancelled', refund: { amount: refund, currency: booking.currency } }
      const change = { before: { status: booking.status }, after }
      await recordAuditEvent(tx, bookingEvent(app, actor, 'booking.cancelled', id, change))
    }
    return ok({ refund })
  })
}

type Cancellation = { by: CancelActor; refund: MinorUnits | 'all'; reason?: RefundReason; message?: string | undefined }

/** As `cancelBooking`, for a caller that has locked the confirmed booking and decided about its refund. */
export async function cancelInTransaction(
  app: SettlementContext,
  tx: Db,
  booking: GivenBack,
  { by, refund, reason = REASONS[by], message }: Cancellation,
): Promise<void> {
  const percent =
    refund === 'all' || booking.discountPence === 0 ? 100 : await readPercentDue(tx, booking, by, app.now())
  await recordCancellation(tx, booking.id, { by, at: app.now(), message })
  await recordBookingEvent(app, tx, 'booking.cancelled', booking.id)
  await deleteClaim(tx, booking.id)
  await endProposal(tx, booking.id, 'replaced', app.now())
  await giveBack(app, tx, booking, { refund, reason, percent })
  await queueBookingMail(app, tx, booking.id, 'booking_cancelled')
  // When a mentor closes their account, one email covers all cancelled sessions.
  if (by !== 'product') await queueBookingMail(app, tx, booking.id, 'booking_cancelled', { recipient: 'mentor' })
}

type GivenBack = DiscountedBooking & Pick<Booking, 'packageId'>

/**
 * Queues what goes back of a booking that was ended: money, or the credit with which it was paid; and gives its discount code
 * back if nothing is kept. Call with the booking locked.
 *
 * @param returned.percent What goes back of a session that a code has paid for in full.
 */
export async function giveBack(
  app: SettlementContext,
  tx: Db,
  booking: GivenBack,
  { refund, reason, percent = 100 }: { refund: MinorUnits | 'all'; reason: RefundReason; percent?: RefundPercent },
): Promise<void> {
  const { packageId } = booking
  if (isPackage(booking)) await refundOpenCredits(app, tx, booking, reason)
  else if (packageId !== null && refund === 0) await earnShares(app, tx, booking)
  else if (packageId !== null) await returnCredit(app, tx, { ...booking, packageId }, reason)
  else if (refund !== 0) await issueRefund(app, tx, booking, { amount: refund, reason })
  await returnCode(app, tx, booking, percent)
}
