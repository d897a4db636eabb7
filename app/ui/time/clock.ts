/**
 * Clocks and calendars for pages, beyond `#domain/time/clock`: comparing two, arithmetic with date keys, and the visitor's zone.
 * A date key is a local calendar date, "2026-11-24"; a month key is "2026-11". Runs in the browser too: no Temporal.
 */
import { dateKeyIn, timeIn } from '#domain/time/clock'
import { isTimeZone } from '#domain/time/zone'

export type { Clock } from '#domain/time/zone'

const DAY_MS = 86_400_000 // Only ever added to UTC midnights, which have no clock changes between them.

/** True when both zones show the same date and time at this instant, so that one clock is enough. */
export function sameClock(instant: Date, zone: string, other: string): boolean {
  return timeIn(instant, zone) === timeIn(instant, other) && dateKeyIn(instant, zone) === dateKeyIn(instant, other)
}

/** UTC midnight of a date key. For arithmetic with dates only. */
function toUtc(key: string): Date {
  return new Date(Date.UTC(Number(key.slice(0, 4)), Number(key.slice(5, 7)) - 1, Number(key.slice(8, 10) || '1')))
}

/** The date key `days` after another: ("2026-11-30", 1) is "2026-12-01". */
export function keyAfter(key: string, days: number): string {
  return new Date(toUtc(key).getTime() + days * DAY_MS).toISOString().slice(0, 10)
}

/** The month key `months` after another: ("2026-11", 2) is "2027-01". */
export function monthAfter(key: string, months: number): string {
  return new Date(Date.UTC(Number(key.slice(0, 4)), Number(key.slice(5, 7)) - 1 + months)).toISOString().slice(0, 7)
}

/** 0 for Monday to 6 for Sunday. */
export function weekdayOf(key: string): number {
  return (toUtc(key).getUTCDay() + 6) % 7
}

const YEAR_SECONDS = 31_536_000

/** The cookie that remembers a zone, as a `Set-Cookie` header or `document.cookie` takes it. */
export function zoneCookie(zone: string): string {
  return `zone=${encodeURIComponent(zone)}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`
}

/** Reads the visitor's zone from a Cookie header or `document.cookie`. Null if there is no valid one. */
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
