/** The starts that a mentor offers, and which of them are taken. */
import {
  markTaken,
  mentorZoneAt,
  nearestFree,
  rangesWithout,
  slotsBetween,
  soonestFree,
  type Availability,
  type Slot,
  type TimeRange,
} from '#domain/bookings/availability'
import { ALTERNATIVES } from '#domain/bookings/booking'
import { DAY_MS } from '#domain/time/wall-time'
import type { App } from '#server/context'
import { listTakenTime, readAvailability } from '#server/mentors/availability/availability-queries'
import { findCalendar, type Calendar } from '#server/mentors/availability/calendar-queries'
import { singleFlight } from '#server/mentors/availability/single-flight'

/**
 * Which session is offered. `availability`: if the caller has read it already. `held`: the start of the visitor's own
 * hold, which is shown as free to them, also within a busy time, since they may keep or move it.
 */
export type Offered = {
  mentorId: string
  minutes: number
  free?: boolean
  availability?: Availability | null
  held?: Date | null
}

/** Every start on offer in [from, to), free or taken. Empty for an unknown mentor. */
export async function readSlots(
  app: Pick<App, 'db' | 'now'>,
  offered: Offered & { from: Date; to: Date },
): Promise<Slot[]> {
  const availability = offered.availability ?? (await readAvailability(app.db, offered.mentorId))
  if (!availability) return []
  const starts = slotsBetween({ ...offered, availability, now: app.now() })
  const last = starts.at(-1)
  if (!starts[0] || !last) return []
  const taken = await listTakenTime(app.db, [offered.mentorId], { from: starts[0].startsAt, to: last.endsAt })
  const { claims, busy } = taken.get(offered.mentorId) ?? { claims: [], busy: [] }
  const held = claims.find(({ sessionAt }) => sessionAt.getTime() === offered.held?.getTime()) // No two begin at once.
  if (!held) return markTaken(starts, claims, availability, offered.free, busy)
  const others = claims.filter((claim) => claim !== held)
  return markTaken(starts, others, availability, offered.free, rangesWithout(busy, held))
}

/**
 * Returns a function that reads a mentor's calendar by slug. Concurrent calls share a read that begins after each of
 * them, so a slot that any process sold before the call is never shown as free.
 */
export const createCalendarReader = (app: App) => singleFlight((slug) => findCalendar(app.db, slug, app.now()))

/** Every start on offer in [from, to), free or taken, from a calendar that was read. */
export function slotsOfCalendar(
  { availability, claims, busy }: Calendar,
  query: { minutes: number; free: boolean; from: Date; to: Date; now: Date },
): Slot[] {
  return markTaken(slotsBetween({ ...query, availability }), claims, availability, query.free, busy)
}

/** The free starts nearest to one that is taken. */
export async function readAlternatives(app: App, offered: Offered, wished: Date): Promise<TimeRange[]> {
  const from = new Date(wished.getTime() - 7 * DAY_MS)
  const to = new Date(wished.getTime() + 14 * DAY_MS)
  const nearest = nearestFree(await readSlots(app, { ...offered, from, to }), wished, ALTERNATIVES)
  return nearest.map(({ startsAt, endsAt }) => ({ startsAt, endsAt }))
}

/** A free start, with the mentor's zone at that time. */
export type FreeTime = { startsAt: Date; mentorZone: string }

/** The next free starts within the mentor's horizon. Empty for an unknown mentor. */
export async function readNextFree(app: App, offered: Offered): Promise<FreeTime[]> {
  const availability = offered.availability ?? (await readAvailability(app.db, offered.mentorId))
  if (!availability) return []
  const from = app.now()
  const to = new Date(from.getTime() + (availability.horizonDays + 1) * DAY_MS)
  const free = (await readSlots(app, { ...offered, availability, from, to })).filter((slot) => !slot.taken)
  return free
    .slice(0, ALTERNATIVES)
    .map(({ startsAt }) => ({ startsAt, mentorZone: mentorZoneAt(availability, startsAt) }))
}

/** The soonest free start of all sessions of an accepted mentor; null when there is nothing to book. */
export async function readSoonest(app: App, slug: string): Promise<(FreeTime & { sessionTypeId: string }) | null> {
  const calendar = await findCalendar(app.db, slug, app.now())
  return calendar && soonestOfCalendar(calendar, app.now())
}

/** The soonest free start of all sessions of a calendar that was read. */
export function soonestOfCalendar({ sessions, availability, claims, busy }: Calendar, now: Date) {
  const soonest = sessions
    .flatMap(({ id, minutes, free }) => {
      const startsAt = soonestFree({ minutes, free, availability, now }, claims, busy)
      return startsAt ? [{ startsAt, mentorZone: mentorZoneAt(availability, startsAt), sessionTypeId: id }] : []
    })
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
  return soonest[0] ?? null
}
