/**
 * Writes the ledger (every charge, refund and fee, once, in the transaction that learns of it, decision 0013) and
 * queues
 * refunds: a row with its key is committed before anything is sent.
 */
import { randomUUID } from 'node:crypto'
import type { Refund } from '#domain/payments/checkout'
import { feeOf, type Pence } from '#domain/payments/money'
import type { SettlementContext } from '#server/context'
import { raiseConcern } from '#server/payments/concerns-queries'
import type { Db } from '#server/db/connect'
import { insertLedgerEntry, readFeeOfCharge, readTotals } from '#server/payments/ledger-queries'
import { insertRefund } from '#server/payments/refunds-queries'
import type { RefundReason } from '#server/db/tables'

/** Enters what a buyer paid for a booking, and the operator's fee on it. */
export async function enterCharge(
  app: SettlementContext,
  tx: Db,
  bookingId: string,
  { amount, currency, paymentIntent, at }: { amount: Pence; currency: string; paymentIntent: string; at: Date },
): Promise<void> {
  const entry = { booking_id: bookingId, currency, service_id: paymentIntent, created_at: at }
  await insertLedgerEntry(tx, { ...entry, kind: 'charge', amount_pence: amount })
  const fee = feeOf(amount, app.config.FEE_PERCENT)
  if (fee > 0) await insertLedgerEntry(tx, { ...entry, kind: 'fee', amount_pence: fee })
}

/** Enters a refund that succeeded, and gives back the operator's fee in proportion. Once for each refund. */
export async function enterRefund(app: SettlementContext, tx: Db, bookingId: string, refund: Refund): Promise<void> {
  const entry = { booking_id: bookingId, currency: refund.currency, service_id: refund.id, created_at: app.now() }
  if (!(await insertLedgerEntry(tx, { ...entry, kind: 'refund', amount_pence: -refund.amount }))) return
  await settleFee(tx, entry)
}

/** Enters that a refund failed after it had succeeded: the money is back with us. */
export async function enterReversal(app: SettlementContext, tx: Db, bookingId: string, refund: Refund): Promise<void> {
  const entry = { booking_id: bookingId, currency: refund.currency, service_id: refund.id, created_at: app.now() }
  if (!(await insertLedgerEntry(tx, { ...entry, kind: 'reversal', amount_pence: refund.amount }))) return
  await settleFee(tx, { ...entry, service_id: `reversal:${refund.id}` })
}

type Entry = { booking_id: string; currency: string; service_id: string; created_at: Date }

/**
 * Adjusts the fee to its share of what is kept. It is computed from the sums, so that rounding errors do not add up.
 */
async function settleFee(tx: Db, entry: Entry): Promise<void> {
  const { charged, kept, fees } = await readTotals(tx, { bookingId: entry.booking_id })
  if (charged === 0) return
  const due = Math.round(((await readFeeOfCharge(tx, entry.booking_id)) * kept) / charged)
  if (due !== fees) await insertLedgerEntry(tx, { ...entry, kind: 'fee', amount_pence: due - fees })
}

type RefundRequest = {
  bookingId: string
  paymentIntent: string
  amount: Pence
  currency: string
  reason: RefundReason
}

/**
 * Queues a refund: a row, a job and a concern, in the caller's transaction. Repeated calls with the same `attempt` have
 * no further effect.
 */
export async function queueRefund(app: SettlementContext, tx: Db, request: RefundRequest, attempt = 1): Promise<void> {
  const { bookingId, paymentIntent, amount, currency, reason } = request
  const now = app.now()
  const refund = {
    id: randomUUID(),
    booking_id: bookingId,
    payment_intent: paymentIntent,
    amount_pence: amount,
    currency,
    reason,
    key: attempt === 1 ? `refund:${bookingId}` : `refund:${bookingId}:${attempt}`,
    status: 'queued' as const,
    service_id: null,
    created_at: now,
    updated_at: now,
  }
  if (!(await insertRefund(tx, refund))) return
  await app.queue(tx, 'refund', { refundId: refund.id })
  await raiseConcern(tx, { kind: 'refund_made', subject: refund.id, bookingId, at: now })
}
