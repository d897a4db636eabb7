/** What is to be done before the session and after it, by the reader's side and the state of the session. Server side. */
import { dayIn, timeIn } from '#domain/time/clock'
import type { Reader } from './people.ts'

export function listNextSteps({ booking, side, people, now }: Reader): string[] {
  if (booking.status !== 'confirmed' || booking.startsAt <= now) return []
  const { timeZone } = people.own.clock
  const { firstName } = people.other
  const when = `${dayIn(booking.startsAt, timeZone)}, ${timeIn(booking.startsAt, timeZone)}`
  return side === 'mentee'
    ? [
        `Message ${firstName} with your questions.`,
        `Join from this page on ${when}.`,
        'Give feedback after the session.',
      ]
    : [`Read what ${firstName} wants to talk about.`, `Join from this page on ${when}.`]
}
