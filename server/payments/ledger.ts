/**
 * The money's book: every charge, refund and fee is a row of the ledger, once, in the transaction that learns of it
 * (decision 0013). And the order to give money back: a row with its key, before anything is sent.
 */
import { randomUUID } from 'node:crypto'
import type { Refund } from '#domain/payments/checkout'
import { feeOf, type Pence } from '#domain/payments/money'
import type { Settling } from '#server/context'
import { raiseConcern } from '#server/payments/concerns-queries'
import type { Db } from '#server/db/connect'
import { enterLedger, readFeeOfCharge, readTotals } from '#server/payments/ledger-queries'
import { insertRefund } from '#server/payments/refunds-queries'
import type { RefundReason } from '#server/db/tables'

/** What a buyer paid for a booking, and the operator's part of it. */
export async function enterCharge(
  app: Settling,
  tx: Db,
  bookingId: string,
  { amount, currency, paymentIntent, at }: { amount: Pence; currency: string; paymentIntent: string; at: Date },
): Promise<void> {
  const entry = { booking_id: bookingId, currency, service_id: paymentIntent, created_at: at }
  await enterLedger(tx, { ...entry, kind: 'charge', amount_pence: amount })
  const fee = feeOf(amount, app.config.FEE_PERCENT)
  if (fee > 0) await enterLedger(tx, { ...entry, kind: 'fee', amount_pence: fee })
}

/** Money that has gone back, and of the operator's part as much. Once for each refund. */
export async function enterRefund(app: Settling, tx: Db, bookingId: string, refund: Refund): Promise<void> {
  const entry = { booking_id: bookingId, currency: refund.currency, service_id: refund.id, created_at: app.now() }
  if (!(await enterLedger(tx, { ...entry, kind: 'refund', amount_pence: -refund.amount }))) return
  await settleFee(tx, entry)
}

/** A refund that had gone back and failed after all: the money is here again. */
export async function enterReversal(app: Settling, tx: Db, bookingId: string, refund: Refund): Promise<void> {
  const entry = { booking_id: bookingId, currency: refund.currency, service_id: refund.id, created_at: app.now() }
  if (!(await enterLedger(tx, { ...entry, kind: 'reversal', amount_pence: refund.amount }))) return
  await settleFee(tx, { ...entry, service_id: `reversal:${refund.id}` })
}

type Entry = { booking_id: string; currency: string; service_id: string; created_at: Date }

/** Brings the fee to its share of what stays. By the sums, so that the rounding of several parts does not add up. */
async function settleFee(tx: Db, entry: Entry): Promise<void> {
  const { charged, kept, fees } = await readTotals(tx, { bookingId: entry.booking_id })
  if (charged === 0) return
  const due = Math.round(((await readFeeOfCharge(tx, entry.booking_id)) * kept) / charged)
  if (due !== fees) await enterLedger(tx, { ...entry, kind: 'fee', amount_pence: due - fees })
}

export type Giving = {
  bookingId: string
  paymentIntent: string
  amount: Pence
  currency: string
  reason: RefundReason
}

/** Gives a payment back: a row and a job in the caller's transaction, the same ones however often it is asked for. */
export async function queueRefund(app: Settling, tx: Db, giving: Giving, attempt = 1): Promise<void> {
  const { bookingId, paymentIntent, amount, currency, reason } = giving
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
