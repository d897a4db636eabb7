/**
 * When a mentor can be booked. Pure: callers pass `now`, the mentor's rules and the claims on their time.
 *
 * A mentor offers starts as wall times in their own zone, by weekday, with exceptions by date, so a start keeps its
 * wall time across clock changes. A start that a clock change skips is not offered; one that occurs twice is offered
 * once, at its first occurrence, and marked `repeated`.
 *
 * Units: instants are `Date`, zones IANA names, dates `YYYY-MM-DD` and times `HH:mm` on the mentor's clock, lengths
 * minutes. Source: specification §9 (bookable times); decision 0005.
 */
import { DAILY_STARTS } from '#domain/bookings/daily-starts'
import {
  DAY_MS,
  dateAfter,
  HOUR_MS,
  MINUTE_MS,
  minutesAfter,
  wallTimeResolver,
  wallTimeAt,
  weekdayOf,
} from '#domain/time/wall-time'

/** The longest span that one request for slots may cover. */
export const MAX_SPAN_DAYS = 62
/** What a mentor may choose, and the default. */
export const NOTICE_HOURS = { min: 1, max: 168, default: 12 }
export const HORIZON_DAYS = { min: 1, max: 90, default: 60 }
export const BUFFER_MINUTES = { min: 0, max: 60, default: 0 }
/** Free sessions a week: two a working day, beside a job (decision 0019). */
const FREE_WEEK_CAP = { default: 10 }

export type TimeRange = { startsAt: Date; endsAt: Date }
/** `repeated`: this wall time occurs twice that day, and this is the first of the two. */
export type Start = TimeRange & { repeated: boolean }
export type Slot = Start & { taken: boolean }

/** Claimed minutes, buffers included. `sessionAt`: when the session itself begins. `free`: its price is 0. */
export type Claimed = TimeRange & { sessionAt: Date; free: boolean }

/**
 * Dates, both included, on which the mentor is in another zone. `startsFollow`: their starts are meant in that zone,
 * too.
 */
export type Travel = { first: string; last: string; timeZone: string; startsFollow: boolean }

export type Availability = {
  /** The mentor's home zone: the zone of their dates, starts and caps. */
  timeZone: string
  /** Seven lists of times, Monday's first. */
  weekly: readonly (readonly string[])[]
  /** Other starts on one date; an empty list is a day off. */
  overrides: ReadonlyMap<string, readonly string[]>
  travel: readonly Travel[]
  bufferBefore: number
  bufferAfter: number
  noticeHours: number
  horizonDays: number
  /** Maximum of sessions per day, and per week from Monday; null: no maximum. */
  dayCap: number | null
  weekCap: number | null
  /** Maximum of free sessions in a week; null: no maximum. */
  freeWeekCap: number | null
}

/** The availability of a mentor who has chosen nothing. */
export function defaultAvailability(timeZone: string): Availability {
  return {
    timeZone,
    weekly: Array.from({ length: 7 }, () => DAILY_STARTS),
    overrides: new Map(),
    travel: [],
    bufferBefore: BUFFER_MINUTES.default,
    bufferAfter: BUFFER_MINUTES.default,
    noticeHours: NOTICE_HOURS.default,
    horizonDays: HORIZON_DAYS.default,
    dayCap: null,
    weekCap: null,
    freeWeekCap: FREE_WEEK_CAP.default,
  }
}

/** `free`: the price of the session is 0. */
export type Offer = { availability: Availability; minutes: number; now: Date; free?: boolean }

