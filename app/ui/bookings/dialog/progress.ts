/** Which step of booking a visitor has reached: their selection, as far as it is on offer. */
import { dateKeyIn } from '#domain/time/clock'
import type { BookingOffer, SessionOffer, SlotOffer } from '../offer.ts'
import type { Selection } from '../selection.ts'

export type BookingProgress =
  | { step: 'session' }
  | {
      step: 'time' | 'details'
      session: SessionOffer
      /** The slots of each of the visitor's days, in order of day. */
      days: Map<string, SlotOffer[]>
      /** The day whose times are shown. Null when there are no slots at all. */
      day: string | null
      month: string | null
      /** The selected start, if it is free. */
      at: Date | null
      /** The selected start is taken or not on offer. */
      missed: boolean
    }

/**
 * Until the visitor selects a day, the day of the slot they hold is shown, or else the first day with a free slot.
 * `zone` is the visitor's: it decides on which day a slot falls.
 */
export function readProgress(offer: BookingOffer, selection: Selection, zone: string): BookingProgress {
  const session = offer.sessions.find(({ id }) => id === selection.session)
  if (!session || !offer.slots || offer.session !== session.id) return { step: 'session' }
  const days = slotsByDay(offer.slots, zone)
  const slot = selection.at ? offer.slots.find(({ startsAt }) => startsAt === selection.at) : undefined
  const at = slot && !slot.taken ? new Date(slot.startsAt) : null
  const dateKeyOf = (instant: string | undefined) => (instant ? dateKeyIn(new Date(instant), zone) : null)
  const wanted = [selection.day, dateKeyOf(slot?.startsAt), dateKeyOf(offer.own?.at)]
  const day = wanted.find((key) => key && days.has(key)) ?? firstFreeDay(days)
  const months = [...days.keys()].map((key) => key.slice(0, 7))
  const month = months.find((key) => key === selection.month) ?? day?.slice(0, 7) ?? null
  const step = selection.details && at ? 'details' : 'time'
  return { step, session, days, day, month, at, missed: selection.at !== null && at === null }
}

/** Keyed by the date in `zone`: a mentor's evening may be the visitor's next day. */
export function slotsByDay(slots: SlotOffer[], zone: string): Map<string, SlotOffer[]> {
  const days = new Map<string, SlotOffer[]>()
  for (const slot of slots) {
    const key = dateKeyIn(new Date(slot.startsAt), zone)
    const day = days.get(key)
    if (day) day.push(slot)
    else days.set(key, [slot])
  }
  return days
}

export const countFree = (slots: SlotOffer[] | undefined) => slots?.filter((slot) => !slot.taken).length ?? 0

function firstFreeDay(days: Map<string, SlotOffer[]>): string | null {
  for (const [key, slots] of days) if (countFree(slots) > 0) return key
  return null
}
