/**
 * Busy calendars: other calendars of a mentor, read by a secret address, whose busy times hide starts. When each is read
 * again, and what is wrong with one that cannot be read. Pure; callers pass `now`.
 *
 *   read ──every 15 min──▶ read
 *     └──fails──▶ stale: its last busy times still count ──tried again, ever more rarely──▶ read
 */
import { HORIZON_DAYS } from '#domain/bookings/availability'
import { DAY_MS, MINUTE_MS, minutesAfter } from '#domain/time/wall-time'

/** Each has its own position from 1, which the database holds to. */
export const MAX_CALENDARS = 3

const REFRESH_MINUTES = 15
/** Reads are spread by as much, so that calendars added together do not all become due together. */
const JITTER_MINUTES = 2
/** A calendar that keeps failing is tried at least so often. */
const MAX_WAIT_MINUTES = 6 * 60

/** A calendar that was not read for so long is shown as stale, although no read has failed yet. */
const STALE_MINUTES = 60

/**
 * Busy times are worked out further than anything can be booked, so that what was read stays enough for a day in which
 * the calendar does not change.
 */
const EXPAND_DAYS = HORIZON_DAYS.max + 3
const EXPANDED_FOR_MS = DAY_MS

/** How often a mentor may add calendars, or ask for one to be read now. */
export const ADDING = { max: 10, minutes: 60 } as const
export const READING_NOW = { max: 12, minutes: 60 } as const

/**
 * Why a calendar could not be read.
 *
 *   not_allowed      the host is in a private network, or it redirects where we do not go
 *   no_answer        no such host, no connection, no valid certificate, or an error of the service
 *   too_slow         not read within the deadline
 *   not_found        the service no longer knows the address
 *   too_large        more than 1 MB
 *   not_a_calendar   not an iCalendar file, or one that ends in the middle
 *   too_demanding    more busy times, or rules that take longer, than anyone's calendar has
 *   unsealed         its address cannot be read any more, since this site's secret was changed
 */
export type CalendarProblem =
  | 'not_allowed'
  | 'no_answer'
  | 'too_slow'
  | 'not_found'
  | 'too_large'
  | 'not_a_calendar'
  | 'too_demanding'
  | 'unsealed'

/**
 * An event whose busy times are uncertain, so that its mentor looks at it. `start`: as the calendar writes it,
 * "2026-12-10T09:00", or null. No title: titles are never stored.
 *
 *   zone         its time zone, here by its name, is unknown: every likely reading is blocked
 *   unreadable   its dates are not valid: what could be read is blocked
 */
export type EventToCheck = { problem: 'zone' | 'unreadable'; start: string | null; zone: string }

/** From and until, in epoch milliseconds. */
export type BusyRange = [from: number, until: number]

/** What one read of a calendar gives: ranges in order that do not touch, and at most `MAX_EVENTS_TO_CHECK` events. */
export type BusyTimes = { ranges: BusyRange[]; toCheck: EventToCheck[] }

/** Of one calendar. */
export const MAX_EVENTS_TO_CHECK = 20

/** What a calendar's busy times are worked out for: events that end after `from` and begin before `until`. */
export type Expansion = { from: Date; until: Date; timeZone: string }

export function expansionAt(now: Date, timeZone: string): Expansion {
  return { from: now, until: new Date(now.getTime() + EXPAND_DAYS * DAY_MS), timeZone }
}

/**
 * Whether busy times have to be worked out anew even if the calendar has not changed: the horizon has moved on, or
 * floating times and whole days mean another zone.
 */
export function mustExpand(last: { expandedAt: Date; timeZone: string }, now: Date, zone: string) {
  const age = now.getTime() - last.expandedAt.getTime()
  return age < 0 || age >= EXPANDED_FOR_MS || last.timeZone !== zone
}

/** When a calendar is read next. `failures`: reads in a row that failed. `chance`: from 0 to 1. */
export function nextReadAt(now: Date, failures: number, chance: number): Date {
  const wait = Math.min(REFRESH_MINUTES * 2 ** Math.max(failures - 1, 0), MAX_WAIT_MINUTES)
  return new Date(minutesAfter(now, wait).getTime() - Math.floor(chance * JITTER_MINUTES * MINUTE_MS))
}

type ReadState = { readAt: Date; problem: CalendarProblem | null }

/** Whether its busy times may be out of date. */
export const isStale = ({ readAt, problem }: ReadState, now: Date): boolean =>
  problem !== null || now.getTime() - readAt.getTime() > STALE_MINUTES * MINUTE_MS
