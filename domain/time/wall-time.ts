/**
 * Converts wall times to instants and back. Only this file uses Temporal.
 * An instant is a `Date`; a wall time (date `YYYY-MM-DD`, time `HH:mm`) always stands beside an IANA zone.
 * Server only: Safari lacks Temporal.
 */

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

type WallTime = { date: string; time: string }

/** A clock change: clocks go forward (positive) or back by `minutes` at an instant. */
export type ClockChange = { at: Date; minutes: number }

export function minutesAfter(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * MINUTE_MS)
}

/** The date `days` after another. Calendar dates only, without zones. */
export function dateAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** 0 for Monday to 6 for Sunday. */
export function weekdayOf(date: string): number {
  return (new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7
}

/**
 * Every instant at which clocks in `zone` show this wall time, in order: none if clocks skip it (spring) or the date or
 * time does not exist, two if it occurs twice (autumn), else one.
 */
export function instantsAt(wall: WallTime, zone: string): Date[] {
  const local = parseWallTime(wall)
  if (!local) return []
  const readings = (['earlier', 'later'] as const).map((disambiguation) =>
    local.toZonedDateTime(zone, { disambiguation }),
  )
  const real = readings.filter((zoned) => zoned.toPlainDateTime().equals(local))
  return [...new Set(real.map((zoned) => zoned.epochMilliseconds))].map((milliseconds) => new Date(milliseconds))
}

/** The first instant of `instantsAt`. Null when there is none. */
export function instantAt(wall: WallTime, zone: string): Date | null {
  return instantsAt(wall, zone)[0] ?? null
}

/**
 * The instant that calendars mean by a wall time (RFC 5545 §3.3.5): the first of two, and of a time that clocks skip the
 * instant at which they would show it without the change. Null when the date does not exist.
 */
export function calendarInstant(wall: WallTime, zone: string): Date | null {
  const zoned = parseWallTime(wall)?.toZonedDateTime(zone, { disambiguation: 'compatible' })
  return zoned ? new Date(zoned.epochMilliseconds) : null
}

/** "2026-10-25T01:30:00+01:00": an instant in `zone`, with the zone's offset at that time (RFC 3339). */
export function isoIn(instant: Date, zone: string): string {
  return zonedAt(instant, zone).toString({ timeZoneName: 'never', smallestUnit: 'second' })
}

/** Null when the date or time does not exist. */
function parseWallTime(wall: WallTime): Temporal.PlainDateTime | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(wall.date) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(wall.time)) return null
  try {
    return Temporal.PlainDateTime.from(`${wall.date}T${wall.time}`, { overflow: 'reject' })
  } catch {
    return null
  }
}

/** The wall time in `zone` at this instant. */
export function wallTimeAt(instant: Date, zone: string): WallTime {
  const zoned = zonedAt(instant, zone)
  return { date: zoned.toPlainDate().toString(), time: zoned.toPlainTime().toString({ smallestUnit: 'minute' }) }
}

/** The clock changes in `zone` after `from` and up to `until`, in order. */
export function clockChanges(zone: string, from: Date, until: Date): ClockChange[] {
  const changes: ClockChange[] = []
  let before = zonedAt(from, zone)
  for (;;) {
    const after = before.getTimeZoneTransition('next')
    if (!after || after.epochMilliseconds > until.getTime()) return changes
    // Some transitions change the zone's name but not its offset.
    const minutes = (after.offsetNanoseconds - before.offsetNanoseconds) / 60e9
    if (minutes !== 0) changes.push({ at: new Date(after.epochMilliseconds), minutes })
    before = after
  }
}

/**
 * As `instantsAt`, but fast for many wall times of one zone between `from` and `until`: between two clock changes it
 * only subtracts the offset. The returned function takes the wall time as if it were UTC, in epoch milliseconds, and
 * returns instants in epoch milliseconds. It does not check that the date exists.
 */
export function wallTimeResolver(zone: string, from: Date, until: Date): (local: number) => number[] {
  const changes = clockChanges(zone, from, until)
  let ahead = zonedAt(from, zone).offsetNanoseconds / 1e6
  const periods = [{ since: -Infinity, ends: changes[0]?.at.getTime() ?? Infinity, ahead }]
  for (const [n, { at, minutes }] of changes.entries()) {
    ahead += minutes * MINUTE_MS
    periods.push({ since: at.getTime(), ends: changes[n + 1]?.at.getTime() ?? Infinity, ahead })
  }
  return (local) => {
    const instants: number[] = []
    for (const period of periods) {
      const instant = local - period.ahead
      if (instant >= period.since && instant < period.ends) instants.push(instant)
    }
    return instants
  }
}

/** Returns a faster `toISOString` for many instants in order: it formats the date once per day. */
export function isoWriter(): (instant: Date) => string {
  let [day, date] = [NaN, '']
  const two = (number: number) => (number < 10 ? `0${number}` : String(number))
  return (instant) => {
    const since = instant.getTime() - day
    if (!(since >= 0 && since < DAY_MS)) {
      day = Math.floor(instant.getTime() / DAY_MS) * DAY_MS
      date = instant.toISOString().split('T')[0]!
    }
    const minutes = (instant.getTime() - day) / MINUTE_MS
    if (!Number.isInteger(minutes)) return instant.toISOString()
    return `${date}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:00.000Z`
  }
}

function zonedAt(instant: Date, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone)
}
