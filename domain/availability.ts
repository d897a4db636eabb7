/**
 * When a mentor can be booked. Pure: callers pass `now` and, for what is taken, the claimed ranges.
 *
 * A mentor offers the same starts every day, as their own clock shows them; each becomes an instant per local date, so
 * a slot keeps its wall time across clock changes. A start that a clock change skips is not offered, one that it
 * repeats is offered once, at its first occurrence.
 *
 * Units: instants are `Date`, zones IANA names, lengths minutes.
 * Source: specification §9 (bookable times); decision 0005.
 */
import { DAY, instantAt, minutesAfter, wallTimeAt } from '#domain/time'

/** Specification §9. Wall times in the mentor's own zone. */
export const DAILY_STARTS = ['14:30', '15:30', '16:30', '17:30', '18:30'] as const

/** How far ahead a session can be booked. */
export const HORIZON_DAYS = 60

/** The longest span that one question about slots may cover. */
export const LONGEST_SPAN_DAYS = 62

export type TimeRange = { startsAt: Date; endsAt: Date }
export type Slot = TimeRange & { taken: boolean }

/** Every start on offer in [from, to), in order, whether taken or not. Empty when the span holds none. */
export function slotsBetween(span: {
  from: Date
  to: Date
  minutes: number
  timeZone: string
  now: Date
}): TimeRange[] {
  const from = new Date(Math.max(span.from.getTime(), span.now.getTime()))
  const to = new Date(Math.min(span.to.getTime(), span.now.getTime() + HORIZON_DAYS * DAY + 1))
  const slots: TimeRange[] = []
  if (from >= to) return slots
  const lastDay = Temporal.PlainDate.from(wallTimeAt(to, span.timeZone).date)
  let day = Temporal.PlainDate.from(wallTimeAt(from, span.timeZone).date)
  for (; Temporal.PlainDate.compare(day, lastDay) <= 0; day = day.add({ days: 1 })) {
    for (const time of DAILY_STARTS) {
      const startsAt = instantAt({ date: day.toString(), time }, span.timeZone)
      if (!startsAt || startsAt <= span.now || startsAt < from || startsAt >= to) continue
      slots.push({ startsAt, endsAt: minutesAfter(startsAt, span.minutes) })
    }
  }
  return slots
}

/** Whether a session may start at this instant: on offer in the mentor's zone, in the future, within the horizon. */
export function isBookable(startsAt: Date, timeZone: string, now: Date): boolean {
  if (Number.isNaN(startsAt.getTime())) return false
  const span = { from: startsAt, to: new Date(startsAt.getTime() + 1), minutes: 0, timeZone, now }
  return slotsBetween(span).length === 1
}

/** The same slots, told which of them overlap a range that is already claimed. */
export function markTaken(slots: TimeRange[], claimed: TimeRange[]): Slot[] {
  return slots.map((slot) => ({
    ...slot,
    taken: claimed.some((range) => range.startsAt < slot.endsAt && slot.startsAt < range.endsAt),
  }))
}

/** The first start on offer that overlaps no claimed range, as far as can be booked. Null when there is none. */
export function soonestFree(
  offer: { minutes: number; timeZone: string; now: Date },
  claimed: TimeRange[],
): Date | null {
  const { now } = offer
  const dayOn = (days: number) => new Date(now.getTime() + days * DAY)
  // Nearly always one of the first: further days are worked out only for who has none there.
  const spans = [[0, 2] as const, [2, 9] as const, [9, HORIZON_DAYS + 1] as const]
  for (const [first, end] of spans) {
    const slots = markTaken(slotsBetween({ ...offer, from: dayOn(first), to: dayOn(end) }), claimed)
    const free = slots.find((slot) => !slot.taken)
    if (free) return free.startsAt
  }
  return null
}

/** The free slots nearest to a wished start, in order of time: what is offered to who came too late. */
export function nearestFree(slots: Slot[], wished: Date, count: number): Slot[] {
  const distance = (slot: Slot) => Math.abs(slot.startsAt.getTime() - wished.getTime())
  return slots
    .filter((slot) => !slot.taken)
    .toSorted((a, b) => distance(a) - distance(b) || a.startsAt.getTime() - b.startsAt.getTime())
    .slice(0, count)
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
}
