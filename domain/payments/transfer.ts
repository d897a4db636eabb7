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

export type TransferReversal = Money & { id: string; transfer: string; createdAt: Date; key: string | null }

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
