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
import { timeIn } from '#domain/time/clock'
import { dateAfter, weekdayOf } from '#domain/time/wall-time'
import { zoneCity } from '#domain/time/zone'
import type { DeskBooking } from '#server/bookings/desk-queries'
import * as m from '#messages/mentors'
import { dayOfKey, shiftWords, listWeekdays, shortDateOfKey, datesOfKeys } from '#words/time'
import type { ChangeLine, DayStart, HoursPreview, PreviewDay } from '../../../ui/mentors/desk/hours-page.ts'
import { formatPlace } from './desk.ts'
import { formatDates, tripDates } from './hours-words.ts'

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
    span: datesOfKeys(dates[0]!, dates.at(-1)!, 'short'),
    days,
    chosen: { date, picked, name: dayOfKey(date), starts: startsOn(date, facts) },
    place,
    clock: { timeZone: clock, place: formatPlace(clock) },
    gained: listLines(diff.gained, facts, 'gained'),
    lost: listLines(diff.lost, facts, 'lost'),
    standing: standingLines(standing, saved),
    notes: obstacle ? [] : listNotes(facts),
    nothing: obstacle && NOTHING[obstacle](),
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
      label: n > 0 && date.endsWith('-01') ? shortDateOfKey(date) : String(Number(date.slice(8))),
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
  if (count > 0) return m.freeCount({ count })
  if (full) return m.dayFull()
  if (own?.length === 0) return m.dayClosed()
  return away ? m.dayAway() : ''
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
        words: booking ? describeBookingState(booking, hours.timeZone) : STATES[state](),
      } satisfies DayStart
    })
}

const STATES = {
  free: m.startFree,
  new: m.startNew,
  lost: m.startLost,
  taken: m.startTaken,
  booked: m.startBooked,
}

const describeBookingState = ({ status, menteeName, payBefore }: DeskBooking, zone: string) =>
  status === 'held' ? m.heldTo({ time: timeIn(payBefore, zone) }) : m.startBookedBy({ name: menteeName })

/** Starts that change with a trip are described by trip, others by weekday. */
function listLines(starts: Date[], { saved, hours, place }: Facts, kind: 'gained' | 'lost'): ChangeLine[] {
  const by = kind === 'gained' ? hours : saved
  const trips = [...hours.travel.filter(isNotIn(saved)), ...saved.travel.filter(isNotIn(hours))]
  const findTrip = (start: Date) => {
    const { date } = setStartAt(start, by)
    return trips.find(({ first, last }) => first <= date && date <= last)
  }
  const groups = Map.groupBy(starts, findTrip)
  const describe = kind === 'gained' ? m.tripStartsGained : m.tripStartsLost
  const withTrips = trips
    .filter((trip) => groups.has(trip))
    .map((trip) => {
      const clock = by.travel.includes(trip) && trip.startsFollow ? zoneCity(trip.timeZone) : place
      return {
        text: describe({ dates: tripDates(trip), place: clock }),
        count: m.hourCount({ count: groups.get(trip)!.length }),
      }
    })
  const others = groupStarts(groups.get(undefined) ?? [], by).map((group) => describeLine(group, by, kind))
  return [...others, ...withTrips]
}

const isNotIn =
  ({ travel }: Availability) =>
  (trip: Travel) =>
    !travel.some((other) => tripItem(other) === tripItem(trip))

/** "Tuesdays 18:30 become free", "8 hours" */
function describeLine({ weekday, time, starts }: StartGroup, hours: Availability, kind: 'gained' | 'lost'): ChangeLine {
  const count = m.hourCount({ count: starts.length })
  const isGained = kind === 'gained'
  const [only] = starts
  if (starts.length === 1 && only) {
    const set = setStartAt(only, hours)
    const start = { date: dayOfKey(set.date), time: set.time }
    return { text: isGained ? m.startGained(start) : m.startNotOffered(start), count }
  }
  const day = listWeekdays('long')[weekday]!
  if (time === null) return { text: isGained ? m.dayHasMore({ day }) : m.dayHasFewer({ day }), count }
  return { text: isGained ? m.weeklyGained({ day, time }) : m.weeklyLost({ day, time }), count }
}

function standingLines(bookings: DeskBooking[], hours: Availability): ChangeLine[] {
  const lines = bookings.slice(0, MAX_STANDING).map(({ startsAt, status, menteeName }) => {
    const { date, time } = setStartAt(startsAt, hours)
    const kept = { date: dayOfKey(date), time }
    const text = status === 'held' ? m.visitorKeeps(kept) : m.menteeKeeps({ name: menteeName, ...kept })
    return { text, count: m.bookingCount({ count: 1 }) }
  })
  const more = bookings.length - lines.length
  return more > 0 ? [...lines, { text: m.othersKeep(), count: m.bookingCount({ count: more }) }] : lines
}

/** `notice` is said only where it was changed: it empties today for nearly everyone. */
function listNotes({ saved, hours, context }: Facts): HoursPreview['notes'] {
  const emptied = [...emptiedDates(hours, context)]
  return emptied
    .filter(([obstacle]) => obstacle !== 'notice' || hours.noticeHours !== saved.noticeHours)
    .map(([obstacle, dates]) => ({ dates: formatDates(dates), why: EMPTIED[obstacle]() }))
}

const EMPTIED: Record<Obstacle, () => string> = {
  travel: m.emptiedTravel,
  notice: m.emptiedNotice,
  caps: m.emptiedCaps,
  gaps: m.emptiedGaps,
  horizon: m.emptiedHorizon,
  busy: m.emptiedBusy,
  bookings: m.emptiedBookings,
  starts: m.emptiedStarts,
}

const NOTHING: Record<Obstacle, () => string> = {
  starts: m.nothingStarts,
  notice: m.nothingNotice,
  horizon: m.nothingHorizon,
  caps: m.nothingCaps,
  gaps: m.nothingGaps,
  travel: m.nothingTravel,
  busy: m.nothingBusy,
  bookings: m.nothingBookings,
}
