/** What the properties of a VEVENT say, and when it takes place. */
import type { BusyRange } from '#domain/mentors/busy-calendar'
import { DAY_MS } from '#domain/time/wall-time'
import { readProperties, readRawValues, readText, type Component } from '#server/platform/ics/calendar-file'
import type { Clock, Span } from '#server/platform/ics/clocks'
import {
  startOfDay,
  readDate,
  readDates,
  readDuration,
  readPeriods,
  type Duration,
  type WrittenDate,
  type WrittenPeriod,
} from '#server/platform/ics/dates'
import { expandRule, TooDemanding } from '#server/platform/ics/recurrence'

export type CalendarEvent = {
  uid: string
  sequence: number
  /** False for events that are marked as free or cancelled. */
  isBusy: boolean
  start: WrittenDate
  end: WrittenDate | Duration | null
  rules: string[]
  /** False if a rule or a list of dates cannot be read, so that some occurrences are unknown. */
  isReadable: boolean
  added: WrittenPeriod[]
  excluded: WrittenDate[]
  /** Of a changed occurrence: which one it replaces, and whether it also changes all later ones. */
  replaces: { date: WrittenDate; andLater: boolean } | null
}

/** Null if an event has no start that can be read. */
export function readEvent(component: Component): CalendarEvent | null {
  const property = (name: string) => readProperties(component, name)[0]
  const start = readDate(property('DTSTART'))
  if (!start) return null
  const [recurrenceId, status] = [property('RECURRENCE-ID'), readText(component, 'STATUS').toUpperCase()]
  const replaced = readDate(recurrenceId)
  return {
    uid: readText(component, 'UID'),
    sequence: Number.parseInt(readRawValues(component, 'SEQUENCE')[0] ?? '0', 10) || 0,
    isBusy: readText(component, 'TRANSP').toUpperCase() !== 'TRANSPARENT' && status !== 'CANCELLED',
    start,
    end: readDate(property('DTEND')) ?? readDuration(readText(component, 'DURATION')),
    rules: readRawValues(component, 'RRULE'),
    isReadable:
      (component.lines.get('DTSTART')?.length ?? 0) === 1 &&
      countValues(component, 'RDATE') === readPeriods(readProperties(component, 'RDATE')).length &&
      (recurrenceId === undefined) === (replaced === null),
    added: readPeriods(readProperties(component, 'RDATE')),
    excluded: readDates(readProperties(component, 'EXDATE')),
    replaces: replaced && {
      date: replaced,
      andLater: [recurrenceId?.params['range']].flat()[0]?.toUpperCase() === 'THISANDFUTURE',
    },
  }
}

/** The number of values that a file lists under a property, whether or not they can be read. */
function countValues(component: Component, name: string): number {
  return readRawValues(component, name)
    .map((values) => values.split(',').length)
    .reduce((sum, count) => sum + count, 0)
}

/**
 * How the dates of an event are read: a `local` time by the clock of its zone, a day by the mentor's own, a time in UTC by
 * UTC's.
 */
export type Reading = (date: WrittenDate) => Clock

/**
 * The busy times of an event near a span (RFC 5545 §3.8.5): its start, rules and added dates, without the excluded ones,
 * and with its changed occurrences.
 *
 * @param changes the events with the same UID that replace occurrences.
 * @returns `isWhole` is false if a rule is not valid; then the start counts without it.
 * @throws TooDemanding
 */
export function expandEvent(
  event: CalendarEvent,
  changes: CalendarEvent[],
  span: Span,
  clockOf: Reading,
): { ranges: BusyRange[]; isWhole: boolean } {
  const clock = clockOf(event.start)
  const shifts = changes
    .filter(({ replaces }) => replaces?.andLater)
    .map((change) => shiftFrom(change, clock, clockOf))
    .toSorted((a, b) => a.from - b.from)
  const reach = [event, ...changes].map((one) => toMilliseconds(findDuration(one, clockOf)))
  const margin = DAY_MS + Math.max(...reach) + Math.max(0, ...shifts.map(({ by }) => Math.abs(by)))
  const near = { from: span.from - margin, until: span.until + margin }

  const { walls, isWhole } = expandRules(event, near, clock)
  const length = findDuration(event, clockOf)
  const regular = walls.map((wall) => ({ start: { ...event.start, wall }, end: length }))
  const added = event.added.map(({ start, end }) => {
    const isDayOfTimed = start.kind === 'date' && event.start.kind !== 'date'
    return { start, end: end ?? (isDayOfTimed ? null : length) }
  })
  const isLeftOut = matcher([...event.excluded, ...changes.map(({ replaces }) => replaces!.date)], event.start, clockOf)
  const unchanged = [...regular, ...added].filter(({ start }) => !isLeftOut(start))

  const ranges = unchanged.flatMap((occurrence) => {
    const shift = shifts.findLast(({ from }) => from <= toInstant(occurrence.start, clockOf))
    if (!shift) return event.isBusy ? [toBusyRange(occurrence, clockOf)] : []
    const { change, by } = shift
    const start = { ...change.start, wall: occurrence.start.wall + by }
    return change.isBusy ? [toBusyRange({ start, end: findDuration(change, clockOf) }, clockOf)] : []
  })
  const changed = changes.filter(({ isBusy }) => isBusy).map((change) => toBusyRange(change, clockOf))
  return { ranges: [...ranges, ...changed], isWhole }
}

