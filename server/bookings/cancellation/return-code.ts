/** A cancelled booking gives its discount code back if everything goes back, and the operator's contribution with it. */
import type { Selectable } from 'kysely'
import { findRefundRule, percentDue, type CancelActor, type RefundPercent } from '#domain/bookings/refunds/refund-rule'
import { releaseRedemption } from '#server/discounts/redemptions-queries'
import { findOpenProposal } from '#server/bookings/session-moves/proposals-queries'
import type { SettlementContext } from '#server/context'
import { takeBackContribution } from '#server/payments/ledger'
import { readRefundable } from '#server/payments/issue-refund'
import type { Db } from '#server/platform/db/connect'
import type { Tables } from '#server/platform/db/tables'

export type DiscountedBooking = Pick<
  Selectable<Tables['bookings']>,
  | 'id'
  | 'paymentIntent'
  | 'currency'
  | 'discountPence'
  | 'cancelPolicy'
  | 'refundCeiling'
  | 'paidAt'
  | 'createdAt'
  | 'startsAt'
>

/**
 * How much of what a code paid for in full goes back: by the policy when the mentee cancels, and otherwise everything. While
 * their mentor proposes other times, a mentee who wants none of them loses nothing.
 */
export async function readPercentDue(
  tx: Db,
  booking: DiscountedBooking,
  by: CancelActor,
  now: Date,
): Promise<RefundPercent> {
  if (by !== 'mentee' || (await findOpenProposal(tx, booking.id))) return 100
  return percentDue(findRefundRule({ ...booking, paidAt: booking.paidAt ?? booking.createdAt }, now), now)
}

/**
 * Gives the code of a cancelled booking back if nothing of its payment is kept, and takes back what the operator contributes.
 * `percent`: what goes back where nothing was paid. Call with the booking locked, after its refund is queued.
 */
export async function returnCode(
  app: SettlementContext,
  tx: Db,
  booking: DiscountedBooking,
  percent: RefundPercent,
): Promise<void> {
  if (booking.discountPence === 0) return
  const { id: bookingId, currency, paymentIntent } = booking
  const at = app.now()
  // Of a payment it is taken back with each refund.
  if (paymentIntent === null) await takeBackContribution(tx, { bookingId, currency, at }, percent)
  const isFull = paymentIntent === null ? percent === 100 : (await readRefundable(tx, booking)) === 0
  if (isFull) await releaseRedemption(tx, bookingId, at)
}
