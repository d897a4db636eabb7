/** When the two people of a session can go to where they meet. */
import type { BookingStatus } from '#domain/bookings/booking'
import { HOUR_MS, minutesAfter } from '#domain/time/wall-time'

const OPENS_HOURS = 24 // Before the start: hours, also across a clock change.
const CLOSES_HOURS = 1 // After the end.

type Session = { startsAt: Date; minutes: number; status: BookingStatus }

/** `cancelled`: or never paid for. */
type JoinState = { is: 'early'; opensAt: Date } | { is: 'open' } | { is: 'over' } | { is: 'cancelled' }

export const joinOpensAt = ({ startsAt }: Pick<Session, 'startsAt'>): Date =>
  new Date(startsAt.getTime() - OPENS_HOURS * HOUR_MS)

const joinClosesAt = ({ startsAt, minutes }: Pick<Session, 'startsAt' | 'minutes'>): Date =>
  new Date(minutesAfter(startsAt, minutes).getTime() + CLOSES_HOURS * HOUR_MS)

/** Whether the session can be joined. A session that was completed early can be, since people may still be in it. */
export function joinState(session: Session, now: Date): JoinState {
  if (!TAKES_PLACE.has(session.status)) return { is: 'cancelled' }
  if (now < joinOpensAt(session)) return { is: 'early', opensAt: joinOpensAt(session) }
  return now < joinClosesAt(session) ? { is: 'open' } : { is: 'over' }
}

const TAKES_PLACE: ReadonlySet<BookingStatus> = new Set(['confirmed', 'completed', 'no_show'])
