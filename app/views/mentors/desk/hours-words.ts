/** Dates, times and trips of a mentor's hours in words. Server side. */
import type { Travel } from '#domain/bookings/availability'
import { instantAt, MINUTE_MS, wallTimeAt } from '#domain/time/wall-time'
import * as m from '#messages/mentors'
import { formatList } from '#words/lists'
import { dayOfKey, datesOfKeys } from '#words/time'

/** "10:00, 11:00", or "Closed" */
export const describeTimes = (times: readonly string[]): string =>
  times.length > 0 ? formatList(times, 'comma') : m.dateClosed()

/** "21–22 Nov" */
export const tripDates = ({ first, last }: Pick<Travel, 'first' | 'last'>): string => datesOfKeys(first, last, 'short')

/** "21–22 Nov, clock +1 h, starts follow". `home`: the mentor's own zone. */
export function describeTrip(trip: Travel, home: string): string {
  const clock = clockAhead(trip.first, trip.timeZone, home)
  return formatList([tripDates(trip), clock, trip.startsFollow ? m.startsFollow() : m.startsStay()], 'comma')
}

/** "clock +5:30", "clock −1 h", "same clock": at noon of a date. */
export function clockAhead(date: string, timeZone: string, home: string): string {
  const noon = instantAt({ date, time: '12:00' }, home)
  if (!noon) return m.sameClock()
  const there = wallTimeAt(noon, timeZone)
  const minutes = (Date.parse(`${there.date}T${there.time}Z`) - Date.parse(`${date}T12:00Z`)) / MINUTE_MS
  if (minutes === 0) return m.sameClock()
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  const ahead = `${minutes > 0 ? '+' : '−'}${hours}`
  return rest ? m.clockMinutes({ ahead: `${ahead}:${String(rest).padStart(2, '0')}` }) : m.clockHours({ ahead })
}

/** "Sunday 22 November and Friday 18 December", "… and 3 more days" */
export function formatDates(dates: string[]): string {
  const names = dates.slice(0, 4).map(dayOfKey)
  const more = dates.length - names.length
  return formatList(more > 0 ? [...names, m.moreDays({ count: more })] : names)
}
