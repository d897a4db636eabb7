/** Free sessions: nothing is paid, so the visitor confirms their email address before the session is booked. */
import { isFreeSession } from '#domain/bookings/booking'
import type { Client } from '#domain/accounts/client'
import type { App } from '#server/context'
import { lockBookingBySecretHash, transitionBooking } from '#server/bookings/queries'
import { transact } from '#server/platform/db/connect'
import { siteAddress } from '#server/platform/language/site-address'
import { setNetworks } from '#server/bookings/limits/hold-limits-queries'
import { queueBookingMail } from '#server/bookings/mails/queue-mail'
import { cancelMove } from '#server/bookings/holds/moves-queries'
import { isStillOffered, retakeHold } from '#server/bookings/holds/retake-claim'
import { hasReachedFreeLimit } from '#server/bookings/limits/hold-limits'
import { readContribution } from '#server/discounts/redemptions-queries'
import { enterWholeContribution } from '#server/payments/ledger'
import { recordBookingEvent } from '#server/platform/events/record-event'

/**
 * `limit_reached`: the address or network already has its maximum of free sessions. `code_used_up`: the hold had expired, and
 * its discount code is used up by now.
 */
type Confirmation = 'confirmed' | 'taken' | 'limit_reached' | 'code_used_up' | 'unknown'

/** The page that says to look for the email that confirms the free session. */
export const confirmationPage = (app: App) => `${siteAddress(app)}/confirm`

/**
 * Confirms the free session with this emailed secret. After the hold has expired it still gets the time, if that is
 * free. Safe to repeat: a confirmed session stays confirmed.
 *
 * @param client Limits count the session for the network that held it. That network is forgotten after a day; then it
 *   counts for this one, so that waiting does not get around the limit.
 */
export function confirmFreeSession(
  app: App,
  secretHash: string,
  client: Pick<Client, 'network' | 'farNetwork'> = { network: null, farNetwork: null },
): Promise<Confirmation> {
  return transact(app.db, async (tx) => {
    const booking = await lockBookingBySecretHash(tx, secretHash)
    if (!booking || booking.pricePence > 0) return 'unknown'
    if (booking.status === 'confirmed' || booking.status === 'completed') return 'confirmed'
    const now = app.now()
    if (booking.status !== 'held' && booking.status !== 'expired') return 'unknown'
    if (booking.startsAt <= now || !(await isStillOffered(tx, booking))) return 'taken'
    const network = booking.network ?? client.network
    const farNetwork = booking.network ? booking.farNetwork : client.farNetwork
    if (isFreeSession(booking) && (await hasReachedFreeLimit(app, tx, { ...booking, network, farNetwork })))
      return 'limit_reached'
    const retaken = booking.status === 'held' ? 'retaken' : await retakeHold(tx, booking)
    if (retaken !== 'retaken') return retaken === 'slot_taken' ? 'taken' : retaken
    if (!(await transitionBooking(tx, booking.id, booking.status, 'pay'))) return 'unknown'
    const contribution = booking.discountPence > 0 ? await readContribution(tx, booking.id) : 0
    if (contribution > 0)
      await enterWholeContribution(
        app,
        tx,
        { bookingId: booking.id, currency: booking.currency, at: now },
        contribution,
      )
    await setNetworks(tx, booking.id, { network, farNetwork })
    await cancelMove(tx, booking.id, now) // Only once this one is confirmed: a link that books nothing ends nothing.
    await queueBookingMail(app, tx, booking.id, 'booking_confirmed')
    await queueBookingMail(app, tx, booking.id, 'booking_confirmed', { recipient: 'mentor' })
    await recordBookingEvent(app, tx, 'booking.confirmed', booking.id)
    return 'confirmed'
  })
}
