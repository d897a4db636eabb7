/** What /success shows of a payment, and correcting the address that the confirmation goes to. Server side. */
import type { Session } from '#domain/accounts/account'
import type { Client } from '#domain/accounts/client'
import type { App } from '#server/context'
import { bookingPath } from '#server/bookings/booking-link'
import { canCorrectAddress, correctAddress, type CorrectAddressRefusal } from '#server/bookings/links/correct-address'
import { readAddressForm } from '#server/bookings/links/form'
import { findBookingByCheckout, type BookedSession } from '#server/bookings/queries'
import { hashSecret } from '#server/bookings/holds/release'
import { settleForPage } from '#server/bookings/settlement/settle-for-page'
import { formatEmailAddress } from '#server/platform/reference/email-addresses'
import * as m from '#messages/bookings'
import { formatMoney } from '#words/prices'
import type { BookingSummary } from '../../ui/bookings/results/booking-facts.tsx'
import { masked, summarizeBooking } from './booking-facts.ts'

/**
 * `page`: the way to the booking, and `address`, only for the browser that booked: the address of this page is in the
 * history of others, too, and at the payment service. `correctable`: until the session begins.
 */
export type OwnBookingWays = { page: string; address: string; correctable: boolean }

type SuccessView =
  | { state: 'none' }
  | { state: 'confirming' }
  | { state: 'lapsed'; mentor: { slug: string; name: string } }
  | {
      state: 'processing' | 'confirmed' | 'returned' | 'cancelled'
      booking: BookingSummary
      email: string
      paid: string
      own: OwnBookingWays | null
    }

export async function readSuccess(app: App, checkoutId: string, browser: string): Promise<SuccessView> {
  const known = await find(app, checkoutId)
  if (!known) return { state: 'none' }
  if (known.paidAt) return buildView(app, known, browser)
  await settleForPage(app, checkoutId)
  return buildView(app, (await find(app, checkoutId)) ?? known, browser)
}

async function find(app: App, checkoutId: string): Promise<BookedSession | undefined> {
  return /^[\w-]{8,200}$/.test(checkoutId) ? findBookingByCheckout(app.db, checkoutId) : undefined
}

function buildView(app: App, booking: BookedSession, browser: string): SuccessView {
  const { mentorSlug: slug, mentorName: name } = booking
  const facts = {
    email: masked(booking.menteeEmail),
    paid: formatMoney(booking.paidAmountPence ?? booking.pricePence, booking.currency),
    booking: summarizeBooking(booking, app.now()),
    own: listOwnLinks(app, booking, browser),
  }
  if (booking.paidAt) return { state: settledState(booking), ...facts }
  if (booking.status !== 'held') return { state: 'lapsed', mentor: { slug, name } }
  return booking.processingSince ? { state: 'processing', ...facts } : { state: 'confirming' }
}

function listOwnLinks(app: App, booking: BookedSession, browser: string): OwnBookingWays | null {
  if (!booking.paidAt || booking.browserHash !== hashSecret(browser)) return null
  return {
    page: bookingPath(app, booking),
    address: formatEmailAddress(booking.menteeEmail),
    correctable: canCorrectAddress(app, booking, browser),
  }
}

function settledState(booking: BookedSession): 'confirmed' | 'returned' | 'cancelled' {
  if (booking.status === 'cancelled') return 'cancelled'
  return booking.status === 'expired' || booking.refundStatus ? 'returned' : 'confirmed'
}

/** `typed` and `error`: what is wrong with the address. `status`: of the response. */
export type AddressRefused = { typed: string; error: string; status: number; retryAfter?: number }

const REFUSED: Record<Exclude<CorrectAddressRefusal['code'], 'too_many'>, { error: () => string; status: number }> = {
  not_yours: { error: m.correctNotYours, status: 403 },
  corrected_too_often: { error: m.correctedTooOften, status: 409 },
}

/** Null when the address is corrected. */
export async function correctByForm(
  app: App,
  { checkoutId, form }: { checkoutId: string; form: FormData },
  by: { client: Client; session: Session | null },
): Promise<AddressRefused | null> {
  const given = form.get('email')
  const typed = typeof given === 'string' ? given : ''
  const read = readAddressForm(form)
  if (!read.ok) return { typed, error: read.error['email'] ?? m.enterEmail(), status: 400 }
  const corrected = await correctAddress(app, { checkoutId, email: read.value.email }, by)
  if (corrected.ok) return null
  if (corrected.error.code !== 'too_many') {
    const { error, status } = REFUSED[corrected.error.code]
    return { typed, error: error(), status }
  }
  const { retryAfter } = corrected.error
  return { typed, error: m.tooManyAttemptsHour(), status: 429, retryAfter }
}
