/**
 * Sends refunds, and keeps our refunds and disputes in step with the payment service's.
 *
 * A refund is a row before it is a call, and is sent until the service has it. Its outcome, and refunds made in the
 * service's dashboard, are read from the service.
 */
import { randomUUID } from 'node:crypto'
import { RefundRefused, type Refund } from '#domain/payments/checkout'
import { hasOldKey } from '#domain/payments/idempotency-key'
import { toMinorUnits, type MinorUnits } from '#domain/payments/money'
import type { SettlementContext } from '#server/context'
import { findBookingByPayment, lockBooking } from '#server/bookings/queries'
import { raiseConcern, resolveConcern } from '#server/platform/concerns-queries'
import { transact, type Db } from '#server/platform/db/connect'
import { upsertDispute } from '#server/payments/disputes-queries'
import {
  findRefund,
  findRefundById,
  findUnsentRefund,
  idempotencyKey,
  insertRefund,
  listRefundsOfPayment,
  markRefundRefused,
  nextRefundNumber,
  recordRefund,
  withdrawRefund,
  type RefundRow,
} from '#server/payments/refunds-queries'
import { readRefundable } from '#server/payments/issue-refund'
import { enterRefund, enterReversal, queueRefund } from '#server/payments/ledger'
import { applyCheckout } from '#server/bookings/settlement/settle'
import { refunds } from '#server/platform/process-metrics'

/** After this many attempts at one refund a person must look. */
const MAX_ATTEMPTS = 3

/** A refund's status only moves up in this order. An older answer that arrives late is ignored. */
const statusOrder: Record<RefundRow['status'], number> = {
  queued: 0,
  pending: 1,
  succeeded: 2,
  failed: 3,
  withdrawn: 4,
}

/**
 * Sends a queued refund. Safe to repeat: its key is sent with it, so the money goes back once.
 *
 * @throws if it could not be sent, so that its job tries again. The first refusal also raises a concern.
 */
export async function sendRefund(app: SettlementContext, refundId: string): Promise<void> {
  const row = await findUnsentRefund(app.db, refundId)
  if (!row) return
  const { paymentIntent, amountPence: amount, currency, key, refusals } = row
  let sent: Refund
  try {
    const request = { paymentIntent, amount, currency, key, idempotencyKey: idempotencyKey(key, refusals) }
    sent = (await findSent(app, row)) ?? (await app.payments.refund(request))
  } catch (error) {
    const isRefused = error instanceof RefundRefused
    refunds.inc({ outcome: isRefused ? 'refused' : 'unanswered' })
    if (!isRefused) throw error
    if (await withdrawIfRefundedElsewhere(app, row)) return
    await transact(app.db, async (tx) => {
      await markRefundRefused(tx, row.id, app.now())
      await raiseConcern(tx, failureConcern(row, app.now()))
    })
    throw error
  }
  await settleGivenRefunds(app, row.bookingId, [sent])
}

/** A part of a payment would be refunded again under a key that the service has forgotten: it refuses only more than was paid. */
async function findSent(app: SettlementContext, row: RefundRow): Promise<Refund | undefined> {
  if (!hasOldKey(row, app.now())) return undefined
  return (await app.payments.listRefunds(row.paymentIntent)).find(({ key }) => key === row.key)
}

const failureConcern = (row: RefundRow, at: Date) =>
  ({ kind: 'refund_failed', subject: row.id, bookingId: row.bookingId, at }) as const

/**
 * The service refuses a refund if the operator has already refunded the payment there. Ours is then withdrawn, and what
 * is left of the payment is queued in its place. False if nothing was refunded elsewhere.
 */
async function withdrawIfRefundedElsewhere(app: SettlementContext, row: RefundRow): Promise<boolean> {
  await settleRefunds(app, row.paymentIntent)
  return transact(app.db, async (tx) => {
    const booking = await lockBooking(tx, { id: row.bookingId })
    const others = (await listRefundsOfPayment(tx, row.paymentIntent)).filter(
      ({ id, status }) => id !== row.id && (status === 'pending' || status === 'succeeded'),
    )
    const back = others.reduce((sum, { amountPence }) => sum + amountPence, 0)
    const left = (booking?.paidAmountPence ?? row.amountPence) - back
    if (left >= row.amountPence) return false
    const at = app.now()
    if (!(await withdrawRefund(tx, row.id, at))) return true // Another process has withdrawn it.
    await resolveConcern(tx, { kind: 'refund_failed', subject: row.id, at })
    if (left > 0) await queueReplacement(app, tx, row, toMinorUnits(left))
    return true
  })
}

/** Makes our refunds of a payment agree with the service's, including those that the operator made there. */
export async function settleRefunds(app: SettlementContext, paymentIntent: string): Promise<void> {
  const bookingId = await findPaidBooking(app, paymentIntent)
  if (!bookingId) return // The payment was for another product on the same account.
  await settleGivenRefunds(app, bookingId, await app.payments.listRefunds(paymentIntent))
}

async function settleGivenRefunds(app: SettlementContext, bookingId: string, given: Refund[]): Promise<void> {
  const changed = await transact(app.db, async (tx) => {
    await lockBooking(tx, { id: bookingId })
    const settled: Refund[] = []
    for (const refund of given) if (await settleRefund(app, tx, bookingId, refund)) settled.push(refund)
    return settled
  })
  for (const { status } of changed) refunds.inc({ outcome: status })
}

/**
 * The id of the booking that a payment was for. A refund's event can arrive before the payment's own; the payment is
 * then settled first.
 */
