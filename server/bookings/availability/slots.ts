/** The starts a mentor offers, and which of them are taken. */
import {
  markTaken,
  mentorZoneAt,
  nearestFree,
  slotsBetween,
  type Availability,
  type Slot,
  type TimeRange,
} from '#domain/bookings/availability'
import { ALTERNATIVES } from '#domain/bookings/booking'
import { DAY_MS } from '#domain/time/wall-time'
import type { App } from '#server/context'
import { listClaims, readAvailability } from '#server/bookings/availability/availability-queries'
import { findCalendar, type Calendar } from '#server/bookings/availability/calendar-queries'
import { singleFlight } from '#server/bookings/availability/single-flight'

/**
 * Of whom, for how long, and whether for nothing. `availability` where the caller has read it. `held`: the start of what the
 * visitor themselves holds; it stands in nobody else's way than theirs, who may keep it or move it.
 */
export type Offered = {
  mentorId: string
  minutes: number
  free?: boolean
  availability?: Availability | null
  held?: Date | null
}

/** Every start on offer in [from, to), free or taken. None of a mentor who does not exist. */
export async function readSlots(app: App, offered: Offered & { from: Date; to: Date }): Promise<Slot[]> {
  const availability = offered.availability ?? (await readAvailability(app.db, offered.mentorId))
  if (!availability) return []
  const starts = slotsBetween({ ...offered, availability, now: app.now() })
  const last = starts.at(-1)
  if (!starts[0] || !last) return []
  const claims = await listClaims(app.db, [offered.mentorId], { from: starts[0].startsAt, to: last.endsAt })
  const held = offered.held?.getTime() // No two claims of a mentor begin at once.
  const others = (claims.get(offered.mentorId) ?? []).filter(({ sessionAt }) => sessionAt.getTime() !== held)
  return markTaken(starts, others, availability, offered.free)
}

/**
 * Mentors' calendars by slug, read at the earliest when they are asked for. A minute that was sold before is never free in
 * them, whichever process sold it: those who ask at once share a read, and no answer outlives the question.
 */
export const createCalendarReader = (app: App) => singleFlight((slug) => findCalendar(app.db, slug, app.now()))

/** Every start on offer in [from, to), free or taken, as such a calendar has it. */
export function slotsOfCalendar(
  { availability, claims }: Calendar,
  asked: { minutes: number; free: boolean; from: Date; to: Date; now: Date },
): Slot[] {
  return markTaken(slotsBetween({ ...asked, availability }), claims, availability, asked.free)
}

/** The free starts nearest to one that cannot be had, for who came too late. */
export async function readAlternatives(app: App, offered: Offered, wished: Date): Promise<TimeRange[]> {
  const from = new Date(wished.getTime() - 7 * DAY_MS)
  const to = new Date(wished.getTime() + 14 * DAY_MS)
  const nearest = nearestFree(await readSlots(app, { ...offered, from, to }), wished, ALTERNATIVES)
  return nearest.map(({ startsAt, endsAt }) => ({ startsAt, endsAt }))
}

/** A free start, and the zone that the mentor is in then. */
export type FreeTime = { startsAt: Date; mentorZone: string }

/** The next free starts from now on, as far ahead as can be booked. None of a mentor who is gone. */
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
