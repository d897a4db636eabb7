/**
 * Settling: making a booking agree with what the payment service says of its checkout.
 *
 * One idempotent function, three callers: the webhook, the success page and the sweeper. It believes the payment service
 * and no message; everything inside the transaction uses `tx`; mail and refund are rows there, the network comes after.
 */
import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Checkout } from '#domain/payments/checkout'
import type { Settling } from '#server/context'
import {
  lockBooking,
  markProcessing,
  transitionBooking,
  recordCheckout,
  recordPayment,
  deleteClaim,
  claimSlot,
} from '#server/bookings/queries'
import { raiseConcern } from '#server/payments/concerns-queries'
import { transact, type Db } from '#server/db/connect'
import { insertMail } from '#server/bookings/mails/mails-queries'
import { cancelMove } from '#server/bookings/moves-queries'
import type { MailKind, RefundReason, Tables } from '#server/db/tables'
import { mayRetake } from '#server/bookings/limits/mentor-caps'
import { enterCharge, queueRefund } from '#server/payments/ledger'

type Booking = Selectable<Tables['bookings']>

/** Asks the payment service about a checkout and makes its booking agree. Safe at any time, any number of times. */
export async function settleCheckout(app: Settling, checkoutId: string): Promise<void> {
  const checkout = await app.payments.readCheckout(checkoutId)
  if (checkout) await applyCheckout(app, checkout)
}

/** The same for a checkout that was just read. One that is open changes nothing. */
export async function applyCheckout(app: Settling, checkout: Checkout): Promise<void> {
  if (checkout.status === 'open') return
  await transact(app.db, async (tx) => {
    const booking = await lockBookingOf(app, tx, checkout)
    if (!booking) return
    if (checkout.status === 'failed' || checkout.status === 'expired') return lapse(tx, booking)
    if (checkout.status === 'paid') return settlePayment(app, tx, booking, checkout)
    if (booking.status === 'held') await cancelMove(tx, booking.id, app.now())
    await markProcessing(tx, booking.id, app.now())
  })
}

/** What else is sold through the same account names its sessions as it likes; the database would refuse to look for that. */
const OWN_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * A webhook may be here before the session's id was written: then the id that we gave the session finds the booking. A
 * second session of one booking is shown to nobody; were it paid all the same, a person has to know.
 */
async function lockBookingOf(app: Settling, tx: Db, checkout: Checkout): Promise<Booking | null> {
  const known = await lockBooking(tx, { checkoutId: checkout.id })
  if (known) return known
  if (!checkout.bookingId || !OWN_ID.test(checkout.bookingId)) return null
  const booking = await lockBooking(tx, { id: checkout.bookingId })
  if (booking?.checkout_id && checkout.status === 'paid')
    await raiseConcern(tx, {
      kind: 'mismatch',
      subject: `paid_twice:${checkout.id}`,
      bookingId: booking.id,
      at: app.now(),
    })
  if (!booking || booking.checkout_id) return null
  await recordCheckout(tx, booking.id, checkout)
  return { ...booking, checkout_id: checkout.id }
}

async function lapse(tx: Db, booking: Booking): Promise<void> {
  if (await transitionBooking(tx, booking.id, 'held', 'expire')) await deleteClaim(tx, booking.id)
}

async function settlePayment(app: Settling, tx: Db, booking: Booking, checkout: Checkout): Promise<void> {
  if (booking.paid_at) return // Settled before. Not the status: a cancelled booking was settled too.
  const paidAt = app.now()
  const { amount, currency, paymentIntent } = checkout
  if (!paymentIntent) throw new Error(`Paid checkout ${checkout.id} names no payment`)
  await recordPayment(tx, booking.id, { amount, paymentIntent, paidAt })
  await enterCharge(app, tx, booking.id, { amount, currency, paymentIntent, at: paidAt })
  const reason = await confirm(tx, booking, checkout, paidAt)
  if (!reason) {
    await cancelMove(tx, booking.id, paidAt) // Not before it is sure: who has this one not keeps the other.
    await queueMail(app, tx, booking, 'booking_confirmed')
    return
  }
  await lapse(tx, booking)
  await queueRefund(app, tx, { bookingId: booking.id, paymentIntent, amount, currency, reason })
  await queueMail(app, tx, booking, 'payment_returned')
}

/** Confirms a booking that was paid as it was sold. Otherwise says why the money goes back. */
async function confirm(tx: Db, booking: Booking, checkout: Checkout, now: Date): Promise<RefundReason | null> {
  if (checkout.amount !== booking.price_pence || checkout.currency !== booking.currency) return 'wrong_amount'
  if (booking.starts_at <= now) return 'too_late'
  return (await keepTime(tx, booking)) ? null : 'slot_taken'
}

/** A hold is confirmed as it stands; one that lapsed before it was paid takes its range again, if that is still free. */
async function keepTime(tx: Db, booking: Booking): Promise<boolean> {
  if (booking.status === 'held') return transitionBooking(tx, booking.id, 'held', 'pay')
  if (booking.status !== 'expired' || !(await mayRetake(tx, booking)) || !(await claimSlot(tx, booking))) return false
  return transitionBooking(tx, booking.id, 'expired', 'pay')
}

async function queueMail(app: Settling, tx: Db, booking: Booking, kind: MailKind): Promise<void> {
  const mail = { id: randomUUID(), booking_id: booking.id, kind, created_at: app.now(), sent_at: null }
  if (await insertMail(tx, mail)) await app.queue(tx, 'mail', { mailId: mail.id })
}
