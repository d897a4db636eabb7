/**
 * The busy times in an iCalendar file (RFC 5545). Runs in the calendar process, whose zone is UTC: node-ical reads a time
 * without a zone, and a whole day, as if it were on the process's own clock.
 */
import { expandRecurringEvent, sync, type CalendarComponent, type EventInstance, type VEvent } from 'node-ical'
import type { Expansion } from '#domain/mentors/busy-calendar'
import { err, ok, type Result } from '#domain/result'
import { isTimeZone } from '#domain/time/zone'
import { DAY_MS, calendarInstant } from '#domain/time/wall-time'

/** From and until, in epoch milliseconds. */
export type BusyRange = [from: number, until: number]

export type IcsError = 'not_a_calendar' | 'too_demanding'

/** After merging. A person with a meeting every hour of 93 days has 2,232. */
const MAX_RANGES = 2_500

/**
 * Busy times in order, those that touch or overlap merged, cut to the span. Events count unless they are marked as free
 * (`TRANSP:TRANSPARENT`) or cancelled. Whole days and times without a zone are on the clock of `timeZone`.
 */
export function readBusyRanges(text: string, { from, until, timeZone }: Expansion): Result<BusyRange[], IcsError> {
  // Without its end it was cut off, and the busy times behind the cut would count as free.
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR\b/i.test(text) || !/\bEND:VCALENDAR\s*$/i.test(text)) return err('not_a_calendar')
  const span = { from: from.getTime(), until: until.getTime() }
  const instantFrom = instantReader(timeZone)
  try {
    const components = Object.values(sync.parseICS(text)) as (CalendarComponent | undefined)[]
    const found = components.flatMap((component) => datesIn(component, span)).map((dates) => dates.map(instantFrom))
    const merged = mergeRanges(found, span)
    return merged.length > MAX_RANGES ? err('too_demanding') : ok(merged)
  } catch (error) {
    // What node-ical says of a rule with more than 10,000 occurrences within the span.
    return err(error instanceof Error && /maximum iterations/i.test(error.message) ? 'too_demanding' : 'not_a_calendar')
  }
}

type Span = { from: number; until: number }

/** What makes a person busy, as node-ical gives it: a time without a zone that we know is as if it were UTC. */
function datesIn(component: CalendarComponent | undefined, span: Span): unknown[][] {
  if (component?.type === 'VFREEBUSY') {
    return (component.freebusy ?? []).filter(({ type }) => type !== 'FREE').map(({ start, end }) => [start, end])
  }
  if (component?.type !== 'VEVENT' || !isDate(component.start)) return []
  // A day more on each side: a whole day or a time without a zone is up to 14 hours from where UTC has it.
  const [from, to] = [new Date(span.from - DAY_MS), new Date(span.until + DAY_MS)]
  const instances = expandRecurringEvent(component, { from, to, expandOngoing: true })
  return instances.filter(isBusy).map(({ start, end }) => [start, end])
}

/** `event`: of a changed occurrence, its own. */
function isBusy({ event }: Pick<EventInstance, 'event'>): boolean {
  const is = (value: unknown, word: string) => wordOf(value).toUpperCase() === word
  return !is((event as VEvent).transparency, 'TRANSPARENT') && !is((event as VEvent).status, 'CANCELLED')
}

/** node-ical gives a value with parameters as an object. */
function wordOf(value: unknown): string {
  if (typeof value === 'string') return value
  return value && typeof value === 'object' && 'val' in value ? String(value.val) : ''
}

const isDate = (value: unknown): value is Date => value instanceof Date && !Number.isNaN(value.getTime())

/** Returns a function that reads the instant of a date of node-ical's; null for anything else. */
function instantReader(timeZone: string): (date: unknown) => number | null {
  const known = new Map<string, boolean>() // Whether a zone exists takes long to ask.
  const isZone = (zone: string) => {
    const isKnown = known.get(zone) ?? (OFFSET.test(zone) || isTimeZone(zone))
    known.set(zone, isKnown)
    return isKnown
  }
  return (date) => {
    if (!isDate(date)) return null
    const { tz } = date as Date & { tz?: string }
    if (tz !== undefined && isZone(tz)) return date.getTime()
    const [day = '', time = ''] = date.toISOString().split('T')
    const minute = calendarInstant({ date: day, time: time.slice(0, 5) }, timeZone)
    return minute && minute.getTime() + date.getUTCSeconds() * 1_000
  }
}

const OFFSET = /^[+-]\d{2}:?\d{2}$/

/** Without what has no length. */
function mergeRanges(ranges: (number | null)[][], span: Span): BusyRange[] {
  const cut = ranges.map(([start, end]): BusyRange => {
    return [Math.max(start ?? Infinity, span.from), Math.min(end ?? -Infinity, span.until)]
  })
  const merged: BusyRange[] = []
  for (const [from, until] of cut.filter(([start, end]) => start < end).toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], until)
    else merged.push([from, until])
  }
  return merged
}
