/**
 * Dates, times and durations in words, for pages and emails alike. The patterns are messages, and `Intl` gives only the names
 * of days and months: whole dates are punctuated differently by the `Intl` of browser and server, and React would discard
 * the server's markup. A date key is a calendar date, "2026-11-24". Runs in the browser too: no Temporal.
 */
import { dayNumber, dayShift, offsetMinutes, readClock, timeIn } from '#domain/time/clock'
import { zoneCity, type Clock } from '#domain/time/zone'
import * as m from '#messages/time'
import { currentTag, formatTag, perLanguage } from '../runtime.ts'
import { ENGLISH_TAG } from '../languages.ts'

type Width = 'long' | 'short'

/** British English has “Sept” where all other months have three letters. */
const isEnglish = () => currentTag() === ENGLISH_TAG

/** Asking `Intl` for a name takes longer than writing a whole date. */
const names = perLanguage(() => new Map<string, string[]>())

/** Months from January, weekdays from Monday. */
function listNames(part: 'month' | 'weekday', width: Width | 'narrow'): string[] {
  const key = `${part} ${width}`
  const known = names()
  let listed = known.get(key)
  if (!listed) {
    const format = new Intl.DateTimeFormat(isEnglish() ? 'en' : formatTag(), {
      weekday: width,
      day: 'numeric',
      month: width,
      timeZone: 'UTC',
    })
    // 2018 began on a Monday.
    const dates =
      part === 'month'
        ? Array.from({ length: 12 }, (_, month) => Date.UTC(2018, month, 1))
        : Array.from({ length: 7 }, (_, day) => Date.UTC(2018, 0, day + 1))
    listed = dates.map((date) => format.formatToParts(date).find(({ type }) => type === part)?.value ?? '')
    known.set(key, listed)
  }
  return listed
}

/** "Monday" to "Sunday"; short, "Mon"; brief, "Mo". */
export const listWeekdays = (width: Width | 'brief'): string[] =>
  width === 'brief' ? listNames('weekday', briefWidth()).map(shortenWeekday) : listNames('weekday', width)

/** What `shortenWeekday` makes brief names of: English has two letters of the name, other languages what their calendars have. */
export const briefWidth = (): 'long' | 'narrow' => (isEnglish() ? 'long' : 'narrow')

export const shortenWeekday = (name: string): string => name.slice(0, 2)

