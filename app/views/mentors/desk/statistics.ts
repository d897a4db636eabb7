/** How a mentor's page does: views, holds, bookings and packages of the last twelve weeks, and their rating. Server side. */
import { dateAfter, weekdayOf } from '#domain/time/wall-time'
import type { App } from '#server/context'
import { countHoldsByWeek, countPackagesByWeek } from '#server/bookings/desk-queries'
import { readRating } from '#server/mentors/feedback-queries'
import { countViewsByWeek } from '#server/mentors/views-queries'
import { shortDateOfKey } from '#words/time'
import type { DeskStatistics } from '../../../ui/mentors/desk/statistics.tsx'

const WEEKS = 12

export async function readStatistics(app: App, mentorId: string): Promise<DeskStatistics> {
  const today = app.now().toISOString().slice(0, 10)
  const first = dateAfter(today, -weekdayOf(today) - 7 * (WEEKS - 1))
  const views = await countViewsByWeek(app.db, mentorId, first)
  const since = new Date(`${first}T00:00Z`)
  const holds = await countHoldsByWeek(app.db, mentorId, since)
  const packages = await countPackagesByWeek(app.db, mentorId, since)
  const weeks = Array.from({ length: WEEKS }, (_, n) => {
    const monday = dateAfter(first, 7 * n)
    const { held = 0, booked = 0 } = holds.get(monday) ?? {}
    const viewed = views.get(monday) ?? 0
    return { monday, label: shortDateOfKey(monday), viewed, held, booked, packages: packages.get(monday) ?? 0 }
  })
  return { weeks, rating: await readRating(app.db, mentorId) }
}
