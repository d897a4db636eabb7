/** A booking as a passage: paid, confirmed, session, feedback, and where it is now. Server side. */
import { minutesAfter } from '#domain/time/wall-time'
import * as m from '#messages/bookings'
import { shortMomentIn, shortDateIn } from '#words/time'
import type { Passage, Stage } from '../../../ui/bookings/page/page-parts.ts'
import type { PageMoney } from './money.ts'
import { type Reader } from './people.ts'

/** `at`: when it was or is to be; null where that is not known. `words` stand in place of a moment, `brief` on a phone. */
type Point = { name: string; at: Date | null; done: boolean; words?: string; brief?: string }

/** `hasFeedback`: the reader has given feedback. */
export function describePassage(reader: Reader, money: PageMoney, hasFeedback: boolean): Passage {
  const { people, booking, now } = reader
  const zone = people.own.clock.timeZone
  const points = listPoints(reader, money, hasFeedback)
  const next = points.findIndex(({ done }) => !done)
  const stages = points.map(({ name, at, done, words = '', brief = '' }, index): Stage => ({
    name,
    day: at ? shortDateIn(at, zone) : brief,
    moment: at ? shortMomentIn(at, zone) : words,
    at: at?.toISOString() ?? null,
    done,
    next: index === next,
  }))
  if (next < 1) return { stages, here: null }
  const [from, to] = [points[next - 1]?.at ?? booking.termsAcceptedAt, points[next]?.at]
  const share = to ? (now.getTime() - from.getTime()) / Math.max(to.getTime() - from.getTime(), 1) : 0.5
  // Not on a point: there it would hide the point.
  return { stages, here: { position: next - 1 + Math.min(Math.max(share, 0.3), 0.7), words: describePresence(reader) } }
}

function listPoints({ booking, now }: Reader, money: PageMoney, hasFeedback: boolean): Point[] {
  const { status, paidAt, startsAt, minutes, cancelledAt } = booking
  const paid: Point[] = paidAt && money.money ? [{ name: m.stagePaid(), at: paidAt, done: true }] : []
  if (status === 'expired') return [...paid, { name: m.stageNotBooked(), at: null, done: true }, ...refundPoints(money)]
  const begin: Point[] = [...paid, { name: m.stageConfirmed(), at: paidAt, done: true }]
  if (status === 'cancelled')
    return [...begin, { name: m.stageCancelled(), at: cancelledAt, done: true }, ...refundPoints(money)]
  const over = status !== 'confirmed' || minutesAfter(startsAt, minutes) <= now
  const session = { name: status === 'no_show' ? m.stageMissed() : m.stageSession(), at: startsAt, done: over }
  if (status === 'no_show') return [...begin, session, ...refundPoints(money)]
  const feedback = hasFeedback
    ? { words: m.feedbackGiven(), brief: m.feedbackGiven() }
    : { words: m.stageAfterSession(), brief: m.stageAfter() }
  return [...begin, session, { name: m.stageFeedback(), at: null, done: hasFeedback, ...feedback }]
}

function refundPoints({ money, lastReturn }: PageMoney): Point[] {
  if (!money || money.kept === money.paid) return []
  const done = money.onTheWay + money.delayed === 0
  const words = money.delayed > 0 ? m.delayed() : m.refundOnWay()
  return [{ name: m.stageRefund(), at: done ? lastReturn : null, done, words, brief: words }]
}

/** "you are here, 2 days to go" */
function describePresence({ booking: { status, startsAt, minutes }, now }: Reader): string {
  if (status !== 'confirmed') return m.youAreHere()
  const ahead = Math.ceil((startsAt.getTime() - now.getTime()) / 60_000)
  if (ahead > 36 * 60) return m.youAreHereDays({ days: Math.round(ahead / (24 * 60)) })
  if (ahead > 90) return m.youAreHereHours({ hours: Math.round(ahead / 60) })
  if (ahead > 0) return m.youAreHereMinutes({ minutes: ahead })
  return minutesAfter(startsAt, minutes) > now ? m.youAreHereNow() : m.youAreHere()
}
