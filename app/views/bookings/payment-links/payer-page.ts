/** What /pay/{token} shows to someone who pays for another person's session: no more of either than a payment needs. Server side. */
import { payerSeesName } from '#domain/bookings/payment-link'
import { zoneCity } from '#domain/time/zone'
import type { App } from '#server/context'
import { linkEnd } from '#server/bookings/booking-link'
import { menteeClock } from '#server/bookings/clocks'
import { hashSecret } from '#server/bookings/holds/release'
import { hashToken } from '#server/bookings/payment-requests/link'
import { findPaymentRequestByToken } from '#server/bookings/payment-requests/payment-requests-queries'
import { findBooking, type BookedSession } from '#server/bookings/queries'
import { settleForPage } from '#server/bookings/settlement/settle-for-page'
import * as m from '#messages/bookings'
import { fullMomentOn } from '#words/time'
import { formatMoney } from '#words/prices'
import type { PayerView } from '../../../ui/bookings/payment-links/payer-page.tsx'
import { summarizeBooking } from '../booking-facts.ts'

const TOKEN = /^[\w-]{43}$/

async function find(app: App, token: string) {
  const request = TOKEN.test(token) ? await findPaymentRequestByToken(app.db, hashToken(token)) : undefined
  const booking = request && (await findBooking(app.db, request.bookingId))
  if (!request || !booking || booking.erasedAt || linkEnd(booking) < app.now()) return null
  return { request, booking }
}

/** Reads and changes nothing, since mail scanners open links. Null for an unknown token. `zone`: the payer's, if it is known. */
export async function readPayerPage(app: App, token: string, zone: string | null): Promise<PayerView | null> {
  const found = await find(app, token)
  return found && buildView(app, found.booking, { zone, hasReturned: false })
}

/**
 * The same for the page that the payment page leads to. It settles the booking first, which records what has already happened. `own`: the
 * mentee has paid in the browser that booked, and the page for that says more.
 */
export async function readPaidPage(
  app: App,
  token: string,
  { zone, browser }: { zone: string | null; browser: string },
): Promise<PayerView | { state: 'own'; to: string } | null> {
  const found = await find(app, token)
  if (!found) return null
  const { checkoutId } = found.request
  if (checkoutId && found.booking.browserHash === hashSecret(browser))
    return { state: 'own', to: `/success?session_id=${checkoutId}` }
  if (checkoutId && !found.booking.paidAt) await settleForPage(app, checkoutId)
  const booking = await findBooking(app.db, found.booking.id)
  return booking ? buildView(app, booking, { zone, hasReturned: true }) : null
}

/** Where the payer pays; null when nothing can be paid. Two payers are led to the same checkout, which is paid once. */
export async function findPayUrl(app: App, token: string): Promise<string | null> {
  const found = await find(app, token)
  if (!found || !isPayable(app, found.booking) || found.request.movedFrom) return null
  return found.request.checkoutUrl
}

const isPayable = (app: App, { status, processingSince, payBefore }: BookedSession) =>
  status === 'held' && !processingSince && payBefore > app.now()

function buildView(
  app: App,
  booking: BookedSession,
  { zone, hasReturned }: { zone: string | null; hasReturned: boolean },
): PayerView {
  const names = { mentor: booking.mentorName, mentee: payerSeesName(booking.menteeName) ?? m.someone() }
  const amount = formatMoney(booking.paidAmountPence ?? booking.pricePence, booking.currency)
  switch (booking.status) {
    case 'held':
      if (booking.processingSince) return { state: 'processing', ...names, amount }
      if (hasReturned) return { state: 'confirming' }
      return isPayable(app, booking) ? openView(app, booking, zone, { ...names, amount }) : { state: 'ended' }
    case 'expired':
      return booking.paidAt ? { state: 'returned', amount } : { state: 'ended' }
    case 'cancelled':
      return { state: 'cancelled', mentor: names.mentor }
    default:
      return { state: 'paid', ...names, amount, hasReturned }
  }
}

type Named = { mentor: string; mentee: string; amount: string }

function openView(app: App, booking: BookedSession, zone: string | null, named: Named): PayerView {
  const own = zone ? { timeZone: zone, place: zoneCity(zone) } : menteeClock(booking)
  const { reference: _none, ...facts } = summarizeBooking({ ...booking, menteeTimeZone: own.timeZone }, app.now())
  return {
    state: 'open',
    ...named,
    facts: { ...facts, other: menteeClock(booking) },
    until: fullMomentOn(booking.payBefore, own),
  }
}
