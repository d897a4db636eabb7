/** When a mentor leaves or is suspended: sessions still to come are cancelled, and all money goes back. */
import { toPence } from '#domain/payments/money'
import type { App, SettlementContext } from '#server/context'
import type { Db } from '#server/db/connect'
import { listConfirmedAfter, listHoldsOfMentor } from '#server/bookings/cancel-of-mentor-queries'
import { queueBookingMail } from '#server/bookings/mails/queue-mail'
import { deleteClaim, lockBooking, transitionBooking } from '#server/bookings/queries'
import { releaseHold } from '#server/bookings/release'
import { queueRefund } from '#server/payments/ledger'
import { readTotals } from '#server/payments/ledger-queries'
import { listRefundsOfPayment } from '#server/payments/refunds-queries'

/**
 * Cancels every confirmed session of a mentor that has not begun, queues the refund of what is kept of its payment, and
 * queues a mail to each mentee. Call it in the transaction that has changed the mentor's status: a payment that settles
 * later waits for that row and then goes back (`settle.ts`).
 *
 * @returns how many sessions were cancelled.
 */
export async function cancelBookingsOfMentor(app: SettlementContext, tx: Db, mentorId: string): Promise<number> {
  let cancelled = 0
  for (const id of await listConfirmedAfter(tx, mentorId, app.now())) {
    const booking = await lockBooking(tx, { id })
    if (!booking || !(await transitionBooking(tx, id, 'confirmed', 'cancel'))) continue
    await deleteClaim(tx, id)
    if (booking.paymentIntent) await returnPayment(app, tx, { ...booking, paymentIntent: booking.paymentIntent })
    await queueBookingMail(app, tx, id, 'booking_cancelled')
    cancelled++
  }
  return cancelled
}

/** Queues a refund of what is kept of a payment and is not on its way back already. */
async function returnPayment(
  app: SettlementContext,
  tx: Db,
  { id, paymentIntent, currency }: { id: string; paymentIntent: string; currency: string },
): Promise<void> {
  const { kept } = await readTotals(tx, { bookingId: id })
  const underWay = (await listRefundsOfPayment(tx, paymentIntent))
    .filter(({ status }) => status === 'queued' || status === 'pending')
    .reduce((sum, { amountPence }) => sum + amountPence, 0)
  if (kept <= underWay) return
  const amount = toPence(kept - underWay)
  await queueRefund(app, tx, { bookingId: id, paymentIntent, amount, currency, reason: 'mentor_left' })
}

/**
 * Releases the holds of a mentor, after the transaction. One whose checkout cannot be ended now ends by itself, and a
 * payment for it goes back.
 */
export async function releaseHoldsOfMentor(app: App, mentorId: string): Promise<void> {
  for (const hold of await listHoldsOfMentor(app.db, mentorId)) await releaseHold(app, hold)
}
