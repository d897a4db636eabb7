/**
 * Wall times into instants and back. With `domain/availability.ts` the only place that does so.
 * An instant is a `Date`; a wall time (date `YYYY-MM-DD`, time `HH:mm`) always stands beside an IANA zone.
 * Server only: Safari lacks Temporal.
 */

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export type WallTime = { date: string; time: string }

export function minutesAfter(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * MINUTE)
}

/**
 * The instant at which clocks in `zone` show this wall time. Null when they never do, because they are put forward
 * across it (spring), or when date or time do not exist. Of a time they show twice (autumn), the first.
 */
export function instantAt(wall: WallTime, zone: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(wall.date) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(wall.time)) return null
  let local: Temporal.PlainDateTime
  try {
    local = Temporal.PlainDateTime.from(`${wall.date}T${wall.time}`, { overflow: 'reject' })
  } catch {
    return null
  }
  const zoned = local.toZonedDateTime(zone, { disambiguation: 'earlier' })
  return zoned.toPlainDateTime().equals(local) ? new Date(zoned.epochMilliseconds) : null
}

/** What clocks in `zone` show at this instant. */
export function wallTimeAt(instant: Date, zone: string): WallTime {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone)
  return { date: zoned.toPlainDate().toString(), time: zoned.toPlainTime().toString({ smallestUnit: 'minute' }) }
}
