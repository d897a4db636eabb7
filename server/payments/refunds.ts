/**
 * Money that goes back, and payments that a bank disputes. A refund is a row before it is a call, and is asked for
 * until the service has it; what became of it, and what was given back at the service itself, is asked of the service.
 */
import { randomUUID } from 'node:crypto'
import { RefundRefused, type Refund } from '#domain/payments/checkout'
import { toPence, type Pence } from '#domain/payments/money'
import type { Settling } from '#server/context'
import { findBookingByPayment, lockBooking } from '#server/bookings/queries'
import { raiseConcern, resolveConcern } from '#server/payments/concerns-queries'
import { transact, type Db } from '#server/db/connect'
import { upsertDispute } from '#server/payments/disputes-queries'
import {
  findRefund,
  findUnsentRefund,
  idempotencyKey,
  insertRefund,
  listRefundsOfPayment,
  markRefundRefused,
  recordRefund,
  withdrawRefund,
  type RefundRow,
} from '#server/payments/refunds-queries'
import { enterRefund, enterReversal, queueRefund } from '#server/payments/ledger'
import { applyCheckout } from '#server/bookings/settle'

/** How often a payment is given back, each time after it failed, before a person must look. */
const MOST_ATTEMPTS = 3

/** What the service says of a refund only ever goes this way. An answer that was read earlier may be written later. */
const order: Record<RefundRow['status'], number> = { queued: 0, pending: 1, succeeded: 2, failed: 3, withdrawn: 4 }

/**
 * Sends a queued refund. Safe to repeat: its key is sent with it, so the money goes back once. What cannot be sent is
 * told to a person at the first refusal, and throws, so that its job tries again.
 */
export async function sendRefund(app: Settling, refundId: string): Promise<void> {
  const row = await findUnsentRefund(app.db, refundId)
  if (!row) return
  const { payment_intent: paymentIntent, amount_pence: amount, key, refusals } = row
  let sent: Refund
  try {
    sent = await app.payments.refund({ paymentIntent, amount, key, idempotencyKey: idempotencyKey(key, refusals) })
  } catch (error) {
    if (!(error instanceof RefundRefused)) throw error
    if (await isGivenBack(app, row)) return
    await transact(app.db, async (tx) => {
      await markRefundRefused(tx, row.id, app.now())
      await raiseConcern(tx, concernAbout(row, app.now()))
    })
    throw error
  }
  await transact(app.db, async (tx) => {
    await lockBooking(tx, { id: row.booking_id })
    await settleRefund(app, tx, row.booking_id, sent)
  })
}

const concernAbout = (row: RefundRow, at: Date) =>
  ({ kind: 'refund_failed', subject: row.id, bookingId: row.booking_id, at }) as const

/**
 * A refund is refused when the operator was quicker, at the service. Then ours is withdrawn, and what they have left
 * over is sent in its place.
 */
async function isGivenBack(app: Settling, row: RefundRow): Promise<boolean> {
  await settleRefunds(app, row.payment_intent)
  return transact(app.db, async (tx) => {
    const booking = await lockBooking(tx, { id: row.booking_id })
    const others = (await listRefundsOfPayment(tx, row.payment_intent)).filter(
      ({ id, status }) => id !== row.id && (status === 'pending' || status === 'succeeded'),
    )
    const back = others.reduce((sum, { amount_pence }) => sum + amount_pence, 0)
    const left = (booking?.paid_amount_pence ?? row.amount_pence) - back
    if (left >= row.amount_pence) return false
    const at = app.now()
    if (!(await withdrawRefund(tx, row.id, at))) return true // Another process has seen to it.
    await resolveConcern(tx, { kind: 'refund_failed', subject: row.id, at })
    if (left > 0) await sendAnew(app, tx, row, toPence(left))
    return true
  })
}

