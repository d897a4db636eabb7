/** When a mentor leaves or is suspended: sessions still to come are cancelled, and all money goes back. */
import type { SettlementContext } from '#server/context'
import type { Db } from '#server/platform/db/connect'
import { listConfirmedAfter, listHoldsOfMentor } from '#server/bookings/cancellation/mentor-cancellation-queries'
import { lockRedeemedCodes } from '#server/discounts/redemptions-queries'
import { cancelInTransaction } from '#server/bookings/cancellation/cancel'
import { listUnfinishedPackages } from '#server/bookings/credits/credits-queries'
import { lockBooking } from '#server/bookings/queries'
import { releaseHold } from '#server/bookings/holds/release'

/**
 * Cancels every confirmed session of a mentor that has not begun, queues the refund of what is kept of its payment, and
 * queues an email to each mentee. Then refunds what is left of packages. Call it in the transaction that has changed the mentor's status: a payment that settles
 * later waits for that row and then goes back (`settle.ts`).
 *
 * @returns how many sessions were cancelled.
 */
export async function cancelBookingsOfMentor(app: SettlementContext, tx: Db, mentorId: string): Promise<number> {
  const ids = await listConfirmedAfter(tx, mentorId, app.now())
  const bookings = await lockForCancelling(tx, ids)
  for (const booking of bookings)
    await cancelInTransaction(app, tx, booking, { by: 'product', refund: 'all', reason: 'mentor_left' })
  for (const id of await listUnfinishedPackages(tx, mentorId)) {
    const bought = await lockBooking(tx, { id })
    if (bought?.status !== 'confirmed') continue
    await cancelInTransaction(app, tx, bought, { by: 'product', refund: 'all', reason: 'mentor_left' })
  }
  return bookings.length
}

/** Locks bookings that are to be cancelled in one transaction, and then their codes. Returns those that are still confirmed. */
export async function lockForCancelling(tx: Db, ids: string[]) {
  const bookings: NonNullable<Awaited<ReturnType<typeof lockBooking>>>[] = []
  for (const id of ids) {
    const booking = await lockBooking(tx, { id })
    if (booking?.status === 'confirmed') bookings.push(booking)
  }
  await lockRedeemedCodes(tx, ids)
  return bookings
}

/**
 * Releases the holds of a mentor, after the transaction. One whose checkout cannot be ended now ends by itself, and a
 * payment for it goes back.
 */
export async function releaseHoldsOfMentor(app: SettlementContext, mentorId: string): Promise<void> {
  for (const hold of await listHoldsOfMentor(app.db, mentorId)) await releaseHold(app, hold)
}