/** The wall times of an event's rules, or of its start if it has none. */
function expandRules({ rules, start }: CalendarEvent, near: Span, clock: Clock): { walls: number[]; isWhole: boolean } {
  if (rules.length === 0) return { walls: [start.wall], isWhole: true }
  try {
    return { walls: rules.flatMap((rule) => expandRule(rule, start.wall, near, { clock })), isWhole: true }
  } catch (error) {
    if (error instanceof TooDemanding) throw error
    return { walls: [start.wall], isWhole: false }
  }
}

/** A change of one occurrence and all later ones moves each by as much on the wall (RANGE=THISANDFUTURE, §3.2.13). */
function shiftFrom(change: CalendarEvent, clock: Clock, clockOf: Reading) {
  const from = toInstant(change.replaces!.date, clockOf)
  return { change, from, by: change.start.wall - clock.wallAt(from) }
}

/**
 * Returns a function that finds an event's occurrence among dates that exclude or replace some. They are the same
 * instant, or the same day if either is written without a time.
 */
function matcher(dates: WrittenDate[], { kind }: WrittenDate, clockOf: Reading): (start: WrittenDate) => boolean {
  const dayIn = (date: WrittenDate, clock: Clock) =>
    startOfDay(date.kind === 'utc' ? clock.wallAt(date.wall) : date.wall)
  const instants = new Set<number>()
  const days: WrittenDate[] = []
  for (const date of dates) {
    if (kind === 'date' || date.kind === 'date') days.push(date)
    else instants.add(toInstant(date, clockOf))
  }
  const known = new Map<Clock, Set<number>>()
  return (start) => {
    if (instants.has(toInstant(start, clockOf))) return true
    if (days.length === 0) return false
    const clock = clockOf(start)
    const set = known.get(clock) ?? new Set(days.map((date) => dayIn(date, clock)))
    known.set(clock, set)
    return set.has(dayIn(start, clock))
  }
}

/**
 * How long an event lasts. By `DTEND` the same exact time for each occurrence, by `DURATION` the same nominal one
 * (§3.8.5.3). Without either a day, or no time at all (§3.6.1).
 */
function findDuration({ start, end }: Pick<CalendarEvent, 'start' | 'end'>, clockOf: Reading): Duration {
  const wholeDay = { days: 1, ms: 0 }
  if (end === null) return start.kind === 'date' ? wholeDay : { days: 0, ms: 0 }
  if ('days' in end) return start.kind === 'date' && toMilliseconds(end) === 0 ? wholeDay : end
  if (start.kind !== 'date' || end.kind !== 'date')
    return { days: 0, ms: Math.max(0, toInstant(end, clockOf) - toInstant(start, clockOf)) }
  return { days: Math.max(1, (end.wall - start.wall) / DAY_MS), ms: 0 } // Some programs write the last day as the end.
}

const toMilliseconds = ({ days, ms }: Duration): number => days * DAY_MS + ms

/** The exact times of one occurrence. */
export function toBusyRange({ start, end }: Pick<CalendarEvent, 'start' | 'end'>, clockOf: Reading): BusyRange {
  const length = findDuration({ start, end }, clockOf)
  const clock = clockOf(start)
  return [clock.instantAt(start.wall), clock.instantAt(start.wall + length.days * DAY_MS) + length.ms]
}

const toInstant = (date: WrittenDate, clockOf: Reading): number => clockOf(date).instantAt(date.wall)
