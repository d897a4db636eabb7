/** The facts of a booking, for the pages after the payment page. */
import { clockChangesNear } from '#domain/time/clock-changes'
import { clockNotes, foldWords } from '#domain/time/clock-words'
import { formatPence } from '#domain/payments/money'
import { POLICY_SENTENCES } from '#domain/bookings/policy-sentences'
import { refundRuleOf, refundWords } from '#domain/bookings/refund-rule'
import { clockPlace, zoneCity } from '#domain/time/zone'
import type { BookedSession } from '#server/bookings/queries'
import type { BookingSummary } from '../../ui/bookings/results/booking-facts.tsx'
import { type Clock } from '../../ui/time/clock.ts'

export function summaryOf(booking: BookedSession, now: Date): BookingSummary {
  const { startsAt, menteeTimeZone: zone } = booking
  const { timeZone, place } = mentorClock(booking)
  const clocks = [
    { timeZone: zone, place: zoneCity(zone), changes: clockChangesNear(zone, startsAt, now) },
    { timeZone, place, changes: clockChangesNear(timeZone, startsAt, now) },
  ]
  return {
    reference: booking.reference,
    session: booking.sessionTitle,
    mentor: { slug: booking.mentorSlug, name: booking.mentorName, timeZone, place },
    startsAt,
    minutes: booking.minutes,
    zone,
    price: booking.pricePence === 0 ? 'Free' : formatPence(booking.pricePence),
    refund: booking.paidAt && refundWords(refundRuleOf(booking, now), zone, now),
    refundRule: POLICY_SENTENCES[booking.cancelPolicy],
    clockNotes: [
      ...foldsOf(startsAt, zone === timeZone ? clocks.slice(0, 1) : clocks),
      ...clockNotes(clocks, startsAt, now),
    ],
  }
}

/**
 * The mentor's clock at a session. One that was sold for another zone, as during travel, is not on the clock of the city
 * that the mentor lives in.
 */
export function mentorClock(booking: BookedSession): Clock {
  const { mentorTimeZone: timeZone } = booking
  const place = timeZone === booking.mentorHomeZone ? clockPlace(booking.mentorLocation, timeZone) : zoneCity(timeZone)
  return { timeZone, place }
}

/** Where a clock goes back and shows the time twice: which of the two is meant. */
function foldsOf(startsAt: Date, clocks: { timeZone: string; place: string }[]): string[] {
  return clocks.flatMap(({ timeZone, place }) => {
    const fold = foldWords(startsAt, timeZone, place)
    return fold ? `The ${fold}.` : []
  })
}

/** "p…@example.com": enough to notice a typing error, too little to read somebody's address from their screen. */
export function masked(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email][0] ?? ''}…${email.slice(at)}`
}
