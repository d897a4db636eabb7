/** What happens when a hold that waited for someone else's payment ends without it. */
import { queueBookingMail } from '#server/bookings/mails/queue-mail'
import { findPaymentRequest, isBeingReplaced } from '#server/bookings/payment-requests/payment-requests-queries'
import type { App } from '#server/context'
import type { Db } from '#server/platform/db/connect'

/**
 * Queues the emails that say so, in the transaction that expired the hold: to everyone whom the link was emailed to, and to the
 * mentee unless they ended it themselves. Each is queued once, however often this is called. Does nothing for other bookings.
 */
export async function endPaymentRequest(app: Pick<App, 'now' | 'queue'>, tx: Db, bookingId: string): Promise<void> {
  const request = await findPaymentRequest(tx, bookingId)
  if (!request) return
  const isOwnDoing = request.releasedAt !== null || (await isBeingReplaced(tx, bookingId))
  if (!isOwnDoing) await queueBookingMail(app, tx, bookingId, 'payment_request_ended')
  for (const recipient of request.emailedTo)
    await queueBookingMail(app, tx, bookingId, 'payment_request_ended', { recipient })
}
