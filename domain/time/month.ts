/** Months of a time zone, `YYYY-MM`. Server only, as `wall-time.ts`. */
import { calendarInstant, wallTimeAt } from '#domain/time/wall-time'

/** "2026-10", if it is one of the years that have four digits. */
export const isMonth = (text: string): boolean => /^[1-9]\d{3}-(0[1-9]|1[0-2])$/.test(text)

/** The month that a calendar in this zone shows. */
export const monthAt = (instant: Date, zone: string): string => wallTimeAt(instant, zone).date.slice(0, 7)

/** The month `count` after another; before it, if `count` is below zero. */
export function monthAfter(month: string, count = 1): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count)).toISOString().slice(0, 7)
}

/** The first instant of a month. Where clocks skip its midnight, that of the change. */
function startOfMonth(month: string, zone: string): Date {
  const start = calendarInstant({ date: `${month}-01`, time: '00:00' }, zone)
  if (!start) throw new Error(`Not a month: ${month}`)
  return start
}

/** The first instant of a month and that of the next. */
export const monthPeriod = (month: string, zone: string): { from: Date; until: Date } => ({
  from: startOfMonth(month, zone),
  until: startOfMonth(monthAfter(month), zone),
})
