/** What the browser that asks holds itself: it may come back to it, keep it, or move it. */
import type { App } from '#server/context'
import { findBooking, type BookedSession } from '#server/bookings/queries'
import { findHold, findCurrentHold, findUnconfirmedSession } from '#server/bookings/holds-queries'
import { hashSecret } from '#server/bookings/release'

/** `payUrl` null: a free session, which is booked by the link that was mailed. */
export type CurrentHold = { startsAt: Date; payUrl: string | null; payBefore: Date }

/**
 * What this browser holds of a mentor's time and can still pay or confirm; while it is being moved, what it had before.
 * `browser` is the secret of its cookie.
 */
export async function readCurrentHold(app: App, browser: string, mentorId: string): Promise<CurrentHold | null> {
  const newest = await findCurrentHold(app.db, hashSecret(browser), mentorId)
  const hold = newest?.moved_from ? await findHold(app.db, newest.moved_from) : newest
  if (hold?.status !== 'held' || hold.pay_before <= app.now() || (hold.price_pence > 0 && !hold.checkout_url))
    return null
  return { startsAt: hold.starts_at, payUrl: hold.checkout_url, payBefore: hold.pay_before }
}

/** The free session that this browser asked for last, as long as it is held and not confirmed. */
export async function readUnconfirmedSession(app: App, browser: string): Promise<BookedSession | null> {
  const hold = await findUnconfirmedSession(app.db, hashSecret(browser))
  const booking = hold && (await findBooking(app.db, hold.id))
  return booking && booking.pay_before > app.now() ? booking : null
}
