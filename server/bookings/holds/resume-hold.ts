/** Coming back to a hold: the checkout that was opened for it, perhaps by a request that is still at work. */
import { setTimeout } from 'node:timers/promises'
import type { BookingError } from '#domain/bookings/booking'
import { err, ok, type Result } from '#domain/result'
import { confirmationPage } from '#server/bookings/holds/free-sessions'
import { findHold } from '#server/bookings/holds/holds-queries'
import type { HeldSlot } from '#server/bookings/holds/open-checkout'
import type { App } from '#server/context'

/** How often, and how many times, a request checks whether another one of the same browser has opened the checkout. */
const POLL_MS = 100
const MAX_POLLS = 70

/** The checkout of a live hold, as soon as it can be paid. Null when the hold has ended meanwhile. */
export async function resumeHold(app: App, id: string): Promise<Result<HeldSlot, BookingError> | null> {
  for (let poll = 0; poll < MAX_POLLS; poll += 1) {
    const hold = await findHold(app.db, id)
    if (hold?.status !== 'held') return null
    const { reference, checkoutId, checkoutUrl: url, payBefore } = hold
    const payUrl = hold.pricePence === 0 ? confirmationPage(app) : url
    if (payUrl && !hold.movedFrom) return ok({ bookingId: id, reference, checkoutId, payUrl, payBefore })
    await setTimeout(POLL_MS)
  }
  return err({ code: 'payments_unavailable' })
}
