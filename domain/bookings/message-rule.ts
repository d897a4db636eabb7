/** When the two people of a booking can write to each other. Pure: callers pass `now`. Source: decision 0008. */
import type { BookingStatus } from '#domain/bookings/booking'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** The longest message, in characters. */
export const MAX_MESSAGE = 2_000
/** How long after the session, or after it was cancelled, the thread stays open. */
const THREAD_DAYS = 14
/** Minutes between two emails to one side about new messages of a booking. */
export const MAIL_MINUTES = 10

type Threaded = { status: BookingStatus; startsAt: Date; minutes: number; cancelledAt: Date | null }

/** The last instant at which either side can write; null for a booking that was never confirmed. */
export function threadEnd({ status, startsAt, minutes, cancelledAt }: Threaded): Date | null {
  if (status === 'held' || status === 'expired') return null
  const over = status === 'cancelled' ? cancelledAt : new Date(startsAt.getTime() + minutes * MINUTE_MS)
  return over && new Date(over.getTime() + THREAD_DAYS * DAY_MS)
}

export function isThreadOpen(booking: Threaded, now: Date): boolean {
  const end = threadEnd(booking)
  return end !== null && now <= end
}
