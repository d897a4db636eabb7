/** The requesting browser's current hold, which it can return to, keep or move. */
import type { App } from '#server/context'
import { findBooking, type BookedSession } from '#server/bookings/queries'
import { findHold, findCurrentHold, findUnconfirmedSession } from '#server/bookings/holds/holds-queries'
import { hashSecret } from '#server/bookings/holds/release'
import { requestPath } from '#server/bookings/payment-requests/link'

/**
 * `payUrl` null: a free session, which is confirmed by the emailed link. `linkPage`: the path of the page with the link, if someone
 * else pays.
 */
export type CurrentHold = { startsAt: Date; payUrl: string | null; payBefore: Date; linkPage: string | null }

/**
 * This browser's hold with a mentor, if it can still be paid or confirmed. While it is being moved, the old one.
 * `browser`: the secret of its cookie.
 */
export async function readCurrentHold(app: App, browser: string, mentorId: string): Promise<CurrentHold | null> {
  const newest = await findCurrentHold(app.db, hashSecret(browser), mentorId)
  const hold = newest?.movedFrom ? await findHold(app.db, newest.movedFrom) : newest
  if (hold?.status !== 'held' || hold.payBefore <= app.now() || (hold.pricePence > 0 && !hold.checkoutUrl)) return null
  const { startsAt, checkoutUrl: payUrl, payBefore, isByLink, reference, id: bookingId } = hold
  return { startsAt, payUrl, payBefore, linkPage: isByLink ? requestPath(app, { bookingId, reference }) : null }
}

/** The free session that this browser held last, if it is not confirmed yet and its time is not over. */
export async function readUnconfirmedSession(app: App, browser: string): Promise<BookedSession | null> {
  const hold = await findUnconfirmedSession(app.db, hashSecret(browser))
  const booking = hold && (await findBooking(app.db, hold.id))
  return booking && booking.payBefore > app.now() ? booking : null
}
