/** Clock changes around a session, so that no one is an hour early or late. Server only. */
import { clockChanges, DAY_MS, type ClockChange } from '#domain/time/wall-time'

const WEEK_MS = 7 * DAY_MS

/** The clock changes in a zone between now and a session, or within a week of it, in order. */
export function clockChangesNear(zone: string, session: Date, now: Date): ClockChange[] {
  const from = Math.min(now.getTime(), session.getTime() - WEEK_MS)
  return clockChanges(zone, new Date(from), new Date(session.getTime() + WEEK_MS))
}
