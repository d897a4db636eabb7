/** What is to be done before the session and after it, by the reader's side and the state of the session. Server side. */
import * as m from '#messages/bookings'
import { dayTimeIn } from '#words/time'
import type { Reader } from './people.ts'

export function listNextSteps({ booking, side, people, now }: Reader): string[] {
  if (booking.status !== 'confirmed' || booking.startsAt <= now) return []
  const { timeZone } = people.own.clock
  const { firstName } = people.other
  const when = dayTimeIn(booking.startsAt, timeZone)
  return side === 'mentee'
    ? [m.messageQuestions({ name: firstName }), m.joinFromPage({ when }), m.giveFeedbackAfter()]
    : [m.readTopic({ name: firstName }), m.joinFromPage({ when })]
}
