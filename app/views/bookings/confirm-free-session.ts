/** What /confirm shows: a free session that waits to be confirmed by its emailed link. */
import { isFreeSession } from '#domain/bookings/booking'
import { mentorZoneAt } from '#domain/bookings/availability'
import { zoneCity } from '#domain/time/zone'
import type { App } from '#server/context'
import { bookingPath } from '#server/bookings/booking-link'
import { readAvailability } from '#server/mentors/availability/availability-queries'
import type { Client } from '#domain/accounts/client'
import { confirmFreeSession } from '#server/bookings/holds/free-sessions'
import { findBookingBySecret, hashSecret } from '#server/bookings/holds/release'
import { readUnconfirmedSession } from '#server/bookings/holds/current-hold'
import { readAlternatives } from '#server/mentors/availability/slots'
import type { BookingSummary } from '../../ui/bookings/results/booking-facts.tsx'
import { NOTHING_SELECTED, selectionQuery } from '../../ui/bookings/selection.ts'
import type { Clock } from '../../ui/time/clock.ts'
import { masked, summarizeBooking } from './booking-facts.ts'

/**
 * `none`: no link was requested in this browser. `unknown`: no session has the secret. `sent`: a link was emailed. `ask`: confirm by
 * the button; `lapsed` if the hold has expired. `limit_reached`: this person has all their free sessions. `taken`: another person
 * has the time. `page`: the way to the booking, for who has
 * its email. `again` leads back to booking with this mentor, with all that was typed.
 */
export type Confirmation =
  | { state: 'none' | 'unknown' }
  | { state: 'sent'; booking: BookingSummary; email: string; until: Date }
  | { state: 'ask'; booking: BookingSummary; expired: boolean; again: string }
  | { state: 'confirmed'; booking: BookingSummary; email: string; page: string }
  | { state: 'limit_reached'; booking: BookingSummary }
  | { state: 'code_used_up'; booking: BookingSummary; again: string }
  | { state: 'taken'; booking: BookingSummary; again: string; free: FreeTime[] }

type FreeTime = { startsAt: Date; mentorClock: Clock; link: string }

const SECRET = /^[\w-]{20,100}$/

/** The last free session that this browser booked and has not confirmed. `browser` is the secret of its cookie. */
export async function readUnconfirmed(app: App, browser: string): Promise<Confirmation> {
  const booking = await readUnconfirmedSession(app, browser)
  if (!booking) return { state: 'none' }
  return {
    state: 'sent',
    booking: summarizeBooking(booking, app.now()),
    email: masked(booking.menteeEmail),
    until: booking.payBefore,
  }
}

/** Books the session of this secret if it can be booked. Never returns `ask`. */
export async function confirmByLink(app: App, secret: string, client: Client): Promise<Confirmation> {
  const outcome = SECRET.test(secret) ? await confirmFreeSession(app, hashSecret(secret), client) : 'unknown'
  if (outcome === 'unknown') return { state: 'unknown' }
  if (outcome === 'taken') return readTaken(app, secret)
  const view = await readLink(app, secret)
  if (view.state !== 'ask' || outcome === 'confirmed') return view
  return { state: outcome, booking: view.booking, again: view.again }
}

/** Reads what the emailed link with this secret leads to. Changes nothing, since email scanners open links. */
export async function readLink(app: App, secret: string): Promise<Confirmation> {
  const booking = SECRET.test(secret) ? await findBookingBySecret(app, secret) : undefined
  if (!booking || booking.pricePence > 0 || booking.status === 'cancelled') return { state: 'unknown' }
  const summary = summarizeBooking(booking, app.now())
  if (booking.status !== 'held' && booking.status !== 'expired') {
    const page = bookingPath(app, booking)
    return { state: 'confirmed', booking: summary, email: masked(booking.menteeEmail), page }
  }
  if (booking.startsAt <= app.now()) return readTaken(app, secret)
  return { state: 'ask', booking: summary, expired: booking.status === 'expired', again: linkTo(booking, secret) }
}

async function readTaken(app: App, secret: string): Promise<Confirmation> {
  const booking = await findBookingBySecret(app, secret)
  if (!booking) return { state: 'unknown' }
  const summary = summarizeBooking(booking, app.now())
  const availability = await readAvailability(app.db, booking.mentorId)
  const { mentorId, minutes } = booking
  const offered = { mentorId, minutes, free: isFreeSession(booking), availability }
  const free = await readAlternatives(app, offered, booking.startsAt)
  const clockAt = (instant: Date): Clock => {
    const timeZone = availability ? mentorZoneAt(availability, instant) : summary.mentor.timeZone
    return timeZone === summary.mentor.timeZone ? summary.mentor : { timeZone, place: zoneCity(timeZone) }
  }
  return {
    state: 'taken',
    booking: summary,
    again: linkTo(booking, secret),
    free: free.map(({ startsAt }) => ({
      startsAt,
      mentorClock: clockAt(startsAt),
      link: linkTo(booking, secret, startsAt),
    })),
  }
}

function linkTo(booking: { mentorSlug: string; sessionTypeId: string }, secret: string, at?: Date): string {
  const selection = { ...NOTHING_SELECTED, session: booking.sessionTypeId }
  const chosen = at ? { ...selection, at: at.toISOString(), details: true } : selection
  return `/mentors/${booking.mentorSlug}/book${selectionQuery(chosen, secret)}`
}
