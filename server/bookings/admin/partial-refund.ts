/** An admin refunds a part of a payment. */
import type { BookingStatus } from '#domain/bookings/booking'
import type { MinorUnits } from '#domain/payments/money'
import { err, ok, type Result } from '#domain/result'
import { recordAuditEvent, type AuditActor } from '#server/accounts/audit-queries'
import type { ConflictOfInterestError } from '#server/accounts/conflicts-of-interest'
import { bookingEvent } from '#server/bookings/after-session/audit'
import { mayDecideAbout } from '#server/bookings/conflicts-of-interest'
import { queueBookingMail } from '#server/bookings/mails/queue-mail'
import { isPackage, lockBooking } from '#server/bookings/queries'
import type { SettlementContext } from '#server/context'
import { transact } from '#server/platform/db/connect'
import { nextRefundNumber } from '#server/payments/refunds-queries'
import { readRefundable, issueRefund } from '#server/payments/issue-refund'

type RefundError =
  /** Another admin, or a rule, gave something back meanwhile. `left`: what can still go back. */
  | { code: 'changed'; left: MinorUnits }
  | { code: 'too_much'; left: MinorUnits }
  /** It was cancelled, booked after all or completed meanwhile. */
  | { code: 'status_changed' }
  /** A part of a package's payment belongs to no session: its credits would be worth more than is paid. */
  | { code: 'package' }
  | ConflictOfInterestError

type RefundOfPart = {
  id: string
  amount: MinorUnits
  shown: MinorUnits
  status: BookingStatus
  reason: string
  actor: AuditActor
}

/**
 * Refunds a part of a payment, and notifies the mentee. The booking stays as it is. Packages are refunded by the share of a session,
 * by cancelling them.
 *
 * @param shown What could go back when the sum was chosen. If it is another sum by now, nothing happens: a second click
 *   gives nothing twice.
 * @param status The booking's then.
 */
export function refundPart(
  app: SettlementContext,
  { id, amount, shown, status, reason, actor }: RefundOfPart,
): Promise<Result<{ returned: MinorUnits }, RefundError>> {
  return transact(app.db, async (tx) => {
    const booking = await lockBooking(tx, { id })
    if (!booking) throw new Error(`There is no booking ${id}`)
    const decider = await mayDecideAbout(tx, actor, id)
    if (!decider.ok) return decider
    if (isPackage(booking)) return err({ code: 'package' })
    if (booking.status !== status) return err({ code: 'status_changed' })
    const left = await readRefundable(tx, booking)
    if (left !== shown) return err({ code: 'changed', left })
    if (amount > left) return err({ code: 'too_much', left })
    const { currency } = booking
    const version = await nextRefundNumber(tx, booking.paymentIntent!)
    const returned = await issueRefund(app, tx, booking, { amount, reason: 'admin_refunded' })
    await recordAuditEvent(
      tx,
      bookingEvent(app, decider.value, 'booking.refunded', id, {
        before: { returnable: { amount: left, currency } },
        after: {
          returnable: { amount: left - returned, currency },
          refund: { amount: returned, currency },
          reason,
        },
      }),
    )
    await queueBookingMail(app, tx, id, 'refund_given', { version })
    return ok({ returned })
  })
}
