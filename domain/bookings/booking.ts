/**
 * The life of a booking. Pure: no clock, no database, no Stripe; callers pass in `now`.
 *
 *   held ──pay──▶ confirmed ──finish──▶ completed
 *     │               ▲ │ └──miss────▶ no_show
 *   expire           pay└────cancel──▶ cancelled
 *     └──▶ expired ───┘
 *
 * A hold takes the mentor's minutes before there is a payment for them. Only a payment confirms it, and only the
 * payment service's word that nothing can be paid any more lets it lapse. Who pays all the same, late, gets the time if
 * it is still free, and otherwise the money back.
 *
 * Units: instants are `Date`, money is `Pence`, durations name their unit.
 * Errors: what a caller can act on is a `BookingError` value; a throw is a bug or an outage.
 * Source: specification §4 (states) and §9 (refunds); decisions 0003 and 0004.
 */
import type { TimeRange } from '#domain/bookings/availability'
import type { Pence } from '#domain/payments/money'

export const CHECKOUT_MINUTES = 31 // Stripe refuses sessions that live under 30 minutes.
export const GRACE_MINUTES = 4 // By so much a hold outlives every payment for it.
export const CONFIRM_MINUTES = 30 // In which the address for a free session is confirmed.
export const ALTERNATIVES = 3 // Free times offered to who came too late.
export const TERMS_VERSION = '2026-11' // Of the demo's texts; an operator's have their own, by the setting of that name.

export type BookingStatus = 'held' | 'confirmed' | 'completed' | 'no_show' | 'cancelled' | 'expired'
export type BookingEvent = 'pay' | 'expire' | 'finish' | 'miss' | 'cancel'

const transitions: Record<BookingStatus, Partial<Record<BookingEvent, BookingStatus>>> = {
  held: { pay: 'confirmed', expire: 'expired' },
  confirmed: { finish: 'completed', miss: 'no_show', cancel: 'cancelled' },
  completed: {},
  no_show: {},
  cancelled: {},
  expired: { pay: 'confirmed' },
}

/** The status that an event leads to; null when it cannot happen in this one. */
export function nextStatus(status: BookingStatus, event: BookingEvent): BookingStatus | null {
  return transitions[status][event] ?? null
}

/** What a visitor asks for. Ids and words only: price, length and state are the product's. */
export type BookingRequest = {
  sessionTypeId: string
  startsAt: Date
  /** The visitor's own IANA zone, in which they are shown and mailed their times; null means the mentor's. */
  timeZone: string | null
  name: string
  email: string
  phone: string
  topic: string
  /** The price the visitor was shown, where they say it: a different one is refused, never charged. */
  expectedPrice: Pence | null
}

/** Every way booking can be refused. A screen turns a code into words; a code never carries words. */
export type BookingError =
  | { code: 'session_type_not_found' }
  | { code: 'slot_not_bookable' }
  | { code: 'slot_taken'; alternatives: TimeRange[] }
  | { code: 'price_changed'; price: Pence }
  | { code: 'payments_unavailable' }
  /** A limit of holds or free sessions is reached for this browser, address or network. `retryAfter`: seconds. */
  | { code: 'too_many_holds'; retryAfter: number }
  /** What was to be given up for another time has just been paid: it stands, under this payment session. */
  | { code: 'already_paid'; checkoutId: string }

/** How many of a mentor's next starts one email address may hold: the share rounded up, and at least one. */
export function maxHoldsOfMentor(startsOnOffer: number, share: number): number {
  return Math.max(1, Math.ceil((startsOnOffer * share) / 100))
}

const REFERENCE_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ' // 32 of them, none that reads like another.

/** The public name of a booking, "B-7KQ2-M9XP": 40 random bits. It names a booking and opens nothing. */
export function bookingReference(random: Uint8Array): string {
  const letters = Array.from(random.subarray(0, 8), (byte) => REFERENCE_LETTERS[byte % 32]).join('')
  if (letters.length < 8) throw new Error('A reference needs 8 random bytes')
  return `B-${letters.slice(0, 4)}-${letters.slice(4)}`
}
