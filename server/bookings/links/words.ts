/** The target of a link in an email, in words: a session with its time on the mentee's clock. */
import { menteeClock } from '#domain/bookings/clocks'
import { momentIn } from '#domain/time/moment-words'

type LinkedSession = { sessionTitle: string; mentorName: string; startsAt: Date; menteeTimeZone: string }

/** "First ninety days with Ananya Rao, Tuesday 24 November 2026, 21:00 (Kolkata, UTC+5:30)" */
export function formatSession(session: LinkedSession): string {
  const { sessionTitle, mentorName, startsAt } = session
  return `${sessionTitle} with ${mentorName}, ${momentIn(startsAt, menteeClock(session))}`
}
