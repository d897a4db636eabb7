/** What a link in an email leads to, in words: a session with its time on the mentee's clock, or a cohort with its days. */
import { menteeClock } from '#domain/bookings/clocks'
import { dayAndYearIn } from '#domain/time/clock'
import { momentIn } from '#domain/time/moment-words'

type LinkedSession = { sessionTitle: string; mentorName: string; startsAt: Date; menteeTimeZone: string }

/** "First ninety days with Ananya Rao, Tuesday 24 November 2026, 21:00 (Kolkata, UTC+5:30)" */
export function sessionInWords(session: LinkedSession): string {
  const { sessionTitle, mentorName, startsAt } = session
  return `${sessionTitle} with ${mentorName}, ${momentIn(startsAt, menteeClock(session))}`
}

type LinkedSeat = { title: string; mentorName: string; startsOn: string; endsOn: string }

/** "First term in Lyon with Elif Demir, Monday 2 September 2030 to Friday 25 October 2030" */
export const seatInWords = ({ title, mentorName, startsOn, endsOn }: LinkedSeat): string =>
  `${title} with ${mentorName}, ${formatDay(startsOn)} to ${formatDay(endsOn)}`

const formatDay = (date: string) => dayAndYearIn(new Date(`${date}T12:00:00Z`), 'UTC')
