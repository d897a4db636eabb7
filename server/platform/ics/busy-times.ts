/** The busy times in an iCalendar stream (RFC 5545). Runs in the calendar process (decision 0026). */
import {
  MAX_EVENTS_TO_CHECK,
  type BusyRange,
  type BusyTimes,
  type EventToCheck,
  type Expansion,
} from '#domain/mentors/busy-calendar'
import { err, ok, type Result } from '#domain/result'
import { readProperties, readCalendarFile, readText, type Component } from '#server/platform/ics/calendar-file'
import { ianaClock, offsetClock, type Clock, type Span } from '#server/platform/ics/clocks'
import { readPeriods } from '#server/platform/ics/dates'
import { expandEvent, toBusyRange, readEvent, type CalendarEvent, type Reading } from '#server/platform/ics/events'
import { TooDemanding } from '#server/platform/ics/recurrence'
import { namedClock, zoneFinder } from '#server/platform/ics/zone-names'

export type IcsError = 'not_a_calendar' | 'too_demanding'

/** After merging. A person with a meeting every hour of 93 days has 2,232. */
const MAX_RANGES = 2_500

/**
 * Busy times in order, those that touch or overlap merged, cut to the span. Events count unless they are marked as free
 * (`TRANSP:TRANSPARENT`) or cancelled. Whole days are on the clock of `timeZone`, and times without a zone on the
 * calendar's (`X-WR-TIMEZONE`) or else on that one.
 */
export function readBusyTimes(text: string, { from, until, timeZone }: Expansion): Result<BusyTimes, IcsError> {
  const calendars = readCalendarFile(text)
  if (!calendars.ok) return calendars
  const span = { from: from.getTime(), until: until.getTime() }
  try {
    const found = calendars.value.map((calendar) => readCalendar(calendar, span, ianaClock(timeZone)))
    const ranges = mergeRanges(
      found.flatMap((calendar) => calendar.ranges),
      span,
    )
    if (ranges.length > MAX_RANGES) return err('too_demanding')
    return ok({ ranges, toCheck: found.flatMap(({ toCheck }) => toCheck).slice(0, MAX_EVENTS_TO_CHECK) })
  } catch (error) {
    if (error instanceof TooDemanding) return err('too_demanding')
    throw error
  }
}

function readCalendar(calendar: Component, span: Span, mentorClock: Clock): BusyTimes {
  const ownZone = readText(calendar, 'X-WR-TIMEZONE')
  const own = (ownZone && namedClock(ownZone)) || mentorClock
  const findZones = zoneFinder(calendar, own, span)
  const utc = offsetClock(0)
  /** `second`: the second reading of ambiguous zones. */
  const readingBy =
    (second: boolean): Reading =>
    (date) => {
      if (date.kind !== 'local') return date.kind === 'utc' ? utc : mentorClock
      if (date.zone === '') return own
      const [one, other] = findZones(date.zone)
      return second ? (other ?? one!) : one!
    }
  const ranges: BusyRange[] = []
  const toCheck: EventToCheck[] = []
  const unreadable: EventToCheck = { problem: 'unreadable', start: null, zone: '' }

  const events = calendar.parts.filter(({ name }) => name === 'VEVENT').map(readEvent)
  toCheck.push(...events.filter((event) => event === null).map(() => unreadable))
  for (const { event, changes } of seriesIn(events.filter((event) => event !== null))) {
    const all = [event, ...changes]
    const unknown = all.flatMap(listZones).find((zone) => findZones(zone).length > 1)
    const readings = unknown === undefined ? [readingBy(false)] : [readingBy(false), readingBy(true)]
    const found = readings.map((reading) => expandEvent(event, changes, span, reading))
    const within = found
      .flatMap((reading) => reading.ranges)
      .filter(([from, until]) => from < span.until && until > span.from)
    ranges.push(...within)
    const start = new Date(event.start.wall).toISOString().slice(0, 16)
    if (unknown !== undefined && within.length > 0) toCheck.push({ problem: 'zone', start, zone: unknown.slice(0, 60) })
    else if (!found[0]!.isWhole || all.some((one) => !one.isReadable))
      toCheck.push({ problem: 'unreadable', start, zone: '' })
  }
  return { ranges: [...ranges, ...freeBusyIn(calendar, readingBy(false))], toCheck }
}

/**
 * Events with the changes of their occurrences, by UID. Of several versions of an event the newest counts (`SEQUENCE`).
 * Changes without their event stand for themselves.
 */
function seriesIn(events: CalendarEvent[]): { event: CalendarEvent; changes: CalendarEvent[] }[] {
  const groups = Map.groupBy(events, ({ uid }) => uid || Symbol('Without a UID'))
  return [...groups.values()].flatMap((group) => {
    const changes = group.filter(({ replaces }) => replaces !== null)
    const masters = group.filter(({ replaces }) => replaces === null)
    const newest = Math.max(...masters.map(({ sequence }) => sequence))
    const current = masters.filter(({ sequence }) => sequence === newest)
    if (current.length === 0) return changes.map((event) => ({ event, changes: [] }))
    return current.map((event) => ({ event, changes }))
  })
}

/** The names of zones that decide when an event takes place. */
function listZones({ start, end, added, replaces }: CalendarEvent): string[] {
  const dates = [start, end, replaces?.date, ...added.flatMap((period) => [period.start, period.end])]
  return dates.flatMap((date) => (date && 'zone' in date && date.zone !== '' ? [date.zone] : []))
}

/** The busy periods of VFREEBUSY components, which list them without events. */
function freeBusyIn(calendar: Component, clockOf: Reading): BusyRange[] {
  const lists = calendar.parts
    .filter(({ name }) => name === 'VFREEBUSY')
    .flatMap((list) => readProperties(list, 'FREEBUSY'))
    .filter(({ params }) => String(params['fbtype'] ?? 'BUSY').toUpperCase() !== 'FREE')
  return readPeriods(lists).map((period) => toBusyRange(period, clockOf))
}

/** Without what has no length. */
function mergeRanges(ranges: BusyRange[], span: Span): BusyRange[] {
  const cut = ranges.map(([start, end]): BusyRange => [Math.max(start, span.from), Math.min(end, span.until)])
  const merged: BusyRange[] = []
  for (const [from, until] of cut.filter(([start, end]) => start < end).toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], until)
    else merged.push([from, until])
  }
  return merged
}
