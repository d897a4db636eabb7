/** Giving a hold back by its own secret, for the cancel and the problem page. Server side. */
import type { App } from '#server/context'
import { findBookingBySecret, releaseHoldBySecret } from '#server/bookings/release'
import type { Booked } from '../../ui/bookings/results/booking-facts.tsx'
import { placeQuery, START } from '../../ui/bookings/offer.ts'
import { bookedOf } from './booking-facts.ts'

/**
 * `none`: no secret, or nobody's. `paid`: it was paid, confirmed or is being paid, and `success` is where that is told. `kept`: the
 * payment service could not be asked, so the time stays held until `payBefore`.
 */
type GivenUp =
  | { state: 'none' }
  | { state: 'paid'; success: string }
  | { state: 'released'; booked: Booked; again: string }
  | { state: 'kept'; booked: Booked; again: string; payBefore: Date }

export async function giveUp(app: App, request: Request): Promise<GivenUp> {
  const secret = new URL(request.url).searchParams.get('hold') ?? ''
  if (!/^[\w-]{20,100}$/.test(secret)) return { state: 'none' }
  const release = await releaseHoldBySecret(app, secret)
  const booking = release === 'unknown' ? undefined : await findBookingBySecret(app, secret)
  if (!booking) return { state: 'none' }
  // What is free is confirmed and never paid; what is being paid can be given back no more.
  if (release === 'paid' && !booking.checkout_id) return { state: 'paid', success: `/confirm?hold=${secret}` }
  if (release === 'paid' || (release === 'kept' && booking.processing_since)) {
    return { state: 'paid', success: `/success?session_id=${booking.checkout_id}` }
  }

  const { reference: _none, ...booked } = bookedOf(booking, app.now())
  const at = booking.starts_at.toISOString()
  const place =
    release === 'released'
      ? { ...START, session: booking.session_type_id, at, details: true }
      : { ...START, session: booking.session_type_id }
  const again = `/mentors/${booking.mentor_slug}/book${placeQuery(place, secret)}`
  return release === 'released'
    ? { state: 'released', booked, again }
    : { state: 'kept', booked, again, payBefore: booking.pay_before }
}
