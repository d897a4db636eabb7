/** The clock that a file defines for itself by a VTIMEZONE (RFC 5545 §3.6.5). */
import { DAY_MS } from '#domain/time/wall-time'
import { readProperties, readRawValues, readText, type Component } from '#server/platform/ics/calendar-file'
import { offsetClock, readOffset, type Clock, type Span } from '#server/platform/ics/clocks'
import { readDate, readPeriods } from '#server/platform/ics/dates'
import { expandRule } from '#server/platform/ics/recurrence'

/** A change of clocks at an instant: its offset from UTC before and after. In milliseconds. */
type Change = { at: number; before: number; after: number }

const YEAR_MS = 366 * DAY_MS

/** Right within a year of the span. Null if the definition cannot be used. */
export function definedClock(definition: Component, span: Span): Clock | null {
  const near = { from: span.from - YEAR_MS, until: span.until + YEAR_MS }
  const changes = definition.parts
    .filter(({ name }) => name === 'STANDARD' || name === 'DAYLIGHT')
    .flatMap((observance) => listOffsetChanges(observance, near))
    .toSorted((a, b) => a.at - b.at)
  const [first] = changes
  if (!first) return null
  const offsets = [...new Set(changes.flatMap(({ before, after }) => [before, after]))].toSorted((a, b) => b - a)
  const offsetAt = (instant: number) => changes.findLast(({ at }) => at <= instant)?.after ?? first.before
  return {
    instantAt(wall) {
      // Largest offset first, which is the earliest instant.
      const real = offsets.find((offset) => offsetAt(wall - offset) === offset)
      if (real !== undefined) return wall - real
      const skippedBy = changes.findLast(({ at, before }) => at + before <= wall) ?? first
      return wall - skippedBy.before
    },
    wallAt: (instant) => instant + offsetAt(instant),
  }
}

/** When an observance begins, near the span and the last time before. Its dates are on the clock before the change. */
function listOffsetChanges(observance: Component, near: Span): Change[] {
  const before = readOffset(readText(observance, 'TZOFFSETFROM'))
  const after = readOffset(readText(observance, 'TZOFFSETTO'))
  const start = readDate(readProperties(observance, 'DTSTART')[0])
  if (before === null || after === null || !start) return []
  const clock = offsetClock(before)
  const walls = readRawValues(observance, 'RRULE').flatMap((rule) =>
    expandRule(rule, start.wall, near, { clock, withLastBefore: true }),
  )
  const dates = readPeriods(readProperties(observance, 'RDATE')).map(({ start: { wall } }) => wall)
  return [start.wall, ...walls, ...dates].map((wall) => ({ at: wall - before, before, after }))
}
