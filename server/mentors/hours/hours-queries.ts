/** SQL that writes a mentor's hours. `server/mentors/availability/availability-queries.ts` reads them. */
import { randomUUID } from 'node:crypto'
import type { Availability } from '#domain/bookings/availability'
import type { WeeklyStarts } from '#domain/mentors/application-hours'
import type { Db } from '#server/platform/db/connect'

/** Replaces everything but the zone. Dates and trips that were over before `today` stay as they are. */
export async function writeHours(tx: Db, mentorId: string, hours: Availability, today: string): Promise<void> {
  const { noticeHours, horizonDays, bufferBefore, bufferAfter, dayCap, weekCap, freeWeekCap } = hours
  const rules = { noticeHours, horizonDays, bufferBefore, bufferAfter, dayCap, weekCap, freeWeekCap }
  await tx
    .updateTable('mentors')
    .set({ ...rules, weeklyStarts: JSON.stringify(hours.weekly) })
    .where('id', '=', mentorId)
    .execute()
  await tx.deleteFrom('dateOverrides').where('mentorId', '=', mentorId).where('date', '>=', today).execute()
  await tx.deleteFrom('travelZones').where('mentorId', '=', mentorId).where('lastDate', '>=', today).execute()
  const dates = [...hours.overrides].map(([date, starts]) => ({ mentorId, date, starts: [...starts] }))
  if (dates.length > 0) await tx.insertInto('dateOverrides').values(dates).execute()
  const trips = hours.travel.map(({ first, last, timeZone, startsFollow }) => {
    return { id: randomUUID(), mentorId, firstDate: first, lastDate: last, timeZone, startsFollow }
  })
  if (trips.length > 0) await tx.insertInto('travelZones').values(trips).execute()
}

/** Replaces the usual week of a mentor who cannot be booked yet. */
export async function writeWeeklyStarts(tx: Db, mentorId: string, weekly: WeeklyStarts): Promise<void> {
  await tx
    .updateTable('mentors')
    .set({ weeklyStarts: JSON.stringify(weekly) })
    .where('id', '=', mentorId)
    .execute()
}

/** The usual week of a mentor. */
export async function readWeeklyStarts(db: Db, mentorId: string): Promise<WeeklyStarts> {
  const row = await db.selectFrom('mentors').select('weeklyStarts').where('id', '=', mentorId).executeTakeFirstOrThrow()
  return row.weeklyStarts
}
