/** A booking in facts, as the pages after booking show it. Server side. */
import { clockChangesNear } from '#domain/time/clock-changes'
import { clockNotes, foldWords } from '#domain/time/clock-words'
import { formatPence } from '#domain/payments/money'
import { refundWords } from '#domain/bookings/refund-rule'
import { zoneCity } from '#domain/time/zone'
import type { BookedSession } from '#server/bookings/queries'
import type { Booked } from '../../ui/bookings/results/booking-facts.tsx'
import { clockPlace } from '../../ui/time/clock.ts'

export function bookedOf(booking: BookedSession, now: Date): Booked {
  const { starts_at: startsAt, mentee_time_zone: zone, mentor_time_zone: timeZone } = booking
  // Sold for when the mentor is elsewhere, or before they moved: the city they live in is not the one of this clock.
  const place =
    timeZone === booking.mentor_home_zone ? clockPlace(booking.mentor_location, timeZone) : zoneCity(timeZone)
  const clocks = [
    { timeZone: zone, place: zoneCity(zone), changes: clockChangesNear(zone, startsAt, now) },
    { timeZone, place, changes: clockChangesNear(timeZone, startsAt, now) },
  ]
  return {
    reference: booking.reference,
    session: booking.session_title,
    mentor: { slug: booking.mentor_slug, name: booking.mentor_name, timeZone, place },
    startsAt,
    minutes: booking.minutes,
    zone,
    price: booking.price_pence === 0 ? 'Free' : formatPence(booking.price_pence),
    refund: booking.paid_at && refundWords({ bookedAt: booking.paid_at, startsAt }, zone, now),
    clockNotes: [
      ...foldsOf(startsAt, zone === timeZone ? clocks.slice(0, 1) : clocks),
      ...clockNotes(clocks, startsAt, now),
    ],
  }
}

/** Which of two it is, where a clock shows the time twice. */
function foldsOf(startsAt: Date, clocks: { timeZone: string; place: string }[]): string[] {
  return clocks.flatMap(({ timeZone, place }) => {
    const fold = foldWords(startsAt, timeZone, place)
    return fold ? `The ${fold}.` : []
  })
}

/** "p…@example.com": enough to see a slip of the finger, too little to learn an address from somebody's screen. */
export function masked(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email][0] ?? ''}…${email.slice(at)}`
}
