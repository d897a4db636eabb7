/** The mentee gives back a time that waits for someone else's payment. */
import { findHold } from '#server/bookings/holds/holds-queries'
import { releaseHold } from '#server/bookings/holds/release'
import { markReleased } from '#server/bookings/payment-requests/payment-requests-queries'
import type { SettlementContext } from '#server/context'

/**
 * Releases the hold for its mentee. Records that first: the emails about its end then go to the people whom the link was emailed to, and
 * not to the mentee (`end-request.ts`).
 *
 * @returns `released`; `paid` if someone was faster; `kept` if a payment is processing or Stripe could not be reached.
 */
export async function releaseRequest(app: SettlementContext, bookingId: string): Promise<'released' | 'paid' | 'kept'> {
  const hold = await findHold(app.db, bookingId)
  if (hold?.status === 'expired') return 'released'
  if (hold?.status !== 'held') return 'paid'
  await markReleased(app.db, bookingId, app.now())
  const release = await releaseHold(app, hold)
  if (release !== 'released') await markReleased(app.db, bookingId, null)
  return release
}
