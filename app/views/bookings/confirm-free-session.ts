/** What a mailed link to a free session leads to, for /confirm. Server side. */
import { mentorZoneAt } from '#domain/bookings/availability'
import { zoneCity } from '#domain/time/zone'
import type { App } from '#server/context'
import { readAvailability } from '#server/bookings/availability/availability-queries'
import type { Client } from '#domain/accounts/client'
import { confirmFreeSession } from '#server/bookings/free-sessions'
import { findBookingBySecret, hashSecret } from '#server/bookings/release'
import { readUnconfirmedSession } from '#server/bookings/current-hold'
import { readAlternatives } from '#server/bookings/availability/slots'
import type { Booked } from '../../ui/bookings/results/booking-facts.tsx'
import { placeQuery, START } from '../../ui/bookings/offer.ts'
import type { Clock } from '../../ui/time/clock.ts'
import { bookedOf, masked } from './booking-facts.ts'

/** `again` leads back to booking with this mentor, with all that was typed. */
export type View =
  | { state: 'none' | 'unknown' }
  | { state: 'sent'; booked: Booked; email: string; until: Date }
  | { state: 'ask'; booked: Booked; lapsed: boolean; again: string }
  | { state: 'confirmed'; booked: Booked; email: string }
  | { state: 'enough'; booked: Booked }
  | { state: 'taken'; booked: Booked; again: string; free: FreeTime[] }

type FreeTime = { startsAt: Date; mentorClock: Clock; link: string }

const SECRET = /^[\w-]{20,100}$/

/** What this browser asked for last and has not confirmed. */
export async function readSent(app: App, browser: string): Promise<View> {
  const asked = await readUnconfirmedSession(app, browser)
  if (!asked) return { state: 'none' }
  return {
    state: 'sent',
    booked: bookedOf(asked, app.now()),
    email: masked(asked.mentee_email),
    until: asked.pay_before,
  }
}

/** Books it, if it can be. `ask` never comes of it. */
export async function confirm(app: App, secret: string, client: Client): Promise<View> {
  const outcome = SECRET.test(secret) ? await confirmFreeSession(app, hashSecret(secret), client) : 'unknown'
  if (outcome === 'unknown') return { state: 'unknown' }
  if (outcome === 'taken') return readTaken(app, secret)
  const view = await readMailed(app, secret)
  return outcome === 'limit_reached' && view.state === 'ask' ? { state: 'enough', booked: view.booked } : view
}

/** Changes nothing. */
export async function readMailed(app: App, secret: string): Promise<View> {
  const booking = SECRET.test(secret) ? await findBookingBySecret(app, secret) : undefined
  if (!booking || booking.price_pence > 0 || booking.status === 'cancelled') return { state: 'unknown' }
  const booked = bookedOf(booking, app.now())
  if (booking.status !== 'held' && booking.status !== 'expired') {
    return { state: 'confirmed', booked, email: masked(booking.mentee_email) }
  }
  if (booking.starts_at <= app.now()) return readTaken(app, secret)
  return { state: 'ask', booked, lapsed: booking.status === 'expired', again: linkTo(booking, secret) }
}

async function readTaken(app: App, secret: string): Promise<View> {
  const booking = await findBookingBySecret(app, secret)
  if (!booking) return { state: 'unknown' }
  const booked = bookedOf(booking, app.now())
  const availability = await readAvailability(app.db, booking.mentor_id)
  const offered = { mentorId: booking.mentor_id, minutes: booking.minutes, free: true, availability }
  const free = await readAlternatives(app, offered, booking.starts_at)
  const clockAt = (instant: Date): Clock => {
    const timeZone = availability ? mentorZoneAt(availability, instant) : booked.mentor.timeZone
    return timeZone === booked.mentor.timeZone ? booked.mentor : { timeZone, place: zoneCity(timeZone) }
  }
  return {
    state: 'taken',
    booked,
    again: linkTo(booking, secret),
    free: free.map(({ startsAt }) => ({
      startsAt,
      mentorClock: clockAt(startsAt),
      link: linkTo(booking, secret, startsAt),
    })),
  }
}

function linkTo(booking: { mentor_slug: string; session_type_id: string }, secret: string, at?: Date): string {
  const place = { ...START, session: booking.session_type_id }
  const chosen = at ? { ...place, at: at.toISOString(), details: true } : place
  return `/mentors/${booking.mentor_slug}/book${placeQuery(chosen, secret)}`
}