/** The parts of a date for its pattern. */
function nameParts({ year, month, day }: { year: number; month: number; day: number }, width: Width) {
  const weekday = (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7
  return {
    weekday: listNames('weekday', width)[weekday]!,
    day: String(day),
    month: listNames('month', width)[month - 1]!,
    year: String(year),
  }
}

const partsIn = (instant: Date, zone: string, width: Width = 'long') => nameParts(readClock(instant, zone), width)

function partsOfKey(key: string, width: Width = 'long') {
  const [year = 0, month = 1, day = 1] = key.split('-').map(Number)
  return nameParts({ year, month, day }, width)
}

/** Named once, since the browser's script has a message's text wherever it is called. */
const formatDate = m.date
const formatDay = m.day
const formatDayAndYear = m.dayAndYear
const formatDayOfMonth = m.dayOfMonth

/** "24 November 2026" */
export const dateIn = (instant: Date, zone: string): string => formatDate(partsIn(instant, zone))

/** "24 November 2026" of "2026-11-24" */
export const dateOfKey = (key: string): string => formatDate(partsOfKey(key))

/** "Tuesday 24 November" */
export const dayIn = (instant: Date, zone: string): string => formatDay(partsIn(instant, zone))

/** "Tuesday 24 November" of "2026-11-24" */
export const dayOfKey = (key: string): string => formatDay(partsOfKey(key))

/** "Tuesday 24 November 2026" */
export const dayAndYearIn = (instant: Date, zone: string): string => formatDayAndYear(partsIn(instant, zone))

/** "Tuesday 24 November 2026" of "2026-11-24" */
export const dayAndYearOfKey = (key: string): string => formatDayAndYear(partsOfKey(key))

/** "Thu 26 Nov", where there is little room: in lists, choices and bars. */
export const shortDayIn = (instant: Date, zone: string): string => formatDay(partsIn(instant, zone, 'short'))

/** "Tue 24 Nov" of "2026-11-24" */
export const shortDayOfKey = (key: string): string => formatDay(partsOfKey(key, 'short'))

/** "Tue 24 Nov 2026" */
export const shortDayAndYearIn = (instant: Date, zone: string): string =>
  formatDayAndYear(partsIn(instant, zone, 'short'))

/** "24 Nov" */
export const shortDateIn = (instant: Date, zone: string): string => formatDayOfMonth(partsIn(instant, zone, 'short'))

/** "24 Nov" of "2026-11-24" */
export const shortDateOfKey = (key: string): string => formatDayOfMonth(partsOfKey(key, 'short'))

/** "November 2026" of "2026-11" or of any date in it */
export const monthOfKey = (key: string): string => m.monthAndYear(partsOfKey(key))

/** "16–22 November" and "30 November – 6 December" of date keys; short, "16–22 Nov". A single date is said once. */
export function datesOfKeys(first: string, last: string, width: Width): string {
  const [from, to] = [partsOfKey(first, width), partsOfKey(last, width)]
  if (first === last) return formatDayOfMonth(from)
  if (first.slice(0, 7) !== last.slice(0, 7)) return m.dates({ from: formatDayOfMonth(from), to: formatDayOfMonth(to) })
  return m.datesOfMonth({ from: from.day, to: to.day, month: to.month })
}

/** "Thu 26 Nov, 16:30" */
export function shortMomentIn(instant: Date, zone: string): string {
  return m.dateAndTime({ date: shortDayIn(instant, zone), time: timeIn(instant, zone) })
}

/** "18 Nov 2026, 21:14" */
export function shortDateTimeIn(instant: Date, zone: string): string {
  return m.dateAndTime({ date: formatDate(partsIn(instant, zone, 'short')), time: timeIn(instant, zone) })
}

/** "24 November 2026, 21:00" */
export function dateTimeIn(instant: Date, zone: string): string {
  return m.dateAndTime({ date: dateIn(instant, zone), time: timeIn(instant, zone) })
}

/** "Tuesday 24 November, 21:00" */
export function dayTimeIn(instant: Date, zone: string): string {
  return m.dateAndTime({ date: dayIn(instant, zone), time: timeIn(instant, zone) })
}

/** "Tuesday 24 November 2026, 21:00" */
export function fullMomentIn(instant: Date, zone: string): string {
  return m.dateAndTime({ date: dayAndYearIn(instant, zone), time: timeIn(instant, zone) })
}

/** "Tuesday 24 November, 21:00 (Kolkata)" */
export function dayTimeOn(instant: Date, { timeZone, place }: Clock): string {
  return m.dateTimePlace({ date: dayIn(instant, timeZone), time: timeIn(instant, timeZone), place })
}

/** "Tuesday 24 November 2026, 21:00 (Kolkata)" */
export function fullMomentOn(instant: Date, { timeZone, place }: Clock): string {
  return m.dateTimePlace({ date: dayAndYearIn(instant, timeZone), time: timeIn(instant, timeZone), place })
}

/** "16:30 London", where there is little room. */
export function cityTimeIn(instant: Date, zone: string): string {
  return m.timeCity({ time: timeIn(instant, zone), city: zoneCity(zone) })
}

/** "Tue 24 Nov, 16:30 London", where there is little room. */
export function cityMomentIn(instant: Date, zone: string): string {
  return m.timeCity({ time: shortMomentIn(instant, zone), city: zoneCity(zone) })
}

/**
 * A moment to come, within a sentence: "today 20:00" and "tomorrow 14:30" on the calendar of `zone`, "Thu 26 Nov, 16:30" after
 * that. Style gives it a capital where a line begins with it.
 */
export function formatSoon(at: Date, now: Date, zone: string): string {
  const days = dayNumber(at, zone) - dayNumber(now, zone)
  if (days > 1) return shortMomentIn(at, zone)
  const time = timeIn(at, zone)
  return days === 1 ? m.tomorrow({ time }) : m.today({ time })
}

/** How far the clock in `zone` is ahead of UTC at this instant: "UTC+5:30", "UTC−3", "UTC+0". */
export function offsetIn(instant: Date, zone: string): string {
  const minutes = offsetMinutes(instant, zone)
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return m.offset({ behind: minutes < 0, hours: rest === 0 ? `${hours}` : `${hours}:${String(rest).padStart(2, '0')}` })
}

/** How the date in `other` differs from the one in `zone`: "+1 day", "−1 day", or null when it is the same. */
export function shiftWords(instant: Date, zone: string, other: string): string | null {
  const days = dayShift(instant, zone, other)
  return days === 0 ? null : m.dayShift({ ahead: days > 0, days: Math.abs(days) })
}

/** The same without the word: "+1", "−1", or null. */
export function briefShift(instant: Date, zone: string, other: string): string | null {
  const days = dayShift(instant, zone, other)
  return days === 0 ? null : m.briefDayShift({ ahead: days > 0, days: Math.abs(days) })
}

/** "6 years", "1 year", "Less than a year" */
export const formatYears = (count: number): string => m.years({ count })

/** "60 minutes" */
export const formatDuration = (minutes: number): string => m.minutes({ count: minutes })

/** "Usually answers within a day": how soon a mentor replies. */
export const formatAnswerTime = (hours: number): string => m.answersWithin({ hours })
