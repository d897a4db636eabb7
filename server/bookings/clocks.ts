/** The clocks of a booking's two people, each with the place that names it, in the reader's language. Pages and emails name them alike. */
import type { Clock } from '#domain/time/zone'
import { describeClockPlace } from '#server/platform/reference/locations'

/** A mentee gives a zone and no city, so the zone's own city names it. */
export const menteeClock = ({ menteeTimeZone: timeZone }: { menteeTimeZone: string }): Clock => ({
  timeZone,
  place: describeClockPlace('', timeZone),
})

type MentorClock = { mentorTimeZone: string; mentorHomeZone: string; mentorLocation: string }

/**
 * The mentor's clock at the session, or in another zone that they are in at another time. A zone other than the one they
 * live in, as during travel, is not the clock of their city.
 */
export function mentorClock(booking: MentorClock, timeZone = booking.mentorTimeZone): Clock {
  const isHome = timeZone === booking.mentorHomeZone
  return { timeZone, place: describeClockPlace(isHome ? booking.mentorLocation : '', timeZone) }
}

type BothClocks = MentorClock & { menteeTimeZone: string }

/** The reader's clock and the other person's. */
export function clocksFor(side: 'mentee' | 'mentor', booking: BothClocks): { own: Clock; other: Clock } {
  const [mentee, mentor] = [menteeClock(booking), mentorClock(booking)]
  return side === 'mentee' ? { own: mentee, other: mentor } : { own: mentor, other: mentee }
}
