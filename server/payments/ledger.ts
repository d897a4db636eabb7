/**
 * Writes the ledger (every charge, refund and fee, once, in the transaction that learns of it, decision 0013), queues its
 * documents (decision 0069) and queues refunds: a row with its key is committed before anything is sent.
 */
import { randomUUID } from 'node:crypto'
import type { Refund } from '#domain/payments/checkout'
import type { RefundPercent } from '#domain/bookings/refunds/refund-rule'
import { chargeStep } from '#domain/payments/currency'
import { computeFee, roundFee, toMinorUnits, type MinorUnits, type Money } from '#domain/payments/money'
import type { SettlementContext } from '#server/context'
import { raiseConcern } from '#server/platform/concerns-queries'
import type { Db } from '#server/platform/db/connect'
import {
  insertLedgerEntry,
  isDeferred,
  readContributed,
  readFeePercent,
  readPartsOfCharge,
  readTotals,
} from '#server/payments/ledger-queries'
import { insertRefund } from '#server/payments/refunds-queries'
import type { RefundReason } from '#server/platform/db/tables'

/**
 * Enters what a buyer paid for a booking, what the operator contributes to it, and the operator's fee on both.
 *
 * @param charge.contribution What a discount code took off that the operator bears (decision 0073).
 * @param charge.deferred For a package: the mentor earns it session by session, and the fee is entered with each (decision 0074).
 */
export async function enterCharge(
  app: SettlementContext,
  tx: Db,
  bookingId: string,
  charge: Money & { contribution: number; paymentIntent: string; at: Date; deferred: boolean },
): Promise<void> {
  const { amount, currency, contribution, paymentIntent, at, deferred } = charge
  const entry = { bookingId, currency, serviceId: paymentIntent, createdAt: at }
  await insertLedgerEntry(tx, { ...entry, kind: 'charge', amountPence: amount })
  await app.queue(tx, 'issue-documents', { bookingId })
  if (deferred) return void (await insertLedgerEntry(tx, { ...entry, kind: 'deferred', amountPence: -amount }))
  await enterContribution(app, tx, entry, { paid: amount, contribution })
}

/** Enters what the operator contributes to a booking, and its fee on that and on what was paid. Once for each `serviceId`. */
async function enterContribution(
  app: SettlementContext,
  tx: Db,
  entry: Entry,
  { paid, contribution }: { paid: number; contribution: number },
): Promise<void> {
  const { bookingId, currency } = entry
  if (contribution > 0) await insertLedgerEntry(tx, { ...entry, kind: 'contribution', amountPence: contribution })
  const percent = (await readFeePercent(tx, bookingId)) ?? app.config.FEE_PERCENT
  const fee = computeFee(toMinorUnits(paid + contribution), percent, currency)
  if (fee > 0) await insertLedgerEntry(tx, { ...entry, kind: 'fee', amountPence: fee })
}

type Contributed = { bookingId: string; currency: string; at: Date }

/** Enters the contribution to a session for which nothing is charged, once. */
export function enterWholeContribution(
  app: SettlementContext,
  tx: Db,
  { bookingId, currency, at }: Contributed,
  contribution: number,
): Promise<void> {
  const entry = { bookingId, currency, serviceId: `code:${bookingId}`, createdAt: at }
  return enterContribution(app, tx, entry, { paid: 0, contribution })
}

/**
 * Takes back this share of the contribution to a session for which nothing was charged, with the fee on it, once. Halves are
 * rounded as those of refunds are.
 */
export async function takeBackContribution(
  tx: Db,
  { bookingId, currency, at }: Contributed,
  percent: RefundPercent,
): Promise<void> {
  const { contributed, fees } = await readContributed(tx, bookingId)
  const step = chargeStep(currency)
  const taken = Math.min(Math.ceil((contributed * percent) / 100 / step) * step, contributed)
  if (taken <= 0) return
  const entry = { bookingId, currency, serviceId: `code-returned:${bookingId}`, createdAt: at }
  await insertLedgerEntry(tx, { ...entry, kind: 'contribution', amountPence: -taken })
  const due = roundFee((fees * (contributed - taken)) / contributed, currency)
  if (due !== fees) await insertLedgerEntry(tx, { ...entry, kind: 'fee', amountPence: due - fees })
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
  if (!(await isDeferred(tx, entry.bookingId))) return settleParts(tx, entry)
  await insertLedgerEntry(tx, { ...entry, kind: 'deferred', amountPence: refunded })
}

type Entry = { bookingId: string; currency: string; serviceId: string; createdAt: Date }

/**
 * Adjusts the fee and the contribution to their shares of what is kept. They are computed from the sums, so that rounding errors do
 * not add up.
 */
async function settleParts(tx: Db, entry: Entry): Promise<void> {
  const { bookingId, currency } = entry
  const { charged, kept, fees } = await readTotals(tx, { bookingId, currency })
  if (charged === 0) return
  const { fee, contribution } = await readPartsOfCharge(tx, bookingId)
  const share = (part: number) => roundFee((part * kept) / charged, currency)
  if (share(fee) !== fees) await insertLedgerEntry(tx, { ...entry, kind: 'fee', amountPence: share(fee) - fees })
  if (contribution === 0) return
  const change = share(contribution) - (await readContributed(tx, bookingId)).contributed
  if (change !== 0) await insertLedgerEntry(tx, { ...entry, kind: 'contribution', amountPence: change })
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
