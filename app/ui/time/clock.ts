/**
 * What booking needs of clocks and calendars beyond `#domain/time/clock`: words for two zones, and arithmetic with date keys.
 * A date key is a date on somebody's calendar, "2026-11-24"; a month key is "2026-11". Runs in the browser too: no Temporal.
 */
import { plural } from '#domain/quantities'
import { dateKeyIn, dayIn, dayShift, timeIn } from '#domain/time/clock'
import { isTimeZone, zoneCity } from '#domain/time/zone'

const DAY_MS = 86_400_000 // Only ever added to UTC midnights, which have no clock changes between them.

/** "Tue 24 November" */
export function shortDayIn(instant: Date, zone: string): string {
  const day = dayIn(instant, zone)
  return `${day.slice(0, 3)}${day.slice(day.indexOf(' '))}`
}

/** How far the calendar in `other` is from the one in `zone` at this instant: "+1 day", "−1 day", or null on one date. */
export function shiftWords(instant: Date, zone: string, other: string): string | null {
  const days = dayShift(instant, zone, other)
  if (days === 0) return null
  return (days > 0 ? '+' : '−') + plural(Math.abs(days), 'day')
}

/** Whether two zones read the same at this instant. Then there is one clock to show, not two. */
export function sameClock(instant: Date, zone: string, other: string): boolean {
  return timeIn(instant, zone) === timeIn(instant, other) && dateKeyIn(instant, zone) === dateKeyIn(instant, other)
}

/** Somebody's clock, and the city it is named by. */
export type Clock = { timeZone: string; place: string }

/** The city at the beginning of a location, "Manchester" of "Manchester, United Kingdom". Without one, the zone's own city. */
export function clockPlace(location: string, zone: string): string {
  const city = /^\s*([^,\d]{1,40}?)\s*,\s*\S/.exec(location)?.[1]
  return city ?? zoneCity(zone)
}

/** UTC midnight of a date key. Arithmetic with dates, not an instant of anybody's. */
function utcOf(key: string): Date {
  return new Date(Date.UTC(Number(key.slice(0, 4)), Number(key.slice(5, 7)) - 1, Number(key.slice(8, 10) || '1')))
}

/** The date key so many days after another: ("2026-11-30", 1) is "2026-12-01". */
export function keyAfter(key: string, days: number): string {
  return new Date(utcOf(key).getTime() + days * DAY_MS).toISOString().slice(0, 10)
}

/** The month key so many months after another: ("2026-11", 2) is "2027-01". */
export function monthAfter(key: string, months: number): string {
  return new Date(Date.UTC(Number(key.slice(0, 4)), Number(key.slice(5, 7)) - 1 + months)).toISOString().slice(0, 7)
}

/** 0 for Monday to 6 for Sunday. */
export function weekdayOf(key: string): number {
  return (utcOf(key).getUTCDay() + 6) % 7
}

/** "Tuesday 24 November" of "2026-11-24" */
export function dayOfKey(key: string): string {
  return dayIn(utcOf(key), 'UTC')
}

/** "November 2026" of "2026-11" or of any date in it */
export function monthOfKey(key: string): string {
  return `${dayOfKey(key).split(' ')[2]} ${key.slice(0, 4)}`
}

const YEAR_SECONDS = 31_536_000

/** The cookie that remembers a zone, as a `Set-Cookie` header or `document.cookie` takes it. */
export function zoneCookie(zone: string): string {
  return `zone=${encodeURIComponent(zone)}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`
}

/** The zone that a request's Cookie header, or `document.cookie`, says the visitor is in. Null when it says none that exists. */
export function zoneOfCookie(cookies: string | null): string | null {
  const value = /(?:^|;\s*)zone=([^;]*)/.exec(cookies ?? '')?.[1]
  if (!value) return null
  try {
    const zone = decodeURIComponent(value)
    return isTimeZone(zone) ? zone : null
  } catch {
    return null // A stray % sign.
  }
}
