/**
 * Writes the ledger (every charge, refund and fee, once, in the transaction that learns of it, decision 0013), queues its
 * documents (decision 0069) and queues refunds: a row with its key is committed before anything is sent.
 */
import { randomUUID } from 'node:crypto'
import type { Refund } from '#domain/payments/checkout'
import { computeFee, roundFee, type MinorUnits } from '#domain/payments/money'
import type { SettlementContext } from '#server/context'
import { raiseConcern } from '#server/platform/concerns-queries'
import type { Db } from '#server/platform/db/connect'
import {
  insertLedgerEntry,
  isDeferred,
  readFeeOfCharge,
  readFeePercent,
  readTotals,
} from '#server/payments/ledger-queries'
import { insertRefund } from '#server/payments/refunds-queries'
import type { RefundReason } from '#server/platform/db/tables'

/**
 * Enters what a buyer paid for a booking, and the operator's fee on it.
 *
 * @param charge.deferred For a package: the mentor earns it session by session, and the fee is entered with each (decision 0074).
 */
export async function enterCharge(
  app: SettlementContext,
  tx: Db,
  bookingId: string,
  charge: { amount: MinorUnits; currency: string; paymentIntent: string; at: Date; deferred: boolean },
): Promise<void> {
  const { amount, currency, paymentIntent, at, deferred } = charge
  const entry = { bookingId, currency, serviceId: paymentIntent, createdAt: at }
  await insertLedgerEntry(tx, { ...entry, kind: 'charge', amountPence: amount })
  await app.queue(tx, 'issue-documents', { bookingId })
  if (deferred) return void (await insertLedgerEntry(tx, { ...entry, kind: 'deferred', amountPence: -amount }))
  const fee = computeFee(amount, (await readFeePercent(tx, bookingId)) ?? app.config.FEE_PERCENT, currency)
  if (fee > 0) await insertLedgerEntry(tx, { ...entry, kind: 'fee', amountPence: fee })
}

/**
 * Enters a refund that succeeded, and gives back the operator's fee in proportion; what is refunded of a package is no longer
 * deferred. Once for each refund.
 */
export async function enterRefund(app: SettlementContext, tx: Db, bookingId: string, refund: Refund): Promise<void> {
  const entry = { bookingId, currency: refund.currency, serviceId: refund.id, createdAt: app.now() }
  if (!(await insertLedgerEntry(tx, { ...entry, kind: 'refund', amountPence: -refund.amount }))) return
  await app.queue(tx, 'issue-documents', { bookingId })
  await settleShares(tx, entry, refund.amount)
}

/** Enters that a refund failed after it had succeeded: the money is back with us. */
export async function enterReversal(app: SettlementContext, tx: Db, bookingId: string, refund: Refund): Promise<void> {
  const entry = { bookingId, currency: refund.currency, serviceId: refund.id, createdAt: app.now() }
  if (!(await insertLedgerEntry(tx, { ...entry, kind: 'reversal', amountPence: refund.amount }))) return
  await app.queue(tx, 'issue-documents', { bookingId })
  await settleShares(tx, { ...entry, serviceId: `reversal:${refund.id}` }, -refund.amount)
}

/**
 * Enters that a share of a package is the mentor's by now, or with amounts below zero that it no longer is, with the operator's
 * fee on it. Once for each `serviceId`.
 *
 * @param entry.bookingId The session that was held; the package itself if it ended before.
 */
export async function enterShare(
  tx: Db,
  { share, fee, ...entry }: Entry & { share: number; fee: number },
): Promise<void> {
  await insertLedgerEntry(tx, { ...entry, kind: 'deferred', amountPence: share })
  if (fee !== 0) await insertLedgerEntry(tx, { ...entry, kind: 'fee', amountPence: fee })
}

/** Adjusts what is not the buyer's own of a booking to a refund of `refunded`, or a failed one, below zero. */
async function settleShares(tx: Db, entry: Entry, refunded: number): Promise<void> {
  if (!(await isDeferred(tx, entry.bookingId))) return settleFee(tx, entry)
  await insertLedgerEntry(tx, { ...entry, kind: 'deferred', amountPence: refunded })
}

type Entry = { bookingId: string; currency: string; serviceId: string; createdAt: Date }

/**
 * Adjusts the fee to its share of what is kept. It is computed from the sums, so that rounding errors do not add up.
 */
async function settleFee(tx: Db, entry: Entry): Promise<void> {
  const { bookingId, currency } = entry
  const { charged, kept, fees } = await readTotals(tx, { bookingId, currency })
  if (charged === 0) return
  const due = roundFee(((await readFeeOfCharge(tx, bookingId)) * kept) / charged, currency)
  if (due !== fees) await insertLedgerEntry(tx, { ...entry, kind: 'fee', amountPence: due - fees })
}

type RefundRequest = {
  bookingId: string
  paymentIntent: string
  amount: MinorUnits
  currency: string
  reason: RefundReason
  /** The refund that failed or was withdrawn, of which this is the next attempt. */
  replaces?: string
}

/** Refunds that a rule or a person decided: no concern is raised for them. */
const ORDINARY: RefundReason[] = [
  'mentee_cancelled',
  'mentor_cancelled',
  'admin_cancelled',
  'move_unanswered',
  'mentor_absent',
  'problem',
  'admin_refunded',
]

/**
 * Queues a refund: a row, a job and, unless it is an ordinary one, a concern, in the caller's transaction. `number`: its
 * place among our refunds of the payment. Repeated calls with the same one have no further effect.
 */
export async function queueRefund(app: SettlementContext, tx: Db, request: RefundRequest, number = 1): Promise<void> {
  const { bookingId, paymentIntent, amount, currency, reason, replaces = null } = request
  const now = app.now()
  const refund = {
    id: randomUUID(),
    bookingId,
    paymentIntent,
    amountPence: amount,
    currency,
    reason,
    key: number === 1 ? `refund:${bookingId}` : `refund:${bookingId}:${number}`,
    status: 'queued' as const,
    serviceId: null,
    replaces,
    createdAt: now,
    updatedAt: now,
  }
  if (!(await insertRefund(tx, refund))) return
  await app.queue(tx, 'refund', { refundId: refund.id })
  if (!ORDINARY.includes(reason))
    await raiseConcern(tx, { kind: 'refund_made', subject: refund.id, bookingId, at: now })
}
