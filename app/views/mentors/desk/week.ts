/** The first page of a mentor's desk: bookings to come and a week of their hours. Server side. */
import { setStartAt } from '#domain/bookings/hours'
import { isDate } from '#domain/bookings/hours-items'
import {
  splitBusyTimes,
  buildWeek,
  type BusyPart,
  type WeekEntry,
  type WeekState,
  type WhyClosed,
} from '#domain/bookings/desk-week'
import { isPhoneShown } from '#domain/bookings/phone-rule'
import { timeIn } from '#domain/time/clock'
import { DAY_MS, dateAfter, instantAt, MINUTE_MS, minutesAfter, wallTimeAt, weekdayOf } from '#domain/time/wall-time'
import { zoneCity } from '#domain/time/zone'
import type { App } from '#server/context'
import { countWaiting } from '#server/waitlist/waitlist-queries'
import * as m from '#messages/mentors'
import {
  formatDuration,
  dayIn,
  formatSoon,
  dayOfKey,
  shiftWords,
  briefShift,
  datesOfKeys,
  listWeekdays,
} from '#words/time'
import { formatList } from '#words/lists'
import { describePrice } from '#words/prices'
import { capitalize } from '#words/capitalize'
import { sameClock } from '../../../ui/time/clock.ts'
import type {
  DeskWeek,
  NextBooking,
  WeekBusy,
  WeekCell,
  WeekDay,
  WeekHour,
} from '../../../ui/mentors/desk/week-page.ts'
import { formatPlace, readDesk, type Desk } from './desk.ts'
import { clockAhead } from './hours-words.ts'

const MAX_NEXT = 20
const DAY_QUARTERS = 96
/** The hours of a week with nothing in it. */
const USUAL_HOURS = { first: 9, last: 18 }

export async function readDeskPage(app: App, request: Request, mentorId: string) {
  const { searchParams } = new URL(request.url)
  const requested = searchParams.get('week') ?? ''
  const now = app.now()
  const day = isDate(requested) ? requested : wallTimeAt(now, 'UTC').date
  const since = new Date(Math.min(Date.parse(`${day}T00:00Z`), now.getTime()) - 9 * DAY_MS)
  const desk = await readDesk(app, request, mentorId, since)
  const monday = mondayOf(isDate(requested) ? requested : desk.today)
  const coming = desk.bookings.filter(
    ({ status, startsAt, minutes }) => status === 'confirmed' && minutesAfter(startsAt, minutes) > now,
  )
  return {
    head: desk.head,
    meetingUrl: desk.mentor.meetingUrl,
    line: m.deskLine({
      day: dayIn(now, desk.saved.timeZone),
      time: timeIn(now, desk.saved.timeZone),
      place: desk.head.place,
    }),
    next: coming.slice(0, MAX_NEXT).map((booking) => describeNext(booking, desk)),
    coming: coming.length,
    waiting: await countWaiting(app.db, { mentorId }, now),
    week: weekPage(desk, monday),
  }
}

const mondayOf = (date: string) => dateAfter(date, -weekdayOf(date))

function describeNext(booking: Desk['bookings'][number], { saved, context: { now } }: Desk): NextBooking {
  const { startsAt, menteeTimeZone } = booking
  const shift = shiftWords(startsAt, saved.timeZone, menteeTimeZone)
  const ahead = Math.ceil((startsAt.getTime() - now.getTime()) / MINUTE_MS)
  return {
    reference: booking.reference,
    when: formatSoon(startsAt, now, saved.timeZone),
    at: startsAt.toISOString(),
    other: sameClock(startsAt, saved.timeZone, menteeTimeZone)
      ? null
      : m.otherTime({
          time: timeIn(startsAt, menteeTimeZone),
          place: formatPlace(menteeTimeZone),
          hasShift: shift !== null,
          shift: shift ?? '',
        }),
    mentee: booking.menteeName,
    session: booking.sessionTitle,
    minutes: booking.minutes,
    price: describePrice(booking.pricePence, booking.currency),
    package: describePackage(booking),
    topic: booking.topic,
    phone: isPhoneShown(booking, now) && booking.menteePhone ? booking.menteePhone : null,
    soon: ahead > 10 ? null : ahead > 0 ? m.startsIn({ ahead }) : m.onNow(),
  }
}

