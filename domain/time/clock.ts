/**
 * What clocks and calendars show at an instant in a zone, in digits; `#words/time` puts it into words. No Temporal, since the
 * browser loads this file too.
 */

/** Creating a format costs fifty times its use. Limited, because a zone's name in any letter case is another key. */
const formats = new Map<string, Intl.DateTimeFormat>()
const MAX_FORMATS = 600

type Reading = { year: number; month: number; day: number; hour: number; minute: number }

/** A list shows the same few times again and again, and reading one costs more than all words around it. */
const readings = new Map<string, Reading>()
const MAX_READINGS = 1_000

/** The digits that a clock and a calendar in `zone` show. `month` is 1–12. */
export function readClock(instant: Date, zone: string): Reading {
  const key = `${Math.floor(instant.getTime() / 60_000)} ${zone}`
  const known = readings.get(key)
  if (known) return known
  let format = formats.get(zone)
  if (!format) {
    const digits = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
    format = new Intl.DateTimeFormat('en-GB', { ...digits, timeZone: zone, hourCycle: 'h23' })
    if (formats.size >= MAX_FORMATS) formats.clear()
    formats.set(zone, format)
  }
  const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts
  const reading = { year, month, day, hour, minute }
  if (readings.size >= MAX_READINGS) readings.clear()
  readings.set(key, reading)
  return reading
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** "21:00" */
export function timeIn(instant: Date, zone: string): string {
  const { hour, minute } = readClock(instant, zone)
  return `${twoDigits(hour)}:${twoDigits(minute)}`
}

/** "2026-11-24" */
export function dateKeyIn(instant: Date, zone: string): string {
  const { year, month, day } = readClock(instant, zone)
  return `${year}-${twoDigits(month)}-${twoDigits(day)}`
}

/** How many days the date in `other` is ahead of the date in `zone`: −1, 0 or 1. */
export function dayShift(instant: Date, zone: string, other: string): number {
  return dayNumber(instant, other) - dayNumber(instant, zone)
}

/** Days since 1970 on the calendar of `zone`. */
export function dayNumber(instant: Date, zone: string): number {
  const { year, month, day } = readClock(instant, zone)
  return Date.UTC(year, month - 1, day) / 86_400_000
}

/** Minutes by which the clock in `zone` is ahead of UTC at this instant. */
export function offsetMinutes(instant: Date, zone: string): number {
  const { year, month, day, hour, minute } = readClock(instant, zone)
  return Date.UTC(year, month - 1, day, hour, minute) / 60_000 - Math.floor(instant.getTime() / 60_000)
}

/** Minutes by which clocks go back: 60 nearly everywhere, 30 on Lord Howe Island, 120 in Antarctica. */
const STEPS = [30, 60, 120]

/** Which of the two this is, if its wall time occurs twice that day in `zone`. Null if it occurs once. */
export function foldAt(instant: Date, zone: string): 'first' | 'second' | null {
  const shown = (at: Date) => `${dateKeyIn(at, zone)} ${timeIn(at, zone)}`
  const now = shown(instant)
  const reads = (minutes: number) => shown(new Date(instant.getTime() + minutes * 60_000)) === now
  if (STEPS.some((minutes) => reads(minutes))) return 'first'
  return STEPS.some((minutes) => reads(-minutes)) ? 'second' : null
}
