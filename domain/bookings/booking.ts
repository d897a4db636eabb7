/**
 * The life of a booking. Pure: no clock, no database, no Stripe; callers pass in `now`.
 *
 *   held ──pay──▶ confirmed ──finish──▶ completed
 *     │               ▲ │ └──miss────▶ no_show
 *   expire           pay└────cancel──▶ cancelled
 *     └──▶ expired ───┘
 *
 * A hold claims the mentor's minutes before they are paid. A payment confirms it (a free session: its confirmed
 * address). It expires only once the payment service says that it can no longer be paid. A payment that comes late all
 * the same gets the time if it is still free, and otherwise the money back.
 *
 * Units: instants are `Date`, money is `MinorUnits`, durations name their unit.
 * Errors: what a caller can act on is a `BookingError` value; a throw is a bug or an outage.
 * Source: specification §4 (states) and §9 (refunds); decisions 0003 and 0029.
 */
import type { TimeRange } from '#domain/bookings/availability'
import type { NoPaymentLink } from '#domain/bookings/payment-link'
import type { CodeProblem } from '#domain/discounts/discount'
import type { MinorUnits, Money } from '#domain/payments/money'

export const CHECKOUT_MINUTES = 31 // Stripe refuses sessions that live under 30 minutes.
export const GRACE_MINUTES = 4 // A hold outlives its checkout by this.
export const CONFIRM_MINUTES = 30 // To confirm the address for a free session.
export const ALTERNATIVES = 3 // Free slots offered when the requested one is taken.
export const TERMS_VERSION = '2026-11' // The demo's texts; operators set their own with the setting of that name.

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

/** What a visitor asks for: ids and words only. Price, length and state come from the database. */
export type BookingRequest = {
  sessionTypeId: string
  startsAt: Date
  /** The visitor's IANA zone, for the times they are shown and emailed; null: the mentor's. */
  timeZone: string | null
  name: string
  email: string
  phone: string
  topic: string
  /** The price the visitor was shown, if known. If it is no longer the price, the booking is refused. */
  expectedPrice: Money | null
  /** `by_link`: someone else pays, who gets a link. Absent: `now`, by the visitor. A free session has nothing to pay. */
  payment?: PaymentWay | undefined
  /** A discount code as typed; null: none. */
  code: string | null
}

export type PaymentWay = 'now' | 'by_link'

/** Whether its mentor gives a session for nothing. One that a discount code pays for in full is not a free session. */
export const isFreeSession = (booking: { pricePence: number; discountPence: number }): boolean =>
  booking.pricePence === 0 && booking.discountPence === 0

/** What a session costs. */
export type Price = { price: MinorUnits; currency: string }

/** Every reason to refuse a booking. Pages turn the code into words. */
export type BookingError =
  | { code: 'session_type_not_found' }
  | { code: 'slot_not_bookable' }
  | { code: 'slot_taken'; alternatives: TimeRange[] }
  | ({ code: 'price_changed' } & Price)
  | { code: 'code_not_valid'; reason: CodeProblem }
  | { code: 'payments_unavailable' }
  /** This browser, address or network has reached a limit of holds or free sessions. `retryAfter`: seconds. */
  | { code: 'too_many_holds'; retryAfter: number }
  /** Someone else cannot pay for this time by a link. The visitor can still pay. */
  | { code: 'no_payment_link'; reason: NoPaymentLink }
  /** The hold that was to be moved has just been paid with this checkout, so it stays. */
  | { code: 'already_paid'; checkoutId: string }

/** How many of a mentor's next starts one email address may hold: `share` percent, rounded up, at least one. */
export function maxHoldsOfMentor(startsOnOffer: number, share: number): number {
  return Math.max(1, Math.ceil((startsOnOffer * share) / 100))
}

/** 32 characters, without 0, 1, I and O. */
export const REFERENCE_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** The public name of a booking, "B-7KQ2-M9XP": 40 random bits. It names a booking and gives no access to it. */
export function bookingReference(random: Uint8Array): string {
  const letters = Array.from(random.subarray(0, 8), (byte) => REFERENCE_LETTERS[byte % 32]).join('')
  if (letters.length < 8) throw new Error('A reference needs 8 random bytes')
  return `B-${letters.slice(0, 4)}-${letters.slice(4)}`
}
