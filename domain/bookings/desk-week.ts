/**
 * A week of a mentor's hours as their desk shows it: what can be booked, what is booked, and why other starts cannot be
 * booked. Pure; callers pass `now`. Dates and times are those of the mentor's own clock.
 */
import { slotsBetween, type Availability, type TimeRange } from '#domain/bookings/availability'
import type { BookingStatus } from '#domain/bookings/booking'
import { freeStarts, type HoursContext } from '#domain/bookings/hours'
import { DAY_MS, dateAfter, HOUR_MS, MINUTE_MS, minutesAfter, wallTimeAt } from '#domain/time/wall-time'

/** `closed`: a start that cannot be booked. `missed`: the mentee or the mentor did not come. */
export type WeekState = 'free' | 'closed' | 'held' | 'booked' | 'done' | 'missed'

/** `booking`: another session, or the gap beside it. `cap`: enough sessions that day or week. */
export type WhyClosed = 'over' | 'notice' | 'horizon' | 'booking' | 'cap'

type WeekBooking = { id: string; startsAt: Date; minutes: number; status: BookingStatus }

export type WeekEntry = {
  startsAt: Date
  minutes: number
  date: string
  time: string
  state: WeekState
  /** Null unless it is closed. */
  why: WhyClosed | null
  bookingId: string | null
}

/** `monday`: the first date. `bookings`: those that hold or held the mentor's time in these days. */
type Week = { availability: Availability; monday: string; bookings: WeekBooking[] }

/** In order. A start during a booking, or of a session that would run into a busy time, is left out. */
export function buildWeek({ availability, monday, bookings }: Week, context: HoursContext): WeekEntry[] {
  const sunday = dateAfter(monday, 6)
  const place = (startsAt: Date) => wallTimeAt(startsAt, availability.timeZone)
  const isInWeek = ({ startsAt }: { startsAt: Date }) => {
    const { date } = place(startsAt)
    return monday <= date && date <= sunday
  }
  const minutes = Math.min(...context.kinds.map((kind) => kind.minutes), 60)
  const booked = bookings.filter(isInWeek).map((booking): WeekEntry => {
    const { id, startsAt, minutes: length } = booking
    const state = findState(booking, context.now)
    return { startsAt, minutes: length, ...place(startsAt), state, why: null, bookingId: id }
  })
  const free = new Set(freeStarts(availability, context).map((start) => start.getTime()))
  const uncapped = { ...availability, dayCap: null, weekCap: null, freeWeekCap: null }
  const freeUncapped = new Set(freeStarts(uncapped, context).map((start) => start.getTime()))
  const starts = allStarts(availability, monday)
    .filter(isInWeek)
    .filter(({ startsAt }) => !booked.some((entry) => isDuring(startsAt, entry)))
    .filter(
      ({ startsAt: at }) =>
        !context.busy.some((range) => at < range.endsAt && range.startsAt < minutesAfter(at, minutes)),
    )
    .map(({ startsAt }): WeekEntry => {
      const at = startsAt.getTime()
      const why = free.has(at) ? null : whyClosed(startsAt, availability, context.now, freeUncapped.has(at))
      return { startsAt, minutes, ...place(startsAt), state: why ? 'closed' : 'free', why, bookingId: null }
    })
  return [...booked, ...starts].toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
}

/** Minutes from midnight of one date. */
export type BusyPart = { date: string; from: number; to: number }

/** The busy times of a week, each cut at midnight. */
export function splitBusyTimes(monday: string, timeZone: string, busy: TimeRange[]): BusyPart[] {
  const dates = Array.from({ length: 7 }, (_, n) => dateAfter(monday, n))
  return busy.flatMap(({ startsAt, endsAt }) => {
    const [start, end] = [wallTimeAt(startsAt, timeZone), wallTimeAt(endsAt, timeZone)]
    return dates
      .filter((date) => start.date <= date && date <= end.date)
      .map((date) => ({
        date,
        from: date === start.date ? minutesOf(start.time) : 0,
        to: date === end.date ? minutesOf(end.time) : DAY_MINUTES,
      }))
      .filter(({ from, to }) => from < to)
  })
}

const DAY_MINUTES = 1_440
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** All starts around a week, bookable or not. */
function allStarts(availability: Availability, monday: string) {
  const from = new Date(Date.parse(`${monday}T00:00Z`) - DAY_MS)
  const to = new Date(from.getTime() + 9 * DAY_MS)
  return slotsBetween({
    availability: { ...availability, noticeHours: 0, horizonDays: 9 },
    minutes: 0,
    now: from,
    from,
    to,
  })
}

const isDuring = (instant: Date, { startsAt, minutes }: WeekEntry) =>
  startsAt <= instant && instant < minutesAfter(startsAt, minutes)

function findState({ status, startsAt, minutes }: WeekBooking, now: Date): WeekState {
  if (status === 'held') return 'held'
  if (status === 'no_show') return 'missed'
  return status === 'confirmed' && now.getTime() < startsAt.getTime() + minutes * MINUTE_MS ? 'booked' : 'done'
}

function whyClosed(start: Date, hours: Availability, now: Date, freeUncapped: boolean): WhyClosed {
  const ahead = start.getTime() - now.getTime()
  if (ahead <= 0) return 'over'
  if (ahead < hours.noticeHours * HOUR_MS) return 'notice'
  if (ahead > hours.horizonDays * DAY_MS) return 'horizon'
  return freeUncapped ? 'cap' : 'booking'
}
