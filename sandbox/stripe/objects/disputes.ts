/**
 * Disputes: a buyer's bank takes a payment back, and later decides who gets the money.
 *
 *   needs_response ──answer──▶ under_review
 *     └────────────close────────────┴──▶ won | lost
 */
import { recordEvents } from '../webhooks/events.ts'
import { newId } from '../ids.ts'
import { disputeObject, listObject } from './api-objects.ts'
import { balanceTransactionObject, recordBalanceTransaction } from './balances.ts'
import { cutPage, PAGE_PARAMETERS, readPage } from '../api/paging.ts'
import { rejectUnknown, optionalText, type Parameters } from '../api/parameters.ts'
import { notFound, wrongState } from '../api/errors.ts'
import type { Change, DisputeRow, PaymentRow, SandboxDb } from '../tables.ts'

/**
 * Takes the money back at once: `amount`, or all of it. 400 if the payment is not paid, is disputed already, or is
 * smaller.
 */
export async function openDispute(
  change: Change,
  payment: PaymentRow,
  { reason = 'fraudulent', amount = payment.amount }: { reason?: string; amount?: number } = {},
): Promise<DisputeRow> {
  const { tx, now } = change
  const disputed = await tx
    .updateTable('paymentIntents')
    .set({ disputed: true })
    .where('id', '=', payment.id)
    .where('status', '=', 'succeeded')
    .where('disputed', '=', false)
    .where('amount', '>=', amount)
    .returning('id')
    .executeTakeFirst()
  if (!disputed) throw wrongState(`Charge ${payment.charge} cannot be disputed.`)
  const id = newId('dp')
  const withdrawal = await recordAdjustment(change, { ...payment, id, amount: -amount }, 'withdrawal')
  const row = await tx
    .insertInto('disputes')
    .values({
      id,
      paymentIntent: payment.id,
      charge: payment.charge,
      amount,
      currency: payment.currency,
      status: 'needs_response',
      reason,
      balanceTransactions: JSON.stringify([withdrawal]),
      createdAt: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordEvents(change, [
    { type: 'charge.dispute.created', object: disputeObject(row) },
    { type: 'charge.dispute.funds_withdrawn', object: disputeObject(row) },
  ])
  return row
}

/** Submits the seller's evidence. 400 if evidence was submitted before or the dispute is closed. */
export async function answerDispute(change: Change, id: string): Promise<void> {
  const row = await moveDispute(change.tx, id, ['needs_response'], 'under_review')
  await recordEvents(change, [{ type: 'charge.dispute.updated', object: disputeObject(row) }])
}

/** The bank decides. `won`: the seller gets the money back. 400 if the dispute is closed. */
export async function closeDispute(change: Change, id: string, outcome: 'won' | 'lost'): Promise<void> {
  const closed = await moveDispute(change.tx, id, ['needs_response', 'under_review'], outcome)
  const object = disputeObject(outcome === 'won' ? await reinstateFunds(change, closed) : closed)
  await recordEvents(change, [
    ...(outcome === 'won' ? [{ type: 'charge.dispute.funds_reinstated' as const, object }] : []),
    { type: 'charge.dispute.closed', object },
  ])
}

async function reinstateFunds(change: Change, dispute: DisputeRow): Promise<DisputeRow> {
  const reversal = await recordAdjustment(change, dispute, 'reversal')
  return change.tx
    .updateTable('disputes')
    .set({ balanceTransactions: JSON.stringify([...dispute.balanceTransactions, reversal]) })
    .where('id', '=', dispute.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

type Disputed = { id: string; charge: string; amount: number; currency: string }

async function recordAdjustment(change: Change, { id, charge, amount, currency }: Disputed, what: string) {
  const description = `Chargeback ${what} for ${charge}`
  const transaction = { account: null, type: 'adjustment' as const, amount, currency, source: id, description }
  return balanceTransactionObject(await recordBalanceTransaction(change, transaction), change.now)
}

async function moveDispute(
  tx: SandboxDb,
  id: string,
  from: DisputeRow['status'][],
  to: DisputeRow['status'],
): Promise<DisputeRow> {
  const row = await tx
    .updateTable('disputes')
    .set({ status: to })
    .where('id', '=', id)
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw wrongState(`Dispute ${id} has a status of \`${(await readDispute(tx, id)).status}\`.`)
  return row
}

export async function readDispute(db: SandboxDb, id: string) {
  const row = await db.selectFrom('disputes').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('dispute', id, 'id')
  return disputeObject(row)
}

export async function listDisputes(db: SandboxDb, parameters: Parameters) {
  rejectUnknown(parameters, [...PAGE_PARAMETERS, 'payment_intent', 'charge'])
  const page = await readPage(db, parameters, { resource: 'dispute', table: 'disputes' })
  const payment = optionalText(parameters, 'payment_intent')
  const charge = optionalText(parameters, 'charge')
  const rows = await db
    .selectFrom('disputes')
    .selectAll()
    .where(page.where)
    .$if(payment !== null, (query) => query.where('paymentIntent', '=', payment!))
    .$if(charge !== null, (query) => query.where('charge', '=', charge!))
    .orderBy('sequence', page.backwards ? 'asc' : 'desc')
    .limit(page.limit + 1)
    .execute()
  const cut = cutPage(rows, page)
  return listObject(cut.rows.map(disputeObject), cut.more, '/v1/disputes')
}
