/** What changed hours would look like to others, and what they would change. Server side. */
import type { Availability, Travel } from '#domain/bookings/availability'
import {
  emptiedDates,
  groupStarts,
  isStart,
  offeredStarts,
  setStartAt,
  findAvailabilityObstacle,
  type HoursContext,
  type HoursDiff,
  type Obstacle,
  type StartGroup,
} from '#domain/bookings/hours'
import { countChanges, tripItem, type HoursItems } from '#domain/bookings/hours-items'
import { plural } from '#domain/quantities'
import { timeIn } from '#domain/time/clock'
import { dateAfter, weekdayOf } from '#domain/time/wall-time'
import { zoneCity } from '#domain/time/zone'
import type { DeskBooking } from '#server/bookings/desk-queries'
import { dayOfKey, shiftWords } from '../../../ui/time/clock.ts'
import type { ChangeLine, DayStart, HoursPreview, PreviewDay } from '../../../ui/mentors/desk/hours-page.ts'
import { formatPlace } from './desk.ts'
import { formatDates, shortDate, tripDates } from './hours-words.ts'

const PAGE_DAYS = 35
const PAGES = 3 // The longest horizon is 90 days.
const MAX_STANDING = 5

type Facts = {
  saved: Availability
  hours: Availability
  changed: { from: HoursItems; to: HoursItems }
  diff: HoursDiff
  context: HoursContext
  bookings: DeskBooking[]
  today: string
  page: number
  day: string | null
  /** The zone of the second clock. */
  clock: string
  place: string
}

export function buildPreview(facts: Facts): HoursPreview {
  const { saved, hours, changed, diff, context, bookings, today, page, clock, place } = facts
  const monday = dateAfter(today, -weekdayOf(today) + page * PAGE_DAYS)
  const dates = Array.from({ length: PAGE_DAYS }, (_, n) => dateAfter(monday, n))
  const days = listDays(facts, dates)
  const picked = facts.day !== null && dates.includes(facts.day)
  const date = picked ? facts.day! : firstOfInterest(days, today)
  const standing = bookings.filter(
    ({ startsAt }) => startsAt > context.now && isStart(startsAt, saved) && !isStart(startsAt, hours),
  )
  const obstacle = findAvailabilityObstacle(hours, context)
  return {
    page,
    pages: PAGES,
    span: `${shortDate(dates[0]!)} – ${shortDate(dates.at(-1)!)}`,
    days,
    chosen: { date, picked, name: dayOfKey(date), starts: startsOn(date, facts) },
    place,
    clock: { timeZone: clock, place: formatPlace(clock) },
    gained: listLines(diff.gained, facts, 'gained'),
    lost: listLines(diff.lost, facts, 'lost'),
    standing: standingLines(standing, saved),
    notes: obstacle ? [] : listNotes(facts),
    nothing: obstacle && NOTHING[obstacle],
    horizonDays: Math.max(saved.horizonDays, hours.horizonDays),
    before: diff.before.length,
    after: diff.after.length,
    changes: countChanges(changed.from, changed.to),
  }
}

/** The first day with a change, else the first with something free, else today. */
function firstOfInterest(days: PreviewDay[], today: string): string {
  const found = days.find(({ change }) => change) ?? days.find(({ free }) => free)
  return (found ?? days.find(({ date }) => date === today) ?? days[0]!).date
}

function countByDate(starts: Date[], hours: Availability): Map<string, number> {
  const groups = Map.groupBy(starts, (start) => setStartAt(start, hours).date)
  return new Map([...groups].map(([date, group]) => [date, group.length]))
}

function listDays({ saved, hours, diff, context, today }: Facts, dates: string[]): PreviewDay[] {
  const free = countByDate(diff.after, hours)
  const offered = countByDate(offeredStarts(hours, context.now), hours)
  const [gained, lost] = [countByDate(diff.gained, hours), countByDate(diff.lost, saved)]
  return dates.map((date, n) => {
    const own = hours.overrides.get(date)
    const away = hours.travel.some(({ first, last }) => first <= date && date <= last)
    const count = free.get(date) ?? 0
    const [more, less] = [gained.has(date), lost.has(date)]
    const over = date < today
    return {
      date,
      label: n > 0 && date.endsWith('-01') ? shortDate(date) : String(Number(date.slice(8))),
      name: dayOfKey(date),
      state: over ? '' : describeDay({ count, own, away, full: offered.has(date) }),
      free: count > 0,
      over,
      change: more && less ? '±' : more ? '+' : less ? '−' : null,
      ground: over ? null : away ? 'travel' : own ? 'other' : null,
    }
  })
}

type DayFacts = { count: number; own: readonly string[] | undefined; away: boolean; full: boolean }

function describeDay({ count, own, away, full }: DayFacts): string {
  if (count > 0) return `${count} free`
  if (full) return 'full'
  if (own?.length === 0) return 'closed'
  return away ? 'away' : ''
}

