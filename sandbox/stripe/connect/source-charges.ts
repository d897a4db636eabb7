/**
 * Charges as the source of transfers. All transfers of a charge together never exceed it: an UPDATE with that condition
 * decides between concurrent ones. What is reversed later cannot be transferred from the charge again.
 * https://docs.stripe.com/connect/separate-charges-and-transfers#transfer-availability
 */
import { sql } from 'kysely'
import { formatAmount } from '../amounts.ts'
import { notFound, wrongState } from '../api/errors.ts'
import { readPaymentOfCharge } from '../objects/payments.ts'
import type { Change, PaymentRow } from '../tables.ts'

/** Where a transfer's money comes from, and from when it can be used. */
export type Funds = { sourceTransaction: string | null; transferGroup: string | null; availableOn: Date }

/**
 * Without a group, the transfer and its charge get a common one.
 *
 * Errors: 404 for an unknown charge; 400 if it was not paid, has another currency, or less is left of it.
 */
export async function takeFromCharge(
  { tx }: Change,
  charge: string,
  { amount, currency, group }: { amount: number; currency: string; group: string | null },
): Promise<Funds> {
  const payment = await tx
    .updateTable('paymentIntents')
    .set((row) => ({
      amountTransferred: row('amountTransferred', '+', amount),
      transferGroup: row.fn.coalesce('transferGroup', row.val(group), sql<string>`'group_' || id`),
    }))
    .where('charge', '=', charge)
    .where('status', '=', 'succeeded')
    .where('currency', '=', currency)
    .where((row) => row(row('amountTransferred', '+', amount), '<=', row.ref('amount')))
    .returningAll()
    .executeTakeFirst()
  if (!payment) throw refuseSource(await readPaymentOfCharge(tx, charge, 'source_transaction'), currency)
  const { availableOn } = await tx
    .selectFrom('balanceTransactions')
    .select('availableOn')
    .where('id', '=', payment.balanceTransaction)
    .executeTakeFirstOrThrow(() => notFound('charge', charge, 'source_transaction'))
  return { sourceTransaction: charge, transferGroup: group ?? payment.transferGroup, availableOn }
}

function refuseSource({ charge, amount, amountTransferred, status, ...payment }: PaymentRow, currency: string) {
  const money = (minor: number) => formatAmount(minor, payment.currency)
  if (status !== 'succeeded')
    return wrongState(`The source charge ${charge} was not paid.`, undefined, 'source_transaction')
  if (payment.currency !== currency) {
    return wrongState(
      `The currency of source_transaction's balance transaction (${payment.currency}) must be the same as the transfer currency (${currency})`,
      undefined,
      'currency',
    )
  }
  const before =
    amountTransferred > 0
      ? ` (There is already a transfer using this source, amounting to ${money(amountTransferred)}.)`
      : ''
  const limit = `Transfers using this transaction as a source must not exceed the source amount of ${money(amount)}.`
  return wrongState(limit + before, undefined, 'amount')
}
