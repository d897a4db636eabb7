/**
 * What a mentor's change of hours does, before it is saved: starts gained and lost, bookings that stand, days that stay
 * empty and why. Pure; callers pass `now`, the claims and what the mentor sells.
 *
 * A start is free if at least one kind of session can be booked at it. Bookings never move: a change of hours only
 * changes what is on offer.
 */
import {
  HORIZON_DAYS,
  markTaken,
  NOTICE_HOURS,
  slotsBetween,
  type Availability,
  type Claimed,
  type TimeRange,
} from '#domain/bookings/availability'
import { DAY_MS, MINUTE_MS, wallTimeAt, weekdayOf } from '#domain/time/wall-time'

/** What a mentor sells, as far as free starts depend on it. */
type SessionKind = { minutes: number; free: boolean }

/** Everything besides the hours themselves that free starts depend on. `busy`: of the mentor's other calendars. */
export type HoursContext = { kinds: SessionKind[]; claims: Claimed[]; busy: TimeRange[]; now: Date }

/** For a mentor who sells nothing yet. */
const USUAL_KIND: SessionKind = { minutes: 60, free: false }

/** Every start on offer from now to the horizon, free or taken, in order. */
export function offeredStarts(availability: Availability, now: Date): Date[] {
  const to = new Date(now.getTime() + (HORIZON_DAYS.max + 1) * DAY_MS)
  return slotsBetween({ availability, minutes: 0, now, from: now, to }).map(({ startsAt }) => startsAt)
}

/** The free ones of these, in order. */
export function freeStarts(availability: Availability, { kinds, claims, busy, now }: HoursContext): Date[] {
  const starts = offeredStarts(availability, now)
  const free = new Set<number>()
  for (const { minutes, free: unpaid } of kinds.length > 0 ? kinds : [USUAL_KIND]) {
    const slots = starts.map((startsAt) => {
      return { startsAt, endsAt: new Date(startsAt.getTime() + minutes * MINUTE_MS), repeated: false }
    })
    for (const { startsAt, taken } of markTaken(slots, claims, availability, unpaid, busy)) {
      if (!taken) free.add(startsAt.getTime())
    }
  }
  return starts.filter((start) => free.has(start.getTime()))
}

/** `before`, `after`: the free starts by the hours that are saved, and by the changed ones. */
export type HoursDiff = { before: Date[]; after: Date[]; gained: Date[]; lost: Date[] }

export function diffHours(saved: Availability, changed: Availability, context: HoursContext): HoursDiff {
  const before = freeStarts(saved, context)
  const after = freeStarts(changed, context)
  const without = (starts: Date[], others: Date[]) => {
    const known = new Set(others.map((start) => start.getTime()))
    return starts.filter((start) => !known.has(start.getTime()))
  }
  return { before, after, gained: without(after, before), lost: without(before, after) }
}

/**
 * Whether an instant is one of the mentor's starts, however soon or far. Says which bookings stand at an hour that is no
 * longer offered.
 */
export function isStart(instant: Date, availability: Availability): boolean {
  const boundless = { ...availability, noticeHours: 0, horizonDays: 1 }
  const to = new Date(instant.getTime() + 1)
  return slotsBetween({ availability: boundless, minutes: 0, now: instant, from: instant, to }).length === 1
}

/** A start as the mentor set it: the date and time on the clock that the start is meant on. */
type SetStart = { date: string; time: string; timeZone: string }

/** During travel whose starts follow, that is the clock of the place; otherwise the mentor's own. */
export function setStartAt(start: Date, { timeZone, travel, overrides, weekly }: Availability): SetStart {
  for (const { first, last, timeZone: away, startsFollow } of travel) {
    const there = wallTimeAt(start, away)
    const isAway = startsFollow && first <= there.date && there.date <= last
    const starts = overrides.get(there.date) ?? weekly[weekdayOf(there.date)]
    if (isAway && starts?.includes(there.time)) return { ...there, timeZone: away }
  }
  return { ...wallTimeAt(start, timeZone), timeZone }
}

/** Starts that share a weekday and a time, or a weekday alone (`time` is null). In the order of a week. */
export type StartGroup = { weekday: number; time: string | null; starts: Date[] }

/** More groups than this are not read any more, and are joined by weekday. */
const MAX_GROUPS = 6

export function groupStarts(starts: Date[], availability: Availability): StartGroup[] {
  const placed = starts.map((start) => ({ start, set: setStartAt(start, availability) }))
  const timed = Map.groupBy(placed, ({ set }) => `${weekdayOf(set.date)} ${set.time}`)
  const joined = timed.size <= MAX_GROUPS ? timed : Map.groupBy(placed, ({ set }) => `${weekdayOf(set.date)}`)
  return [...joined]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, group]) => {
      const [weekday, time] = key.split(' ')
      return { weekday: Number(weekday), time: time ?? null, starts: group.map(({ start }) => start) }
    })
}

/** What can keep starts from being booked. `busy`: the mentor's other calendars. `bookings`: each is taken. `starts`: there are none. */
export type Obstacle = 'starts' | 'notice' | 'horizon' | 'caps' | 'gaps' | 'travel' | 'busy' | 'bookings'

/** The hours without one of their rules. */
const WITHOUT: [Obstacle, (hours: Availability) => Availability][] = [
  ['notice', (hours) => ({ ...hours, noticeHours: NOTICE_HOURS.min })],
  ['caps', (hours) => ({ ...hours, dayCap: null, weekCap: null, freeWeekCap: null })],
  ['gaps', (hours) => ({ ...hours, bufferBefore: 0, bufferAfter: 0 })],
  ['travel', (hours) => ({ ...hours, travel: [] })],
]

/** The first single rule without which something could be booked. Null if something can be. */
export function findAvailabilityObstacle(availability: Availability, context: HoursContext): Obstacle | null {
  const isEmpty = (hours: Availability) => freeStarts(hours, context).length === 0
  if (!isEmpty(availability)) return null
  const relaxed = WITHOUT.find(([, without]) => !isEmpty(without(availability)))
  if (relaxed) return relaxed[0]
  if (freeStarts(availability, { ...context, busy: [] }).length > 0) return 'busy'
  if (offeredStarts(availability, context.now).length > 0) return 'bookings'
  return isEmpty({ ...availability, horizonDays: HORIZON_DAYS.max }) ? 'starts' : 'horizon'
}

/** Dates on which nothing is free although the mentor set starts, by the rule without which there would be some. */
export function emptiedDates(availability: Availability, context: HoursContext): Map<Obstacle, string[]> {
  const listDates = (hours: Availability) =>
    new Set(freeStarts(hours, context).map((start) => setStartAt(start, hours).date))
  const free = listDates(availability)
  const emptied = new Map<Obstacle, string[]>()
  for (const [obstacle, without] of WITHOUT) {
    const dates = [...listDates(without(availability))].filter((date) => !free.has(date))
    if (dates.length > 0) emptied.set(obstacle, dates.toSorted())
  }
  return emptied
}
