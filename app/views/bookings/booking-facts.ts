/** The facts of a booking, for the pages after the payment page. */
import { menteeClock, mentorClock } from '#server/bookings/clocks'
import { clockChangesNear } from '#domain/time/clock-changes'
import { findRefundRule } from '#domain/bookings/refunds/refund-rule'
import type { BookedSession } from '#server/bookings/queries'
import { formatEmailAddress } from '#server/platform/reference/email-addresses'
import * as m from '#messages/bookings'
import { POLICY_SENTENCES } from '#words/bookings/policies'
import { describeRefundRule } from '#words/bookings/refund-rule'
import { clockNotes, foldWords } from '#words/clock-changes'
import { listDiscount } from '#words/discounts/discount-line'
import { formatMoney } from '#words/prices'
import type { BookingSummary } from '../../ui/bookings/results/booking-facts.tsx'

export function summarizeBooking(booking: BookedSession, now: Date): BookingSummary {
  const { startsAt, menteeTimeZone: zone } = booking
  const { timeZone, place } = mentorClock(booking)
  const clocks = [
    { ...menteeClock(booking), changes: clockChangesNear(zone, startsAt, now) },
    { timeZone, place, changes: clockChangesNear(timeZone, startsAt, now) },
  ]
  return {
    reference: booking.reference,
    session: booking.sessionTitle,
    mentor: { slug: booking.mentorSlug, name: booking.mentorName, timeZone, place },
    startsAt,
    minutes: booking.minutes,
    zone,
    price: booking.pricePence === 0 ? m.free() : formatMoney(booking.pricePence, booking.currency),
    discount: listDiscount(booking),
    refund: booking.paidAt && describeRefundRule(findRefundRule(booking, now), zone, now),
    refundRule: POLICY_SENTENCES[booking.cancelPolicy](),
    clockNotes: [
      ...describeFolds(startsAt, zone === timeZone ? clocks.slice(0, 1) : clocks),
      ...clockNotes(clocks, startsAt, now),
    ],
  }
}

/** Where a clock goes back and shows the time twice: which of the two is meant. */
function describeFolds(startsAt: Date, clocks: { timeZone: string; place: string }[]): string[] {
  return clocks.flatMap(({ timeZone, place }) => {
    const fold = foldWords(startsAt, timeZone, place)
    return fold ? m.foldNote({ fold }) : []
  })
}

/** "p…@example.com": enough to notice a typing error, too little to read the address over a shoulder. */
export function masked(email: string): string {
  const shown = formatEmailAddress(email)
  return `${[...shown][0] ?? ''}…${shown.slice(shown.lastIndexOf('@'))}`
}
