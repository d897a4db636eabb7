/** Recurrence rules (RFC 5545 §3.3.10), by rrule-temporal. */
import { RRuleTemporal } from 'rrule-temporal'
import type { Clock, Span } from '#server/platform/ics/clocks'

/** Occurrences of one rule within a span, and steps without any, before it counts as too demanding. */
const MAX_ITERATIONS = 10_000

/** Thrown for a rule that takes longer than any person's calendar. */
export class TooDemanding extends Error {}

/**
 * The wall times at which a rule applies within a span of wall times, with `start`, which counts as its first
 * occurrence (§3.8.5.3). Rules follow the clock on the wall, so they are worked out as if it were UTC's, and `clock` is
 * only needed for an `UNTIL` in UTC.
 *
 * @param withLastBefore also gives the last occurrence before the span.
 * @throws TooDemanding; any other error means that the rule is not valid.
 */
export function expandRule(
  rule: string,
  start: number,
  { from, until }: Span,
  { clock, withLastBefore = false }: { clock: Clock; withLastBefore?: boolean },
): number[] {
  try {
    const found = new RRuleTemporal({
      rruleString: `DTSTART:${compact(start)}Z\nRRULE:${withWallUntil(rule, clock)}`,
      tzid: 'UTC',
      includeDtstart: true,
      maxIterations: MAX_ITERATIONS,
      cache: false,
    })
    const last = withLastBefore ? found.previous(new Date(from)) : null
    const within = found.between(new Date(from), new Date(until), true)
    return [...(last ? [last] : []), ...within].map((date) => Date.parse(date.toString().replace(/\[.*$/, '')))
  } catch (error) {
    if (error instanceof Error && /maximum (iterations|candidate)/i.test(error.message)) throw new TooDemanding()
    throw error
  }
}

/** `UNTIL` on the same clock as the start. A date includes its whole day. */
function withWallUntil(rule: string, clock: Clock): string {
  return rule.replace(/\bUNTIL=(\d{8})(?:T(\d{6})(Z?))?/i, (_whole, day: string, time?: string, utc?: string) => {
    if (!time) return `UNTIL=${day}T235959Z`
    const written = Date.parse(`${day}T${time}`.replace(/(....)(..)(..)T(..)(..)(..)/, '$1-$2-$3T$4:$5:$6Z'))
    return `UNTIL=${compact(utc ? clock.wallAt(written) : written)}Z`
  })
}

/** "20261210T090000". */
const compact = (wall: number): string => new Date(wall).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