/** Everything that starts on a date or could: on offer, no longer on offer, or booked. */
function startsOn(date: string, { saved, hours, diff, context, bookings, clock }: Facts): DayStart[] {
  const booked = new Map(bookings.map((booking) => [booking.startsAt.getTime(), booking]))
  const has = (starts: Date[], start: Date) => starts.some((other) => other.getTime() === start.getTime())
  const all = [...offeredStarts(hours, context.now), ...diff.lost, ...bookings.map(({ startsAt }) => startsAt)]
  const instants = [...new Set(all.map((start) => start.getTime()))].toSorted((a, b) => a - b)
  return instants
    .map((instant) => new Date(instant))
    .map((start) => ({ start, set: setStartAt(start, has(diff.lost, start) ? saved : hours) }))
    .filter(({ set }) => set.date === date)
    .map(({ start, set }) => {
      const booking = booked.get(start.getTime())
      const state = booking
        ? 'booked'
        : has(diff.gained, start)
          ? 'new'
          : has(diff.after, start)
            ? 'free'
            : has(diff.lost, start)
              ? 'lost'
              : 'taken'
      return {
        at: start.toISOString(),
        time: set.time,
        place: set.timeZone === hours.timeZone ? null : zoneCity(set.timeZone),
        other: timeIn(start, clock),
        otherShift: shiftWords(start, set.timeZone, clock),
        state,
        words: booking ? describeBookingState(booking, hours.timeZone) : STATES[state],
      } satisfies DayStart
    })
}

const STATES = {
  free: 'Free',
  new: 'New with this change',
  lost: 'No longer offered',
  taken: 'Not free',
  booked: 'Booked',
}

const describeBookingState = ({ status, menteeName, payBefore }: DeskBooking, zone: string) =>
  status === 'held' ? `Held to ${timeIn(payBefore, zone)}` : `Booked, ${menteeName}`

/** Starts that change with a trip are described by trip, others by weekday. */
function listLines(starts: Date[], { saved, hours, place }: Facts, kind: 'gained' | 'lost'): ChangeLine[] {
  const by = kind === 'gained' ? hours : saved
  const trips = [...hours.travel.filter(isNotIn(saved)), ...saved.travel.filter(isNotIn(hours))]
  const findTrip = (start: Date) => {
    const { date } = setStartAt(start, by)
    return trips.find(({ first, last }) => first <= date && date <= last)
  }
  const groups = Map.groupBy(starts, findTrip)
  const { [kind]: ends } = { gained: 'become free', lost: 'are no longer offered' }
  const withTrips = trips
    .filter((trip) => groups.has(trip))
    .map((trip) => {
      const clock = by.travel.includes(trip) && trip.startsFollow ? zoneCity(trip.timeZone) : place
      return {
        text: `${tripDates(trip)}: starts on ${clock}’s clock ${ends}`,
        count: plural(groups.get(trip)!.length, 'hour'),
      }
    })
  const others = groupStarts(groups.get(undefined) ?? [], by).map((group) => describeLine(group, by, kind))
  return [...others, ...withTrips]
}

const isNotIn =
  ({ travel }: Availability) =>
  (trip: Travel) =>
    !travel.some((other) => tripItem(other) === tripItem(trip))

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** "Tuesdays 18:30 become free", "8 hours" */
function describeLine({ weekday, time, starts }: StartGroup, hours: Availability, kind: 'gained' | 'lost'): ChangeLine {
  const count = plural(starts.length, 'hour')
  const day = WEEKDAYS[weekday]!
  const [only] = starts
  if (starts.length === 1 && only) {
    const set = setStartAt(only, hours)
    const ends = kind === 'gained' ? 'becomes free' : 'is no longer offered'
    return { text: `${dayOfKey(set.date)}, ${set.time} ${ends}`, count }
  }
  if (time === null) return { text: `${day}s have ${kind === 'gained' ? 'more' : 'fewer'} hours`, count }
  return { text: `${day}s ${time} ${kind === 'gained' ? 'become free' : 'are no longer offered'}`, count }
}

function standingLines(bookings: DeskBooking[], hours: Availability): ChangeLine[] {
  const lines = bookings.slice(0, MAX_STANDING).map(({ startsAt, status, menteeName }) => {
    const { date, time } = setStartAt(startsAt, hours)
    const who = status === 'held' ? 'A visitor who is paying now' : menteeName
    return { text: `${who} keeps ${dayOfKey(date)}, ${time}. Bookings never change.`, count: '1 booking' }
  })
  const more = bookings.length - lines.length
  return more > 0 ? [...lines, { text: 'Others keep theirs, too.', count: plural(more, 'booking') }] : lines
}

/** `notice` is said only where it was changed: it empties today for nearly everyone. */
function listNotes({ saved, hours, context }: Facts): HoursPreview['notes'] {
  const emptied = [...emptiedDates(hours, context)]
  return emptied
    .filter(([obstacle]) => obstacle !== 'notice' || hours.noticeHours !== saved.noticeHours)
    .map(([obstacle, dates]) => ({ dates: formatDates(dates), why: EMPTIED[obstacle] }))
}

const EMPTIED: Record<Obstacle, string> = {
  travel: 'your trips leave no starts on those days',
  notice: 'your notice period covers them',
  caps: 'your maximum number of sessions is reached',
  gaps: 'your bookings and the gaps around them leave no room',
  horizon: 'they’re too far ahead to be booked',
  busy: 'you are busy in your other calendars',
  bookings: 'all is booked',
  starts: 'there is no start',
}

const NOTHING: Record<Obstacle, string> = {
  starts: 'there is no start within your horizon. Add a start or a date.',
  notice: 'your notice is longer than your horizon. Shorten the notice or extend the horizon.',
  horizon: 'your next start is beyond your horizon. Extend it.',
  caps: 'your maximum number of sessions is reached on every day.',
  gaps: 'your bookings and the gaps around them leave no room. Shorten the gaps.',
  travel: 'your trips leave no starts. Change a trip.',
  busy: 'your other calendars are busy at all your hours.',
  bookings: 'all your hours are booked. New ones open as days pass.',
}