/** Makes our refunds of a payment agree with the service's, also those that the operator made there. */
export async function settleRefunds(app: Settling, paymentIntent: string): Promise<void> {
  const bookingId = await findSold(app, paymentIntent)
  if (!bookingId) return // Of something else that is sold through the same account.
  const refunds = await app.payments.listRefunds(paymentIntent)
  await transact(app.db, async (tx) => {
    await lockBooking(tx, { id: bookingId })
    for (const refund of refunds) await settleRefund(app, tx, bookingId, refund)
  })
}

/**
 * The booking that was paid by this payment. An event about the money may be here before the one that tells of the
 * payment: then that is settled first.
 */
async function findSold(app: Settling, paymentIntent: string): Promise<string | undefined> {
  const known = await findBookingByPayment(app.db, paymentIntent)
  if (known) return known
  const checkout = await app.payments.findCheckoutOfPayment(paymentIntent)
  if (!checkout) return undefined
  await applyCheckout(app, checkout)
  return findBookingByPayment(app.db, paymentIntent)
}

/** In a transaction that holds the booking's lock: of two who ask at the same moment, one writes first. */
async function settleRefund(app: Settling, tx: Db, bookingId: string, refund: Refund): Promise<void> {
  const row = (await findRefund(tx, refund)) ?? (await recordForeign(app, tx, bookingId, refund))
  if (order[row.status] >= order[refund.status]) return
  const now = app.now()
  await recordRefund(tx, row.id, { status: refund.status, serviceId: refund.id }, now)
  if (refund.status === 'succeeded') {
    await enterRefund(app, tx, bookingId, refund)
    await resolveConcern(tx, { kind: 'refund_failed', subject: row.id, at: now })
  }
  if (refund.status === 'failed') {
    if (row.status === 'succeeded') await enterReversal(app, tx, bookingId, refund)
    await giveAgain(app, tx, row)
  }
}

/** Under a key of its own, after all that were sent for the same payment. */
async function sendAnew(app: Settling, tx: Db, row: RefundRow, amount: Pence): Promise<void> {
  const { booking_id: bookingId, payment_intent: paymentIntent, currency, reason } = row
  await queueRefund(app, tx, { bookingId, paymentIntent, amount, currency, reason }, (await countOwn(tx, row)) + 1)
}

async function countOwn(tx: Db, { payment_intent }: RefundRow): Promise<number> {
  return (await listRefundsOfPayment(tx, payment_intent)).filter(({ reason }) => reason !== 'at_service').length
}

/** What the operator gave back by hand is theirs to give again; what we owe is sent anew, up to a point. */
async function giveAgain(app: Settling, tx: Db, row: RefundRow): Promise<void> {
  if (row.reason !== 'at_service' && (await countOwn(tx, row)) < MOST_ATTEMPTS) {
    await sendAnew(app, tx, row, row.amount_pence)
    return
  }
  // It may have been refused before, and have gone through then.
  await raiseConcern(tx, { ...concernAbout(row, app.now()), again: true })
}

/** A refund that nobody asked of us. */
async function recordForeign(app: Settling, tx: Db, bookingId: string, refund: Refund): Promise<RefundRow> {
  const now = app.now()
  const row = {
    id: randomUUID(),
    booking_id: bookingId,
    payment_intent: refund.paymentIntent,
    amount_pence: refund.amount,
    currency: refund.currency,
    reason: 'at_service' as const,
    key: `service:${refund.id}`,
    status: 'queued' as const,
    service_id: refund.id,
    created_at: now,
    updated_at: now,
  }
  await insertRefund(tx, row)
  await raiseConcern(tx, { kind: 'refund_made', subject: row.id, bookingId, at: now })
  return { ...row, refusals: 0 }
}

/** A bank took a payment back, or asks to: a person answers it at the payment service. */
export async function settleDispute(app: Settling, disputeId: string): Promise<void> {
  const dispute = await app.payments.readDispute(disputeId)
  const bookingId = dispute && (await findSold(app, dispute.paymentIntent))
  if (!dispute || !bookingId) return
  const at = app.now()
  await transact(app.db, async (tx) => {
    await upsertDispute(tx, bookingId, dispute, at)
    await raiseConcern(tx, { kind: 'dispute', subject: dispute.id, bookingId, at })
  })
}
