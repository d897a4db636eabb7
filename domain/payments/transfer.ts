/** What the payment service reports of transfers to mentors' accounts. */
import type { Money } from '#domain/payments/money'

/**
 * `reversed`: what was taken back of it so far. `group`: our booking. `key`: that we sent with it; null for one that was made
 * in the service's dashboard.
 */
export type Transfer = Money & {
  id: string
  reversed: Money['amount']
  account: string
  group: string
  createdAt: Date
  key: string | null
}

export type TransferReversal = Money & { id: string; transfer: string; key: string | null }

/**
 * The payment service refused an account, a transfer or a reversal. No money has moved. `code` is the service's own, such as
 * `balance_insufficient`.
 */
export class TransferRefused extends Error {
  override name = 'TransferRefused'
  readonly code: string
  constructor(code: string, options: ErrorOptions) {
    super(`The payment service refused: ${code}`, options)
    this.code = code
  }
}

/** What a refused transfer lacks. */
export type TransferRefusal = 'balance' | 'account' | 'amount' | 'other'

/** By the service's codes, https://docs.stripe.com/error-codes */
const REFUSALS: Record<string, TransferRefusal> = {
  balance_insufficient: 'balance',
  account_invalid: 'account',
  account_closed: 'account',
  insufficient_capabilities_for_transfer: 'account',
  transfers_not_allowed: 'account',
  resource_missing: 'account',
  amount_too_large: 'amount',
  amount_too_small: 'amount',
  invalid_charge_amount: 'amount',
}

/** Groups the service's code. `account`: it takes no transfers, or does not exist. */
export const toTransferRefusal = (code: string): TransferRefusal =>
  Object.hasOwn(REFUSALS, code) ? REFUSALS[code]! : 'other'
