/**
 * Wall times into instants and back. With `domain/availability.ts` the only place that does so.
 * An instant is a `Date`; a wall time (date `YYYY-MM-DD`, time `HH:mm`) always stands beside an IANA zone.
 * Server only: Safari lacks Temporal.
 */

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export type WallTime = { date: string; time: string }

/** Clocks in a zone are put by `minutes` at an instant: forward when positive. */
export type ClockChange = { at: Date; minutes: number }

export function minutesAfter(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * MINUTE)
}

/** The date so many days after another. Of dates, not of anybody's instants. */
export function dateAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00Z`) + days * DAY).toISOString().slice(0, 10)
}

/** 0 for Monday to 6 for Sunday. */
export function weekdayOf(date: string): number {
  return (new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7
}

/**
 * Every instant at which clocks in `zone` show this wall time: none when they are put forward across it (spring) or when
 * date or time do not exist, two when they are put back across it (autumn), else one. In order.
 */
export function instantsAt(wall: WallTime, zone: string): Date[] {
  const local = plainOf(wall)
  if (!local) return []
  const readings = (['earlier', 'later'] as const).map((disambiguation) =>
    local.toZonedDateTime(zone, { disambiguation }),
  )
  const real = readings.filter((zoned) => zoned.toPlainDateTime().equals(local))
  return [...new Set(real.map((zoned) => zoned.epochMilliseconds))].map((milliseconds) => new Date(milliseconds))
}

/** The first of them. Null when there is none. */
export function instantAt(wall: WallTime, zone: string): Date | null {
  return instantsAt(wall, zone)[0] ?? null
}

/** Null when date or time do not exist. */
function plainOf(wall: WallTime): Temporal.PlainDateTime | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(wall.date) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(wall.time)) return null
  try {
    return Temporal.PlainDateTime.from(`${wall.date}T${wall.time}`, { overflow: 'reject' })
  } catch {
    return null
  }
}

/** What clocks in `zone` show at this instant. */
export function wallTimeAt(instant: Date, zone: string): WallTime {
  const zoned = zonedAt(instant, zone)
  return { date: zoned.toPlainDate().toString(), time: zoned.toPlainTime().toString({ smallestUnit: 'minute' }) }
}

/** When clocks in `zone` are changed after `from`, until `until`, in order. */
export function clockChanges(zone: string, from: Date, until: Date): ClockChange[] {
  const changes: ClockChange[] = []
  let before = zonedAt(from, zone)
  for (;;) {
    const after = before.getTimeZoneTransition('next')
    if (!after || after.epochMilliseconds > until.getTime()) return changes
    // Some of a zone's transitions change its name and not its clocks.
    const minutes = (after.offsetNanoseconds - before.offsetNanoseconds) / 60e9
    if (minutes !== 0) changes.push({ at: new Date(after.epochMilliseconds), minutes })
    before = after
  }
}

/**
 * The same as `instantsAt` for many wall times of one zone in a span: between clock changes an instant is a subtraction.
 * Wall times that do not exist are not looked for: callers pass valid ones.
 */
export function offsetsOf(zone: string, from: Date, until: Date): (wall: WallTime) => Date[] {
  const changes = clockChanges(zone, from, until)
  let offset = zonedAt(from, zone).offsetNanoseconds / 1e6
  const spells = [{ since: -Infinity, offset }]
  for (const change of changes) {
    offset += change.minutes * MINUTE
    spells.push({ since: change.at.getTime(), offset })
  }
  return ({ date, time }) => {
    const local = Date.parse(`${date}T${time}Z`)
    return spells.flatMap(({ since, offset: ahead }, n) => {
      const instant = local - ahead
      const ends = spells[n + 1]?.since ?? Infinity
      return instant >= since && instant < ends ? [new Date(instant)] : []
    })
  }
}

function zonedAt(instant: Date, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone)
}
