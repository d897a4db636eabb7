/** How a mentor's page does: views, holds and bookings of the last twelve weeks, and their rating. Server side. */
import { dateAfter, weekdayOf } from '#domain/time/wall-time'
import type { App } from '#server/context'
import { countHoldsByWeek } from '#server/bookings/desk-queries'
import { readRating } from '#server/mentors/feedback-queries'
import { countViewsByWeek } from '#server/mentors/views-queries'
import { shortDateOfKey } from '#words/time'
import type { DeskStatistics } from '../../../ui/mentors/desk/statistics.tsx'

const WEEKS = 12

export async function readStatistics(app: App, mentorId: string): Promise<DeskStatistics> {
  const today = app.now().toISOString().slice(0, 10)
  const first = dateAfter(today, -weekdayOf(today) - 7 * (WEEKS - 1))
  const views = await countViewsByWeek(app.db, mentorId, first)
  const holds = await countHoldsByWeek(app.db, mentorId, new Date(`${first}T00:00Z`))
  const weeks = Array.from({ length: WEEKS }, (_, n) => {
    const monday = dateAfter(first, 7 * n)
    const { held = 0, booked = 0 } = holds.get(monday) ?? {}
    return { monday, label: shortDateOfKey(monday), viewed: views.get(monday) ?? 0, held, booked }
  })
  return { weeks, rating: await readRating(app.db, mentorId) }
}
