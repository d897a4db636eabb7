/**
 * Settling: making a booking agree with what the payment service says about its checkout.
 *
 * One idempotent function with three callers: the webhook, the success page and the sweeper. It trusts only the payment
 * service's own answer. Inside the transaction it uses only `tx`: emails and refunds are rows there, sent afterwards.
 */
import type { Selectable } from 'kysely'
import type { Checkout } from '#domain/payments/checkout'
import type { SettlementContext } from '#server/context'
import {
  expireHold,
  isPackage,
  lockBooking,
  markProcessing,
  recordCheckout,
  recordPayment,
  transitionBooking,
} from '#server/bookings/queries'
import { raiseConcern } from '#server/platform/concerns-queries'
import { transact, type Db } from '#server/platform/db/connect'
import { queueBookingMail } from '#server/bookings/mails/queue-mail'
import { cancelMove } from '#server/bookings/holds/moves-queries'
import { endPaymentRequest } from '#server/bookings/payment-requests/end-request'
import { recordPayer } from '#server/bookings/payment-requests/payment-requests-queries'
import { isStillOffered, retakeHold } from '#server/bookings/holds/retake-claim'
import { readContribution } from '#server/discounts/redemptions-queries'
import type { RefundReason, Tables } from '#server/platform/db/tables'
import { enterCharge, queueRefund } from '#server/payments/ledger'
import { settlements } from '#server/platform/process-metrics'
import { recordBookingEvent } from '#server/platform/events/record-event'

type Booking = Selectable<Tables['bookings']>
/** What a checkout did to its booking. A reason: the money goes back. */
type Outcome = 'confirmed' | 'processing' | 'expired' | RefundReason

/**
 * Asks the payment service about a checkout and makes its booking agree. Safe to call at any time, any number of times.
 */
export async function settleCheckout(app: SettlementContext, checkoutId: string): Promise<void> {
  const checkout = await app.payments.readCheckout(checkoutId)
  if (checkout) await applyCheckout(app, checkout)
}

/** As `settleCheckout`, for a checkout that was just read. An open one changes nothing. */
export async function applyCheckout(app: SettlementContext, checkout: Checkout): Promise<void> {
  if (checkout.status === 'open') return
  const { status } = checkout
  const outcome = await transact(app.db, async (tx): Promise<Outcome | null> => {
    const booking = await lockBookingFor(app, tx, checkout)
    if (!booking) return null
    if (status === 'paid') return settlePayment(app, tx, booking, checkout)
    if (status === 'failed' || status === 'expired') {
      if (!(await expireHold(tx, booking.id, app.now()))) return null
      await endPaymentRequest(app, tx, booking.id)
      return 'expired'
    }
    if (booking.status === 'held') await cancelMove(tx, booking.id, app.now())
    await markProcessing(tx, booking.id, app.now())
    return booking.processingSince ? null : 'processing'
  })
  if (outcome) settlements.inc({ outcome })
}

/**
 * A UUID. Checkouts of other products on the same Stripe account carry any text, which PostgreSQL would reject as an
 * id.
 */
const OWN_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Finds the booking by the checkout's id or, when a webhook arrives before that id was written, by the booking id that
 * we gave the checkout. A second checkout of one booking was never shown to anyone; if it is paid all the same, this
 * raises a concern.
 */
async function lockBookingFor(app: SettlementContext, tx: Db, checkout: Checkout): Promise<Booking | null> {
  const known = await lockBooking(tx, { checkoutId: checkout.id })
  if (known) return known
  if (!checkout.bookingId || !OWN_ID.test(checkout.bookingId)) return null
  const booking = await lockBooking(tx, { id: checkout.bookingId })
  if (booking?.checkoutId && checkout.status === 'paid')
    await raiseConcern(tx, {
      kind: 'mismatch',
      subject: `paid_twice:${checkout.id}`,
      bookingId: booking.id,
      at: app.now(),
    })
  if (!booking || booking.checkoutId) return null
  await recordCheckout(tx, booking.id, checkout)
  return { ...booking, checkoutId: checkout.id }
}

/** Null: nothing is left to do. */
async function settlePayment(
  app: SettlementContext,
  tx: Db,
  booking: Booking,
  checkout: Checkout,
): Promise<Outcome | null> {
  if (booking.paidAt) return null // Already settled. The status is not enough: a cancelled booking was settled too.
  const paidAt = app.now()
  const { amount, currency, paymentIntent } = checkout
  if (!paymentIntent) throw new Error(`Paid checkout ${checkout.id} names no payment`)
  await recordPayment(tx, booking.id, { amount, paymentIntent, paidAt })
  const contribution = booking.discountPence > 0 ? await readContribution(tx, booking.id) : 0
  const deferred = isPackage(booking)
  await enterCharge(app, tx, booking.id, { amount, currency, contribution, paymentIntent, at: paidAt, deferred })
  const isPaidByOther = checkout.payerEmail ? await recordPayer(tx, booking, checkout.payerEmail) : false
  const reason = await confirm(tx, booking, checkout, paidAt)
  if (!reason) {
    await cancelMove(tx, booking.id, paidAt) // Only once this one is confirmed: otherwise the visitor keeps the other.
    await queueBookingMail(app, tx, booking.id, 'booking_confirmed')
    await queueBookingMail(app, tx, booking.id, 'booking_confirmed', { recipient: 'mentor' })
    if (isPaidByOther) await queueBookingMail(app, tx, booking.id, 'booking_confirmed', { recipient: 'payer' })
    await recordBookingEvent(app, tx, 'booking.confirmed', booking.id)
    return 'confirmed'
  }
  await expireHold(tx, booking.id, paidAt)
  await queueRefund(app, tx, { bookingId: booking.id, paymentIntent, amount, currency, reason })
  await queueBookingMail(app, tx, booking.id, 'payment_returned')
  return reason
}

/** Confirms a booking that was paid as it was sold. Returns null, or why the money goes back. */
async function confirm(tx: Db, booking: Booking, checkout: Checkout, now: Date): Promise<RefundReason | null> {
  if (checkout.amount !== booking.pricePence || checkout.currency !== booking.currency) return 'wrong_amount'
  if (booking.startsAt <= now) return 'too_late'
  if (!(await isStillOffered(tx, booking))) return 'mentor_left'
  return confirmClaim(tx, booking)
}

/**
 * Confirms a hold as it stands. One that expired before it was paid retakes what it had, if the time is still free and its
 * discount code can still be used.
 */
async function confirmClaim(tx: Db, booking: Booking): Promise<'slot_taken' | 'code_used_up' | null> {
  const { id, status } = booking
  if (status !== 'held' && status !== 'expired') return 'slot_taken'
  const retaken = status === 'held' ? 'retaken' : await retakeHold(tx, booking)
  if (retaken !== 'retaken') return retaken
  return (await transitionBooking(tx, id, status, 'pay')) ? null : 'slot_taken'
}