/** Every start on offer in [from, to), in order, taken or not. */
export function slotsBetween({ availability, minutes, now, ...span }: Offer & { from: Date; to: Date }): Start[] {
  const earliest = now.getTime() + availability.noticeHours * HOUR_MS
  const latest = now.getTime() + availability.horizonDays * DAY_MS
  const from = Math.max(span.from.getTime(), earliest)
  const to = Math.min(span.to.getTime(), latest + 1)
  if (!(from < to)) return []
  const starts = new Map<number, Start>()
  const zones = new Map<string, ReturnType<typeof wallTimeResolver>>()
  // Dates are UTC midnights. In any zone a date begins and ends within a day of the same date in UTC.
  for (let day = Math.floor(from / DAY_MS) * DAY_MS - DAY_MS; day <= to + DAY_MS; day += DAY_MS) {
    const date = new Date(day).toISOString().slice(0, 10)
    const zone = zoneOfStarts(availability, date)
    let instants = zones.get(zone)
    if (!instants)
      zones.set(zone, (instants = wallTimeResolver(zone, new Date(from - 2 * DAY_MS), new Date(to + 2 * DAY_MS))))
    for (const time of findStarts(availability, date, day)) {
      const [start, again] = instants(day + minutesOf(time) * MINUTE_MS)
      if (start === undefined || start < from || start >= to) continue
      const endsAt = new Date(start + minutes * MINUTE_MS)
      starts.set(start, { startsAt: new Date(start), endsAt, repeated: again !== undefined })
    }
  }
  return [...starts.values()].toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
}

/** The mentor's starts on a date. */
function findStarts({ overrides, weekly }: Availability, date: string, day: number): readonly string[] {
  return overrides.get(date) ?? weekly[(day / DAY_MS + 3) % 7] ?? [] // 1 January 1970 was a Thursday.
}

/** Minutes from midnight to `HH:mm`. */
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** The zone of the starts on a date. */
function zoneOfStarts({ timeZone, travel }: Availability, date: string): string {
  const away = travel.find(({ first, last, startsFollow }) => startsFollow && first <= date && date <= last)
  return away?.timeZone ?? timeZone
}

/** The zone that the mentor is in at an instant, shown beside the reader's. */
export function mentorZoneAt({ timeZone, travel }: Availability, instant: Date): string {
  const away = travel.find(({ first, last, timeZone: zone }) => {
    const { date } = wallTimeAt(instant, zone)
    return first <= date && date <= last
  })
  return away?.timeZone ?? timeZone
}

/** True if this instant is one of the mentor's starts, with enough notice and within the horizon. */
export function isBookable(startsAt: Date, availability: Availability, now: Date): boolean {
  if (Number.isNaN(startsAt.getTime())) return false
  const span = { from: startsAt, to: new Date(startsAt.getTime() + 1) }
  return slotsBetween({ availability, minutes: 0, now, ...span }).length === 1
}

/** The minutes that a session claims, buffers included. */
function toClaim({ startsAt, endsAt }: TimeRange, { bufferBefore, bufferAfter }: Availability): TimeRange {
  return { startsAt: minutesAfter(startsAt, -bufferBefore), endsAt: minutesAfter(endsAt, bufferAfter) }
}

/**
 * Marks the slots that overlap a claim or a busy time of the mentor's calendars, or whose day or week has reached a cap.
 * `free`: as in `Offer`. Busy times do not count for caps.
 */
export function markTaken(
  slots: Start[],
  claims: Claimed[],
  availability: Availability,
  free = false,
  busy: TimeRange[] = [],
): Slot[] {
  const isCapReached = capCheckFor(claims, availability, free)
  const isClaimed = overlapCheckFor([...claims, ...busy])
  return slots.map((slot) => ({
    ...slot,
    taken: isClaimed(toClaim(slot, availability)) || isCapReached(slot.startsAt),
  }))
}

/** Returns a check whether a range overlaps any of these. A binary search, since a busy mentor has hundreds of both. */
function overlapCheckFor(ranges: TimeRange[]): (wanted: TimeRange) => boolean {
  const inOrder = ranges
    .map(({ startsAt, endsAt }) => ({ from: startsAt.getTime(), until: endsAt.getTime() }))
    .toSorted((a, b) => a.from - b.from)
  let latest = -Infinity
  // The latest end of a range and all that begin before it.
  const ends = inOrder.map(({ until }) => (latest = Math.max(latest, until)))
  return ({ startsAt, endsAt }) => {
    const until = endsAt.getTime()
    let [low, high] = [0, inOrder.length] // Ranges before `low` begin before `until`, those from `high` on do not.
    while (low < high) {
      const middle = (low + high) >> 1
      if (inOrder[middle]!.from < until) low = middle + 1
      else high = middle
    }
    return low > 0 && ends[low - 1]! > startsAt.getTime()
  }
}

