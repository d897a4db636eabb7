/** Money going back. Never more than came in: an UPDATE that names the limit decides between simultaneous refunds. */
import { newId } from '../ids.ts'
import { chargeObject, listObject, refundObject } from './api-objects.ts'
import { cutPage, PAGE_PARAMETERS, readPage } from '../api/paging.ts'
import {
  metadata,
  onlyKnown,
  optionalInteger,
  optionalOneOf,
  optionalText,
  type Parameters,
} from '../api/parameters.ts'
import { readPayment, readPaymentOfCharge } from './payments.ts'
import { badParameter, missing, wrongState, type StripeRefusal } from '../api/errors.ts'
import { takeRefundFault, type RefundFault } from '../faults/faults.ts'
import { recordEvents } from '../webhooks/events.ts'
import { formatAmount } from '../amounts.ts'
import type { Change, PaymentRow, SandboxDb } from '../tables.ts'

const reasons = ['duplicate', 'fraudulent', 'requested_by_customer'] as const

/** Refunds a payment in part or, without an amount, whatever is left of it. */
export async function createRefund(change: Change, parameters: Parameters) {
  const { tx } = change
  onlyKnown(parameters, ['payment_intent', 'charge', 'amount', 'reason', 'metadata', 'expand'])
  const intent = optionalText(parameters, 'payment_intent')
  const charge = optionalText(parameters, 'charge')
  if (intent === null && charge === null) {
    throw badParameter(
      'payment_intent',
      'One of the following params should be provided for this request: payment_intent or charge.',
      'parameter_missing',
    )
  }
  const reason = optionalOneOf(parameters, 'reason', reasons)
  const labels = metadata(parameters)
  const asked = optionalInteger(parameters, 'amount')
  if (asked !== null && asked < 1) throw badParameter('amount', 'Invalid positive integer', 'parameter_invalid_integer')

  const payment =
    intent === null ? await readPaymentOfCharge(tx, charge!, 'charge') : await readPayment(tx, intent, 'payment_intent')
  if (payment.status !== 'succeeded') {
    throw wrongState(
      `This PaymentIntent (${payment.id}) does not have a successful charge to refund.`,
      undefined,
      'payment_intent',
    )
  }
  return giveBack(change, payment, { amount: asked, reason, labels, fault: await takeRefundFault(tx) })
}

type Giving = {
  /** Null: whatever is left. */
  amount: number | null
  reason: string | null
  labels: Record<string, string>
  fault: RefundFault['outcome'] | null
}

/** Refunds a payment that succeeded. 400 when less is left, or when that is the fault. */
export async function giveBack(change: Change, payment: PaymentRow, { amount: asked, reason, labels, fault }: Giving) {
  const { tx, now } = change
  if (fault === 'refused') {
    throw wrongState('Insufficient funds in your Stripe balance to refund this amount.', 'balance_insufficient')
  }
  const amount = asked ?? payment.amount - payment.amount_refunded
  const refunded = amount < 1 ? undefined : await takeBack(tx, payment.id, amount)
  if (!refunded) throw await tooMuch(tx, payment.id, asked)
  const row = await tx
    .insertInto('refunds')
    .values({
      id: newId('re'),
      payment_intent: refunded.id,
      charge: refunded.charge,
      amount,
      currency: refunded.currency,
      status: fault ?? 'succeeded',
      reason,
      metadata: JSON.stringify(labels),
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordEvents(change, [
    { type: 'refund.created', object: refundObject(row) },
    { type: 'charge.refunded', object: chargeObject(refunded) },
  ])
  return refundObject(row)
}

async function tooMuch(tx: SandboxDb, payment: string, asked: number | null): Promise<StripeRefusal> {
  const current = await readPayment(tx, payment)
  const left = current.amount - current.amount_refunded
  if (left === 0 || asked === null) {
    return wrongState(`Charge ${current.charge} has already been refunded.`, 'charge_already_refunded')
  }
  const money = (pence: number) => formatAmount(pence, current.currency)
  return wrongState(
    current.amount_refunded === 0
      ? `Refund amount (${money(asked)}) is greater than charge amount (${money(current.amount)})`
      : `Refund amount (${money(asked)}) is greater than unrefunded amount on charge (${money(left)})`,
    undefined,
    'amount',
  )
}

/**
 * What becomes of a refund that is pending; one that succeeded may fail all the same, days later. A failed refund's money
 * is back with the seller, so it can be refunded again. 400 when it has failed or succeeded already.
 */
export async function settleRefund(change: Change, id: string, outcome: 'succeeded' | 'failed'): Promise<void> {
  const { tx } = change
  const row = await tx
    .updateTable('refunds')
    .set({ status: outcome, failure_reason: outcome === 'failed' ? 'expired_or_canceled_card' : null })
    .where('id', '=', id)
    .where('status', 'in', outcome === 'failed' ? ['pending', 'succeeded'] : ['pending'])
    .returningAll()
    .executeTakeFirst()
  if (!row) throw wrongState(`Refund ${id} has a status of \`${(await readRefund(tx, id)).status}\`.`)
  const told = { object: refundObject(row) }
  if (outcome === 'succeeded') return recordEvents(change, [{ type: 'refund.updated', ...told }])
  await tx
    .updateTable('payment_intents')
    .set((payment) => ({ amount_refunded: payment('amount_refunded', '-', row.amount) }))
    .where('id', '=', row.payment_intent)
    .execute()
  await recordEvents(change, [
    { type: 'refund.updated', ...told },
    { type: 'refund.failed', ...told },
  ])
}

/** Undefined when less than that is left. */
function takeBack(tx: SandboxDb, payment: string, amount: number) {
  return tx
    .updateTable('payment_intents')
    .set((row) => ({ amount_refunded: row('amount_refunded', '+', amount) }))
    .where('id', '=', payment)
    .where((row) => row(row('amount_refunded', '+', amount), '<=', row.ref('amount')))
    .returningAll()
    .executeTakeFirst()
}

export async function readRefund(db: SandboxDb, id: string) {
  const row = await db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw missing('refund', id, 'id')
  return refundObject(row)
}

export async function listRefunds(db: SandboxDb, parameters: Parameters) {
  onlyKnown(parameters, [...PAGE_PARAMETERS, 'payment_intent', 'charge'])
  const page = await readPage(db, parameters, { resource: 'refund', table: 'refunds' })
  const payment = optionalText(parameters, 'payment_intent')
  const charge = optionalText(parameters, 'charge')
  const rows = await db
    .selectFrom('refunds')
    .selectAll()
    .where(page.where)
    .$if(payment !== null, (query) => query.where('payment_intent', '=', payment!))
    .$if(charge !== null, (query) => query.where('charge', '=', charge!))
    .orderBy('sequence', page.backwards ? 'asc' : 'desc')
    .limit(page.limit + 1)
    .execute()
  const cut = cutPage(rows, page)
  return listObject(cut.rows.map(refundObject), cut.more, '/v1/refunds')
}