const describePackage = ({ creditNumber: number, packageSessions: sessions }: Desk['bookings'][number]) =>
  number && sessions ? m.sessionOfPackage({ number, sessions }) : null

function weekPage(desk: Desk, monday: string): DeskWeek {
  const { saved, head, today, context, bookings, clock } = desk
  const { now } = context
  const entries = buildWeek({ availability: saved, monday, bookings }, context)
  const dates = Array.from({ length: 7 }, (_, n) => dateAfter(monday, n))
  const { first, last } = hoursOfDay(entries)
  const count = (...states: WeekState[]) => entries.filter(({ state }) => states.includes(state)).length
  const nowAt = wallTimeAt(now, saved.timeZone)
  const nowQuarter = quarterIndex(nowAt.time) - first * 4
  const busy = splitBusyTimes(monday, saved.timeZone, context.busy)
  const trips = dates.map((date) => tripOn(date, desk))
  const weekdays = listWeekdays('short')
  return {
    span: datesOfKeys(monday, dates[6]!, 'long'),
    current: dates.includes(today),
    earlier: `/desk?week=${dateAfter(monday, -7)}`,
    later: `/desk?week=${dateAfter(monday, 7)}`,
    place: head.place,
    otherPlace: formatPlace(clock),
    hours: hoursBetween(first, last, dates.includes(today) ? today : monday, desk),
    days: dates.map((date, n): WeekDay => {
      const of = entries.filter((entry) => entry.date === date)
      return {
        date,
        label: [weekdays[n]!, String(Number(date.slice(8)))],
        name: dayOfKey(date),
        today: date === today,
        trip: trips[n]!,
        busy: busy.filter((part) => part.date === date).flatMap((part) => busyIn(part, first, last)),
        cells: of.map((entry, index) => buildCell(entry, of[index + 1], first, desk)),
      }
    }),
    counts: { free: count('free'), booked: count('booked'), done: count('done', 'missed'), held: count('held') },
    travels: trips.some((trip) => trip !== null),
    isBusy: busy.length > 0,
    hidden: [...describeHidden(entries, desk), ...(busy.length > 0 ? [m.busyHides()] : [])],
    nowQuarter: dates.includes(nowAt.date) && nowQuarter >= 0 && nowQuarter < (last - first) * 4 ? nowQuarter : null,
  }
}

const quarterIndex = (time: string) => Math.floor((Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) / 15)

/** The first hour with something in it, and the hour after the last. */
function hoursOfDay(entries: WeekEntry[]): { first: number; last: number } {
  if (entries.length === 0) return USUAL_HOURS
  const starts = entries.map(({ time }) => quarterIndex(time))
  const ends = entries.map(({ time, minutes }) => quarterIndex(time) + minutes / 15)
  return { first: Math.floor(Math.min(...starts) / 4), last: Math.min(Math.ceil(Math.max(...ends) / 4), 24) }
}

/** The other clock is that of one date, since clocks may change within the week. */
function hoursBetween(first: number, last: number, date: string, { saved, clock }: Desk): WeekHour[] {
  return Array.from({ length: last - first }, (_, n) => {
    const time = `${String(first + n).padStart(2, '0')}:00`
    const instant = instantAt({ date, time }, saved.timeZone) ?? new Date(`${date}T${time}Z`)
    return { time, other: timeIn(instant, clock), otherShift: briefShift(instant, saved.timeZone, clock) }
  })
}

/** As far as it is within the hours that are drawn. */
function busyIn({ from, to }: BusyPart, first: number, last: number): WeekBusy[] {
  const [fromQuarter, toQuarter] = [Math.floor(from / 15) - first * 4, Math.ceil(to / 15) - first * 4]
  const shown = { fromQuarter: Math.max(fromQuarter, 0), toQuarter: Math.min(toQuarter, (last - first) * 4) }
  if (shown.fromQuarter >= shown.toQuarter) return []
  return [{ ...shown, words: m.busyFromTo({ from: formatMinutes(from), to: formatMinutes(to) }) }]
}

