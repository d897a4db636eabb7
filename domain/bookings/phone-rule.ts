/** When a mentor sees the phone number that a mentee left. Pure: callers pass `now`. Source: decision 0032. */
import type { BookingStatus } from '#domain/bookings/booking'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** From so long before the start, and for so long after the end. */
const HOURS_BEFORE = 24
const DAYS_AFTER = 90

type CalledSession = { status: BookingStatus; startsAt: Date; minutes: number }

/** Not of a session that is cancelled or was never paid. */
export function isPhoneShown({ status, startsAt, minutes }: CalledSession, now: Date): boolean {
  if (status !== 'confirmed' && status !== 'completed' && status !== 'no_show') return false
  const start = startsAt.getTime()
  const from = start - HOURS_BEFORE * HOUR_MS
  const until = start + minutes * MINUTE_MS + DAYS_AFTER * 24 * HOUR_MS
  return now.getTime() >= from && now.getTime() <= until
}