/**
 * Returns a check whether a cap of the mentor is reached for the day or week of an instant. `free`: the session is
 * free. `claims` must contain all claims of that week.
 */
export function capCheckFor(
  claims: Claimed[],
  { timeZone, dayCap, weekCap, freeWeekCap }: Availability,
  free: boolean,
): (instant: Date) => boolean {
  const freeCap = free ? freeWeekCap : null
  if (dayCap === null && weekCap === null && freeCap === null) return () => false
  const dateOf = (instant: Date) => wallTimeAt(instant, timeZone).date
  const sessions = claims.map((claim) => ({ date: dateOf(claim.sessionAt), free: claim.free }))
  const days = countEach(sessions.map(({ date }) => date))
  const weeks = countEach(sessions.map(({ date }) => mondayOf(date)))
  const freeWeeks = countEach(sessions.filter((session) => session.free).map(({ date }) => mondayOf(date)))
  const isReached = (cap: number | null, count = 0) => cap !== null && count >= cap
  return (instant) => {
    const date = dateOf(instant)
    const monday = mondayOf(date)
    return (
      isReached(dayCap, days.get(date)) ||
      isReached(weekCap, weeks.get(monday)) ||
      isReached(freeCap, freeWeeks.get(monday))
    )
  }
}

const mondayOf = (date: string): string => dateAfter(date, -weekdayOf(date))

function countEach(keys: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** The span in which claims can matter for slots in [from, to): whole weeks for the caps, and neighbours' buffers. */
export function claimsSpan(from: Date, to: Date): { from: Date; to: Date } {
  return { from: new Date(from.getTime() - 9 * DAY_MS), to: new Date(to.getTime() + 9 * DAY_MS) }
}

/** What is left of these ranges without another one. */
export function rangesWithout(ranges: TimeRange[], { startsAt, endsAt }: TimeRange): TimeRange[] {
  return ranges.flatMap((range) => {
    if (range.endsAt <= startsAt || range.startsAt >= endsAt) return [range]
    const parts = [
      { startsAt: range.startsAt, endsAt: startsAt },
      { startsAt: endsAt, endsAt: range.endsAt },
    ]
    return parts.filter((part) => part.startsAt < part.endsAt)
  })
}

/** The first free start within the horizon. Null when there is none. `busy`: times at which the mentor's calendars say that they are busy. */
export function soonestFree(offer: Offer, claims: Claimed[], busy: TimeRange[] = []): Date | null {
  const dayOn = (days: number) => new Date(offer.now.getTime() + days * DAY_MS)
  // Nearly always within the first days; later ones are computed only if those are full.
  const spans = [[0, 3] as const, [3, 10] as const, [10, HORIZON_DAYS.max + 1] as const]
  for (const [from, until] of spans) {
    const starts = slotsBetween({ ...offer, from: dayOn(from), to: dayOn(until) })
    const first = markTaken(starts, claims, offer.availability, offer.free, busy).find((slot) => !slot.taken)
    if (first) return first.startsAt
  }
  return null
}

/** The free slots nearest to a requested start, in order of time: the alternatives to one that is taken. */
export function nearestFree(slots: Slot[], wished: Date, count: number): Slot[] {
  const distance = (slot: Slot) => Math.abs(slot.startsAt.getTime() - wished.getTime())
  return slots
    .filter((slot) => !slot.taken)
    .toSorted((a, b) => distance(a) - distance(b) || a.startsAt.getTime() - b.startsAt.getTime())
    .slice(0, count)
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
}