const formatMinutes = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

function tripOn(date: string, { saved }: Desk): WeekDay['trip'] {
  const trip = saved.travel.find(({ first, last }) => first <= date && date <= last)
  if (!trip) return null
  const clock = clockAhead(date, trip.timeZone, saved.timeZone)
  return { place: zoneCity(trip.timeZone), clock }
}

/** `next`: what comes after it that day. A free start is drawn no further than that. */
function buildCell(entry: WeekEntry, next: WeekEntry | undefined, first: number, desk: Desk): WeekCell {
  const { saved, clock, head, bookings } = desk
  const { startsAt, state } = entry
  const set = entry.bookingId ? { ...entry, timeZone: saved.timeZone } : setStartAt(startsAt, saved)
  const from = quarterIndex(entry.time) - first * 4
  const ends = Math.min(from + Math.ceil(entry.minutes / 15), DAY_QUARTERS)
  const nextFrom = next ? quarterIndex(next.time) - first * 4 : ends
  const booking = bookings.find(({ id }) => id === entry.bookingId)
  const words = booking ? describeBookingState(booking, state, saved.timeZone) : ''
  const shift = shiftWords(startsAt, saved.timeZone, clock)
  const other = m.secondClockTime({
    time: timeIn(startsAt, clock),
    place: formatPlace(clock),
    hasShift: shift !== null,
    shift: shift ?? '',
  })
  return {
    at: startsAt.toISOString(),
    state,
    over: startsAt <= desk.context.now,
    fromQuarter: from,
    toQuarter: Math.max(Math.min(ends, nextFrom), from + 1),
    time: set.time,
    place: set.timeZone === saved.timeZone ? null : zoneCity(set.timeZone),
    other,
    words,
    page: booking && state !== 'held' ? `/bookings/${booking.reference}` : null,
    reads: formatList(
      [
        m.cellReads({ day: dayIn(startsAt, saved.timeZone), time: entry.time, place: head.place }),
        other,
        describeRecordState(entry),
        ...(booking && state !== 'held' ? [booking.menteeName, formatDuration(booking.minutes)] : []),
      ],
      'comma',
    ),
  }
}

function describeBookingState(
  { menteeName, payBefore }: Desk['bookings'][number],
  state: WeekState,
  zone: string,
): string {
  if (state === 'held') return m.heldTo({ time: timeIn(payBefore, zone) })
  return state === 'missed' ? m.cellMissed({ name: menteeName }) : menteeName
}

const STATES: Record<WeekState, () => string> = {
  free: m.stateFree,
  closed: m.stateClosed,
  held: m.stateHeld,
  booked: m.stateBooked,
  done: m.stateDone,
  missed: m.stateMissed,
}

const describeRecordState = ({ state, why }: WeekEntry) => (why === 'over' ? m.stateOver() : STATES[state]())

const MAX_NAMED = 3

type Hidden = WeekEntry & { why: Exclude<WhyClosed, 'over'> }

const isHidden = (entry: WeekEntry): entry is Hidden => entry.why !== null && entry.why !== 'over'

/** Why starts to come cannot be booked, one sentence for each reason. */
function describeHidden(entries: WeekEntry[], { saved, context: { now } }: Desk): string[] {
  const closed = Map.groupBy(entries.filter(isHidden), ({ why }) => why)
  const names = (some: WeekEntry[]) => {
    if (some.length > MAX_NAMED) return m.startCount({ count: some.length })
    return capitalize(some.map(({ startsAt }) => formatSoon(startsAt, now, saved.timeZone)).join('; '))
  }
  return [...closed].map(([why, some]) => explainReason(why, { starts: names(some), count: some.length }, saved))
}

function explainReason(
  why: Hidden['why'],
  closed: { starts: string; count: number },
  { noticeHours, horizonDays }: Desk['saved'],
): string {
  switch (why) {
    case 'notice':
      return m.closedByNotice({ ...closed, hours: noticeHours })
    case 'horizon':
      return m.closedByHorizon({ ...closed, days: horizonDays })
    case 'cap':
      return m.closedByCap(closed)
    case 'booking':
      return m.closedByBooking(closed)
  }
}
