/**
 * What can be booked of a mentor, and where in it a visitor is. Pure, for the dialog and for the pages without scripts.
 * Units: `startsAt` and `at` are instants as ISO text, days date keys and months month keys in the visitor's zone.
 */
import { dateKeyIn } from '#domain/time/clock'
import { clockNotes } from '#domain/time/clock-words'
import type { Pence } from '#domain/payments/money'
import { zoneCity } from '#domain/time/zone'
import type { Clock } from '../time/clock.ts'

export type SessionOffer = { id: string; title: string; minutes: number; description: string; price: Pence }
/** `zone` where the mentor is not in their own one then. */
export type SlotOffer = { startsAt: string; taken: boolean; zone?: string }

/** A time that this browser holds already. `payUrl` leads to the payment page; where `free` to what is to be done instead. */
export type CurrentHold = { at: string; payUrl: string; payBefore: string; free: boolean }

export type BookingOffer = {
  /** `picture` is the key of the portrait, `timeZone` the mentor's own and `place` the city it is named by. */
  mentor: { slug: string; name: string; picture: string | null; timeZone: string; place: string }
  sessions: SessionOffer[]
  /** The chosen session, and every start of it in order, taken or not. Null while none is chosen. */
  session: string | null
  slots: SlotOffer[] | null
  /** What the visitor holds of this mentor's time; it is free to them, who may keep it or move it. */
  own: CurrentHold | null
  /** The visitor's zone. Null when it is not known: then times are the mentor's. */
  zone: string | null
  /** How far ahead can be booked. */
  horizonDays: number
  /** How long a time is held while it is paid for. */
  minutesHeld: number
  /** When this was asked, by the product's clock. */
  now: string
  /** By zone, when its clocks are changed around any of the slots. */
  clockChanges: Record<string, { at: string; minutes: number }[]>
  /** Who is signed in, to begin the form with. */
  visitor?: { name: string; email: string }
}

/** The mentor's clock at one of their slots: where they are then. */
export function mentorClockAt({ mentor, slots }: BookingOffer, at: Date): Clock {
  const zone = slots?.find(({ startsAt }) => startsAt === at.toISOString())?.zone
  return zone ? { timeZone: zone, place: zoneCity(zone) } : { timeZone: mentor.timeZone, place: mentor.place }
}

/** What is to be said of clocks that are changed around a start, the visitor's and the mentor's. */
export function clockNotesAt(offer: BookingOffer, at: Date, visitor: Clock): string[] {
  const clocks = [visitor, mentorClockAt(offer, at)].map(({ timeZone, place }) => {
    const changes = (offer.clockChanges[timeZone] ?? []).map((change) => ({ ...change, at: new Date(change.at) }))
    return { timeZone, place, changes }
  })
  return clockNotes(clocks, at, new Date(offer.now))
}

/** Where a visitor is, as an address or a form says it. Nothing of it need exist. */
export type Place = {
  session: string | null
  month: string | null
  day: string | null
  at: string | null
  details: boolean
}

export const START: Place = { session: null, month: null, day: null, at: null, details: false }

/** From an address's query or a posted form. */
export function readPlace(fields: URLSearchParams | FormData): Place {
  const text = (name: string) => {
    const value = fields.get(name)
    return typeof value === 'string' && value !== '' && value.length <= 64 ? value : null
  }
  return {
    session: text('session'),
    month: text('month'),
    day: text('day'),
    at: text('at'),
    details: text('step') === 'details',
  }
}

/** The query that `readPlace` reads back: "?session=…&day=…". */
export function placeQuery(place: Place, again: string | null = null): string {
  const query = new URLSearchParams()
  if (place.session) query.set('session', place.session)
  if (place.month) query.set('month', place.month)
  if (place.day) query.set('day', place.day)
  if (place.at) query.set('at', place.at)
  if (place.details) query.set('step', 'details')
  if (again) query.set('again', again)
  return query.size > 0 ? `?${query}` : ''
}

export type Standing =
  | { step: 'session' }
  | {
      step: 'time' | 'details'
      session: SessionOffer
      /** The slots of each of the visitor's days, in order of day. */
      days: Map<string, SlotOffer[]>
      /** The day whose times are shown; null when nothing at all is on offer. */
      day: string | null
      month: string | null
      /** The chosen start, when it is free. */
      at: Date | null
      /** A start was asked for that is taken or not on offer. */
      missed: boolean
    }

/**
 * Where a visitor stands: what they ask for, as far as it is on offer. Unasked, the day of what they hold is
 * shown, or else the first with a free time.
 */
export function standingOf(offer: BookingOffer, place: Place, zone: string): Standing {
  const session = offer.sessions.find(({ id }) => id === place.session)
  if (!session || !offer.slots || offer.session !== session.id) return { step: 'session' }
  const days = slotsByDay(offer.slots, zone)
  const asked = place.at ? offer.slots.find(({ startsAt }) => startsAt === place.at) : undefined
  const at = asked && !asked.taken ? new Date(asked.startsAt) : null
  const dayOf = (instant: string | undefined) => (instant ? dateKeyIn(new Date(instant), zone) : null)
  const wished = [place.day, dayOf(asked?.startsAt), dayOf(offer.own?.at)]
  const day = wished.find((key) => key && days.has(key)) ?? firstFreeDay(days)
  const months = [...days.keys()].map((key) => key.slice(0, 7))
  const month = months.find((key) => key === place.month) ?? day?.slice(0, 7) ?? null
  const step = place.details && at ? 'details' : 'time'
  return { step, session, days, day, month, at, missed: place.at !== null && at === null }
}

/** Keyed by the visitor's local date, so a mentor's evening falls on the day it has where the visitor is. */
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

export const freeOf = (slots: SlotOffer[] | undefined) => slots?.filter((slot) => !slot.taken).length ?? 0

function firstFreeDay(days: Map<string, SlotOffer[]>): string | null {
  for (const [key, slots] of days) if (freeOf(slots) > 0) return key
  return null
}
