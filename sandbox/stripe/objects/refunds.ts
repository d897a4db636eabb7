/** Refunds. Never more than was paid: an UPDATE with that condition decides between concurrent refunds. */
import { newId } from '../ids.ts'
import { recordBalanceTransaction, typesOfMethod } from './balances.ts'
import { chargeObject, listObject, refundObject } from './api-objects.ts'
import { cutPage, PAGE_PARAMETERS, readPage } from '../api/paging.ts'
import {
  metadata,
  rejectUnknown,
  optionalInteger,
  readOptionalChoice,
  optionalText,
  type Parameters,
} from '../api/parameters.ts'
import { readPayment, readPaymentOfCharge } from './payments.ts'
import { badParameter, notFound, wrongState, type StripeApiError } from '../api/errors.ts'
import { takeRefundFault, type RefundFault } from '../faults/faults.ts'
import { recordEvents } from '../webhooks/events.ts'
import { formatAmount } from '../amounts.ts'
import type { Change, PaymentRow, RefundRow, SandboxDb } from '../tables.ts'
import { checkStep } from './session-parameters.ts'

const reasons = ['duplicate', 'fraudulent', 'requested_by_customer'] as const

/** Refunds a part of a payment or, without an amount, all that is left. */
export async function createRefund(change: Change, parameters: Parameters) {
  const { tx } = change
  rejectUnknown(parameters, ['payment_intent', 'charge', 'amount', 'reason', 'metadata', 'expand'])
  const intent = optionalText(parameters, 'payment_intent')
  const charge = optionalText(parameters, 'charge')
  if (intent === null && charge === null) {
    throw badParameter(
      'payment_intent',
      'One of the following params should be provided for this request: payment_intent or charge.',
      'parameter_missing',
    )
  }
  const reason = readOptionalChoice(parameters, 'reason', reasons)
  const labels = metadata(parameters)
  const requested = optionalInteger(parameters, 'amount')
  if (requested !== null && requested < 1)
    throw badParameter('amount', 'Invalid positive integer', 'parameter_invalid_integer')

  const payment =
    intent === null ? await readPaymentOfCharge(tx, charge!, 'charge') : await readPayment(tx, intent, 'payment_intent')
  if (payment.status !== 'succeeded') {
    throw wrongState(
      `This PaymentIntent (${payment.id}) does not have a successful charge to refund.`,
      undefined,
      'payment_intent',
    )
  }
  return refundPayment(change, payment, { amount: requested, reason, labels, fault: await takeRefundFault(tx) })
}

type RefundOptions = {
  /** Null: all that is left. */
  amount: number | null
  reason: string | null
  labels: Record<string, string>
  fault: RefundFault['outcome'] | null
}

