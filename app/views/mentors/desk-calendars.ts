/** The page of a mentor's other calendars: what was read of them, and what its forms do. Server side. */
import { isStale, MAX_CALENDARS, type EventToCheck } from '#domain/mentors/busy-calendar'
import { dateKeyIn, timeIn } from '#domain/time/clock'
import type { App } from '#server/context'
import {
  addBusyCalendar,
  readCalendarNow,
  removeBusyCalendar,
  type AddCalendarError,
  type CalendarOwner,
} from '#server/mentors/busy-calendars/busy-calendars'
import { readCalendarForm, readCalendarIdForm } from '#server/mentors/busy-calendars/form'
import { findMentorZone, listBusyCalendars } from '#server/mentors/busy-calendars/queries'
import type { CalendarRow, CalendarsResult } from '../../ui/mentors/desk/busy-calendars.tsx'
import type { CalendarProblem } from '#domain/mentors/busy-calendar'
import * as m from '#messages/mentors'
import { formatDuration, shortDayIn, dateTimeIn } from '#words/time'

export async function readCalendars(app: App, mentorId: string): Promise<CalendarRow[]> {
  const zone = (await findMentorZone(app.db, mentorId)) ?? 'UTC'
  const now = app.now()
  const formatMoment = (instant: Date) =>
    dateKeyIn(instant, zone) === dateKeyIn(now, zone)
      ? timeIn(instant, zone)
      : m.timeOnDay({ time: timeIn(instant, zone), day: shortDayIn(instant, zone) })
  const calendars = await listBusyCalendars(app.db, mentorId, now)
  return calendars.map(({ id, name, host, ending, busyAhead, ...read }) => ({
    id,
    name,
    host,
    ending,
    busyAhead,
    read: formatMoment(read.readAt),
    next: formatMoment(read.nextAt < now ? now : read.nextAt),
    toCheck: read.eventsToCheck.map(describeEvent),
    stale: isStale(read, now) ? (read.problem ? CALENDAR_PROBLEMS[read.problem]() : m.notRefreshed()) : null,
  }))
}

/** "10 December 2026, 09:00 (Central Office)" */
function describeEvent({ problem, start, zone }: EventToCheck): string {
  if (!start) return m.eventWithoutStart()
  const at = new Date(`${start}Z`)
  const when = dateTimeIn(at, 'UTC')
  return problem === 'zone' ? m.eventWithZone({ when, zone }) : m.eventDatesWrong({ when })
}

/** Query by which the page says what was done. */
const DONE: Record<string, () => string> = {
  added: m.calendarAdded,
  read: m.calendarRefreshed,
  removed: m.calendarRemoved,
  made: m.feedLinkCreated,
}

export const formatOutcome = (query: URLSearchParams): string | null =>
  Object.entries(DONE).find(([name]) => query.has(name))?.[1]() ?? null

type Refusal = { result: CalendarsResult; status: number; retryAfter?: number }

/** `done`: the query with which to show the page again. Null if the form's intent is unknown. */
export async function handleCalendarsForm(
  app: App,
  owner: CalendarOwner,
  form: FormData,
): Promise<{ done: string } | Refusal | null> {
  switch (form.get('intent')) {
    case 'add':
      return add(app, owner, form)
    case 'read':
      return readNow(app, owner, form)
    case 'remove': {
      const read = readCalendarIdForm(form)
      const removed = read.ok && (await removeBusyCalendar(app, owner, read.value.id))
      return removed ? { done: 'removed' } : refuseGone()
    }
    default:
      return null
  }
}

const NOTHING: CalendarsResult = { problem: null, fields: {}, typed: { name: '', address: '' } }
const refuseGone = (): Refusal => ({ result: { ...NOTHING, problem: m.calendarGone() }, status: 404 })

async function add(app: App, owner: CalendarOwner, form: FormData): Promise<{ done: string } | Refusal> {
  const readText = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  const typed = { name: readText('name'), address: readText('address') }
  const read = readCalendarForm(form)
  if (!read.ok) return { result: { ...NOTHING, fields: read.error, typed }, status: 400 }
  const added = await addBusyCalendar(app, owner, read.value)
  if (added.ok) return { done: 'added' }
  return refuse(added.error, typed)
}

function refuse(error: AddCalendarError, typed: CalendarsResult['typed']): Refusal {
  const wrong = (address: string, status: number) => ({ result: { ...NOTHING, fields: { address }, typed }, status })
  switch (error.code) {
    case 'unread':
      return wrong(CALENDAR_PROBLEMS[error.problem](), 422)
    case 'known':
      return wrong(m.calendarKnown(), 409)
    case 'full':
      return {
        result: { ...NOTHING, problem: m.calendarsFull({ max: MAX_CALENDARS }), typed },
        status: 409,
      }
    case 'too_many':
      return tooMany(error.retryAfter, typed)
  }
}

async function readNow(app: App, owner: CalendarOwner, form: FormData): Promise<{ done: string } | Refusal> {
  const posted = readCalendarIdForm(form)
  if (!posted.ok) return refuseGone()
  const read = await readCalendarNow(app, owner, posted.value.id)
  if (read.ok) return { done: 'read' }
  switch (read.error.code) {
    case 'gone':
      return refuseGone()
    case 'too_many':
      return tooMany(read.error.retryAfter, NOTHING.typed)
    case 'unread':
      return {
        result: { ...NOTHING, problem: m.calendarUnread({ problem: CALENDAR_PROBLEMS[read.error.problem]() }) },
        status: 422,
      }
  }
}

function tooMany(retryAfter: number, typed: CalendarsResult['typed']): Refusal {
  const problem = m.tooManyRefreshes({ wait: formatDuration(Math.ceil(retryAfter / 60)) })
  return { result: { ...NOTHING, problem, typed }, status: 429, retryAfter }
}

/** What is wrong with a calendar, and what to do about it. */

const CALENDAR_PROBLEMS: Record<CalendarProblem, () => string> = {
  not_allowed: m.calendarNotAllowed,
  no_answer: m.calendarNoAnswer,
  too_slow: m.calendarTooSlow,
  not_found: m.calendarNotFound,
  too_large: m.calendarTooLarge,
  not_a_calendar: m.notACalendar,
  too_demanding: m.calendarTooDemanding,
  unsealed: m.calendarUnsealed,
}
