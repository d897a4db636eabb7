/** Converts rows of transfers, their reversals and payouts to Stripe's objects. */
import type Stripe from 'stripe'
import { listObject, seconds } from '../objects/api-objects.ts'
import type { PayoutRow, ReversalRow, TransferRow } from '../tables.ts'

/** Stripe includes at most ten reversals, newest first. */
const REVERSALS_INCLUDED = 10

/** https://docs.stripe.com/api/transfers/object. `reversals` are all of the transfer, newest first. */
export function transferObject(row: TransferRow, reversals: ReversalRow[]) {
  return {
    id: row.id,
    object: 'transfer',
    amount: row.amount,
    amount_reversed: row.amountReversed,
    balance_transaction: row.balanceTransaction,
    created: seconds(row.createdAt),
    currency: row.currency,
    description: row.description,
    destination: row.destination,
    destination_payment: row.destinationPayment,
    livemode: false,
    metadata: row.metadata,
    reversals: listObject(
      reversals.slice(0, REVERSALS_INCLUDED).map(reversalObject),
      reversals.length > REVERSALS_INCLUDED,
      `/v1/transfers/${row.id}/reversals`,
    ),
    reversed: row.amountReversed === row.amount,
    source_transaction: row.sourceTransaction,
    source_type: 'card',
    transfer_group: row.transferGroup,
  } satisfies Stripe.Transfer
}

/** https://docs.stripe.com/api/transfer_reversals/object */
export function reversalObject(row: ReversalRow) {
  return {
    id: row.id,
    object: 'transfer_reversal',
    amount: row.amount,
    balance_transaction: row.balanceTransaction,
    created: seconds(row.createdAt),
    currency: row.currency,
    destination_payment_refund: row.destinationPaymentRefund,
    metadata: row.metadata,
    source_refund: null,
    transfer: row.transfer,
  } satisfies Stripe.TransferReversal
}

/** https://docs.stripe.com/api/payouts/object */
export function payoutObject(row: PayoutRow) {
  const failed = row.status === 'failed'
  return {
    id: row.id,
    object: 'payout',
    amount: row.amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: seconds(row.arrivalDate),
    automatic: true,
    balance_transaction: row.balanceTransaction,
    created: seconds(row.createdAt),
    currency: row.currency,
    description: 'STRIPE PAYOUT',
    destination: row.destination,
    failure_balance_transaction: row.failureBalanceTransaction,
    failure_code: failed ? 'account_closed' : null,
    failure_message: failed ? 'The bank account has been closed.' : null,
    livemode: false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: row.status === 'pending' ? 'in_progress' : 'completed',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: row.status,
    trace_id: null,
    type: 'bank_account',
  } satisfies Stripe.Payout
}