/** Refunds a payment that succeeded. 400 if less is left, or if the fault `refused` is given. */
export async function refundPayment(
  change: Change,
  payment: PaymentRow,
  { amount: requested, reason, labels, fault }: RefundOptions,
) {
  const { tx, now } = change
  if (fault === 'refused') {
    throw wrongState('Insufficient funds in your Stripe balance to refund this amount.', 'balance_insufficient')
  }
  const amount = requested ?? payment.amount - payment.amountRefunded
  checkStep(amount, payment.currency, 'amount')
  const refunded = amount < 1 ? undefined : await reserveRefund(tx, payment.id, amount)
  if (!refunded) throw await refundTooLarge(tx, payment.id, requested)
  const id = newId('re')
  const transaction = await recordBalanceTransaction(change, {
    account: null,
    type: typesOfMethod(refunded.method).refund,
    amount: -amount,
    currency: refunded.currency,
    source: id,
  })
  const row = await tx
    .insertInto('refunds')
    .values({
      id,
      paymentIntent: refunded.id,
      charge: refunded.charge,
      amount,
      currency: refunded.currency,
      status: fault ?? 'succeeded',
      reason,
      balanceTransaction: transaction.id,
      metadata: JSON.stringify(labels),
      createdAt: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordEvents(change, [
    { type: 'refund.created', object: refundObject(row) },
    { type: 'charge.refunded', object: chargeObject(refunded) },
  ])
  return refundObject(row)
}

async function refundTooLarge(tx: SandboxDb, payment: string, requested: number | null): Promise<StripeApiError> {
  const current = await readPayment(tx, payment)
  const left = current.amount - current.amountRefunded
  if (left === 0 || requested === null) {
    return wrongState(`Charge ${current.charge} has already been refunded.`, 'charge_already_refunded')
  }
  const money = (amount: number) => formatAmount(amount, current.currency)
  return wrongState(
    current.amountRefunded === 0
      ? `Refund amount (${money(requested)}) is greater than charge amount (${money(current.amount)})`
      : `Refund amount (${money(requested)}) is greater than unrefunded amount on charge (${money(left)})`,
    undefined,
    'amount',
  )
}

/**
 * Ends a pending refund. One that succeeded may still fail, days later. The money of a failed refund is back with the
 * seller, so the payment can be refunded again. 400 if the refund's status does not allow it.
 */
export async function settleRefund(change: Change, id: string, outcome: 'succeeded' | 'failed'): Promise<void> {
  const { tx } = change
  const row = await tx
    .updateTable('refunds')
    .set({ status: outcome, failureReason: outcome === 'failed' ? 'expired_or_canceled_card' : null })
    .where('id', '=', id)
    .where('status', 'in', outcome === 'failed' ? ['pending', 'succeeded'] : ['pending'])
    .returningAll()
    .executeTakeFirst()
  if (!row) throw wrongState(`Refund ${id} has a status of \`${(await readRefund(tx, id)).status}\`.`)
  if (outcome === 'succeeded') return recordEvents(change, [{ type: 'refund.updated', object: refundObject(row) }])
  const object = refundObject(await returnMoney(change, row))
  await recordEvents(change, [
    { type: 'refund.updated', object },
    { type: 'refund.failed', object },
  ])
}

/** Gives the money of a failed refund back to the seller. Returns the refund with its new balance transaction. */
async function returnMoney(change: Change, { id, amount, currency, paymentIntent }: RefundRow): Promise<RefundRow> {
  const { tx } = change
  await tx
    .updateTable('paymentIntents')
    .set((payment) => ({ amountRefunded: payment('amountRefunded', '-', amount) }))
    .where('id', '=', paymentIntent)
    .execute()
  const transaction = { account: null, type: 'refund_failure' as const, amount, currency, source: id }
  const { id: failureBalanceTransaction } = await recordBalanceTransaction(change, transaction)
  return tx
    .updateTable('refunds')
    .set({ failureBalanceTransaction })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Adds to the refunded amount. Undefined if less than that is left. */
function reserveRefund(tx: SandboxDb, payment: string, amount: number) {
  return tx
    .updateTable('paymentIntents')
    .set((row) => ({ amountRefunded: row('amountRefunded', '+', amount) }))
    .where('id', '=', payment)
    .where((row) => row(row('amountRefunded', '+', amount), '<=', row.ref('amount')))
    .returningAll()
    .executeTakeFirst()
}

export async function readRefund(db: SandboxDb, id: string) {
  const row = await db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('refund', id, 'id')
  return refundObject(row)
}

export async function listRefunds(db: SandboxDb, parameters: Parameters) {
  rejectUnknown(parameters, [...PAGE_PARAMETERS, 'payment_intent', 'charge'])
  const page = await readPage(db, parameters, { resource: 'refund', table: 'refunds' })
  const payment = optionalText(parameters, 'payment_intent')
  const charge = optionalText(parameters, 'charge')
  const rows = await db
    .selectFrom('refunds')
    .selectAll()
    .where(page.where)
    .$if(payment !== null, (query) => query.where('paymentIntent', '=', payment!))
    .$if(charge !== null, (query) => query.where('charge', '=', charge!))
    .orderBy('sequence', page.backwards ? 'asc' : 'desc')
    .limit(page.limit + 1)
    .execute()
  const cut = cutPage(rows, page)
  return listObject(cut.rows.map(refundObject), cut.more, '/v1/refunds')
}
