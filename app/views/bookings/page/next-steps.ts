/** What is to be done next, by the reader's side and the state of the session. Server side. */
import { dayIn, timeIn } from '#domain/time/clock'
import { minutesAfter } from '#domain/time/wall-time'
import type { Reader } from './people.ts'

export function nextStepsOf({ booking, side, people, now }: Reader): string[] {
  if (booking.status !== 'confirmed' || minutesAfter(booking.startsAt, booking.minutes) <= now) return []
  const { timeZone } = people.own.clock
  const { firstName } = people.other
  const when = `${dayIn(booking.startsAt, timeZone)}, ${timeIn(booking.startsAt, timeZone)}`
  return side === 'mentee'
    ? [
        `Write to ${firstName} what you would like to know.`,
        `Join from this page on ${when}.`,
        'Tell afterwards how it went.',
      ]
    : [`Read what ${firstName} would like to talk about.`, `Join from this page on ${when}.`]
}
