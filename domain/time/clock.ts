/**
 * Formats instants as dates and times in a zone, for pages and emails. Numbers come from `Intl`, names from here,
 * because the `Intl` of browser and server punctuate differently, and React would discard the server's markup. No
 * Temporal, since the browser loads this file too.
 */

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** Creating a format costs fifty times its use. Limited, because a zone's name in any letter case is another key. */
const formats = new Map<string, Intl.DateTimeFormat>()
const MAX_FORMATS = 600

type Clock = { year: number; month: number; day: number; hour: number; minute: number }

/** A list shows the same few times again and again, and reading one costs more than all words around it. */
const clocks = new Map<string, Clock>()
const MAX_CLOCKS = 1_000

/** The digits that a clock and a calendar in `zone` show. `month` is 1–12. */
function readClock(instant: Date, zone: string): Clock {
  const key = `${Math.floor(instant.getTime() / 60_000)} ${zone}`
  const known = clocks.get(key)
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
  const clock = { year, month, day, hour, minute }
  if (clocks.size >= MAX_CLOCKS) clocks.clear()
  clocks.set(key, clock)
  return clock
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

/** "24 November 2026" */
export function dateIn(instant: Date, zone: string): string {
  const { year, month, day } = readClock(instant, zone)
  return `${day} ${MONTHS[month - 1]} ${year}`
}

/** "Tuesday 24 November" */
export function dayIn(instant: Date, zone: string): string {
  const { year, month, day } = readClock(instant, zone)
  return `${DAYS[new Date(Date.UTC(year, month - 1, day)).getUTCDay()]} ${day} ${MONTHS[month - 1]}`
}

/** "Tuesday 24 November 2026" */
export function dayAndYearIn(instant: Date, zone: string): string {
  return `${dayIn(instant, zone)} ${readClock(instant, zone).year}`
}

/** "Thu 26 Nov", where there is little room: in lists, choices and bars. */
export function shortDayIn(instant: Date, zone: string): string {
  const [weekday = '', day, month = ''] = dayIn(instant, zone).split(' ')
  return `${weekday.slice(0, 3)} ${day} ${month.slice(0, 3)}`
}

/** "Thu 26 Nov, 16:30" */
export function shortMomentIn(instant: Date, zone: string): string {
  return `${shortDayIn(instant, zone)}, ${timeIn(instant, zone)}`
}

/**
 * A moment to come, within a sentence: "today 20:00" and "tomorrow 14:30" on the calendar of `zone`, "Thu 26 Nov, 16:30" after
 * that. Style gives it a capital where a line begins with it.
 */
export function formatSoon(at: Date, now: Date, zone: string): string {
  const days = dayNumber(at, zone) - dayNumber(now, zone)
  return days > 1 ? shortMomentIn(at, zone) : `${days === 1 ? 'tomorrow' : 'today'} ${timeIn(at, zone)}`
}

/** How many days the date in `other` is ahead of the date in `zone`: −1, 0 or 1. */
export function dayShift(instant: Date, zone: string, other: string): number {
  return dayNumber(instant, other) - dayNumber(instant, zone)
}

/** Days since 1970 on the calendar of `zone`. */
function dayNumber(instant: Date, zone: string): number {
  const { year, month, day } = readClock(instant, zone)
  return Date.UTC(year, month - 1, day) / 86_400_000
}

/** How far the clock in `zone` is ahead of UTC at this instant: "UTC+5:30", "UTC−3", "UTC+0". */
export function offsetIn(instant: Date, zone: string): string {
  const { year, month, day, hour, minute } = readClock(instant, zone)
  const minutes = Date.UTC(year, month - 1, day, hour, minute) / 60_000 - Math.floor(instant.getTime() / 60_000)
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${twoDigits(rest)}`}`
}