async function findPaidBooking(app: SettlementContext, paymentIntent: string): Promise<string | undefined> {
  const known = await findBookingByPayment(app.db, paymentIntent)
  if (known) return known
  const checkout = await app.payments.findCheckoutOfPayment(paymentIntent)
  if (!checkout) return undefined
  await applyCheckout(app, checkout)
  return findBookingByPayment(app.db, paymentIntent)
}

/** Call with the booking row locked, so that two concurrent calls are serialised. False if this was known. */
async function settleRefund(app: SettlementContext, tx: Db, bookingId: string, refund: Refund): Promise<boolean> {
  const row = (await findRefund(tx, refund)) ?? (await recordRefundMadeAtService(app, tx, bookingId, refund))
  if (statusOrder[row.status] >= statusOrder[refund.status]) return false
  const now = app.now()
  await recordRefund(tx, row.id, { status: refund.status, serviceId: refund.id }, now)
  if (refund.status === 'succeeded') {
    await enterRefund(app, tx, bookingId, refund)
    await resolveConcern(tx, { kind: 'refund_failed', subject: row.id, at: now })
  }
  if (refund.status === 'failed') {
    if (row.status === 'succeeded') await enterReversal(app, tx, bookingId, refund)
    await retryOrRaiseConcern(app, tx, row)
  }
  return true
}

/** Queues the next attempt at a refund, or what is left to send of it, under a key of its own. */
async function queueReplacement(app: SettlementContext, tx: Db, row: RefundRow, amount: MinorUnits): Promise<void> {
  const { id: replaces, bookingId, paymentIntent, currency, reason } = row
  const number = await nextRefundNumber(tx, paymentIntent)
  await queueRefund(app, tx, { bookingId, paymentIntent, amount, currency, reason, replaces }, number)
}

/**
 * Queues one more attempt at a refund that failed for the last time, under the next key. Call with the booking locked.
 *
 * @returns the id of the refund to send. Null if another replaces it already, if its money is no longer here, or if the
 *   operator made it by hand.
 */
export async function replaceFailedRefund(app: SettlementContext, tx: Db, refundId: string): Promise<string | null> {
  const row = await findRefundById(tx, refundId)
  if (row?.status !== 'failed' || row.reason === 'at_service') return null
  const isReplaced = async () =>
    (await listRefundsOfPayment(tx, row.paymentIntent)).find(({ replaces }) => replaces === row.id)
  const returnable = await readRefundable(tx, { ...row, id: row.bookingId })
  if ((await isReplaced()) || returnable < row.amountPence) return null
  await queueReplacement(app, tx, row, row.amountPence)
  return (await isReplaced())?.id ?? null
}

type SentRefund = { outcome: 'succeeded' | 'pending' | 'unanswered' } | { outcome: 'refused'; code: string }

/** Sends a queued refund now, beside its job: its key goes with both, so the money goes back once. Says what came of it. */
export async function sendRefundNow(app: SettlementContext, refundId: string): Promise<SentRefund> {
  try {
    await sendRefund(app, refundId)
  } catch (error) {
    if (error instanceof RefundRefused) return { outcome: 'refused', code: error.code }
    app.log.warn('job failed', { refundId, error })
  }
  const row = await findRefundById(app.db, refundId)
  if (row?.status === 'queued') return { outcome: 'unanswered' }
  return { outcome: row?.status === 'pending' ? 'pending' : 'succeeded' }
}

/** How often a refund was sent: the row, and those that it replaces. Other refunds of the payment do not count. */
async function countAttempts(tx: Db, row: RefundRow): Promise<number> {
  const all = new Map((await listRefundsOfPayment(tx, row.paymentIntent)).map((refund) => [refund.id, refund]))
  let attempts = 0
  for (let one = all.get(row.id); one; one = one.replaces ? all.get(one.replaces) : undefined) {
    if (one.status !== 'withdrawn') attempts += 1
  }
  return attempts
}

/**
 * After a refund failed: queues another one, up to the limit. A refund that the operator made by hand is left to the
 * operator.
 */
async function retryOrRaiseConcern(app: SettlementContext, tx: Db, row: RefundRow): Promise<void> {
  if (row.reason !== 'at_service' && (await countAttempts(tx, row)) < MAX_ATTEMPTS) {
    await queueReplacement(app, tx, row, row.amountPence)
    return
  }
  // `again`: an earlier refusal may have raised this concern, and a success resolved it.
  await raiseConcern(tx, { ...failureConcern(row, app.now()), again: true })
}

/** Records a refund that the operator made in the service's dashboard. */
async function recordRefundMadeAtService(
  app: SettlementContext,
  tx: Db,
  bookingId: string,
  refund: Refund,
): Promise<RefundRow> {
  const now = app.now()
  const row = {
    id: randomUUID(),
    bookingId,
    paymentIntent: refund.paymentIntent,
    amountPence: refund.amount,
    currency: refund.currency,
    reason: 'at_service' as const,
    key: `service:${refund.id}`,
    status: 'queued' as const,
    serviceId: refund.id,
    createdAt: now,
    updatedAt: now,
  }
  await insertRefund(tx, row)
  await raiseConcern(tx, { kind: 'refund_made', subject: row.id, bookingId, at: now })
  return { ...row, refusals: 0, replaces: null }
}

/** Stores the current state of a dispute and raises a concern: a person answers it in the service's dashboard. */
export async function settleDispute(app: SettlementContext, disputeId: string): Promise<void> {
  const dispute = await app.payments.readDispute(disputeId)
  const bookingId = dispute && (await findPaidBooking(app, dispute.paymentIntent))
  if (!dispute || !bookingId) return
  const at = app.now()
  await transact(app.db, async (tx) => {
    await upsertDispute(tx, bookingId, dispute, at)
    await raiseConcern(tx, { kind: 'dispute', subject: dispute.id, bookingId, at })
  })
}
