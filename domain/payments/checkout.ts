/** What the payment service reports: hosted checkouts, refunds, disputes and events. */
import type { MinorUnits } from '#domain/payments/money'

/**
 * A booking's checkout sessions are created within this time of the booking, before or after: clocks differ, and calls
 * are retried.
 */
export const CREATED_WITHIN_MINUTES = 15

/** The outcome of a call is unknown: the payment service gave no answer, or no usable one. */
export class PaymentsUnavailable extends Error {
  override name = 'PaymentsUnavailable'
}

/**
 * The payment service refused a refund. No money has moved. `code` is the service's own, such as
 * `balance_insufficient`.
 */
export class RefundRefused extends Error {
  override name = 'RefundRefused'
  readonly code: string
  constructor(code: string, options: ErrorOptions) {
    super(`The payment service refused to give money back: ${code}`, options)
    this.code = code
  }
}

/**
 * `processing`: the buyer has completed it, but the money has not arrived yet (bank debits and the like). `failed`: it
 * will not arrive; if it does later all the same, the session becomes `paid`.
 */
export type CheckoutStatus = 'open' | 'processing' | 'paid' | 'failed' | 'expired'

/**
 * A card pays at once or not at all. A bank debit (Bacs) pays days later, and the slot stays held until its outcome is
 * known.
 */
export const PAYMENT_METHODS = ['card', 'bacs_debit'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

export type Checkout = {
  id: string
  /** The page on which the buyer pays; null once the session is no longer open. */
  url: string | null
  status: CheckoutStatus
  amount: MinorUnits
  currency: string
  /** The id of our booking, sent when the session was opened. Null for sessions of other products. */
  bookingId: string | null
  paymentIntent: string | null
  /** The address that the buyer typed on the payment page; none if it was opened with one, or is not completed. */
  payerEmail?: string | null
}

/** `failed`: the money has not left our account, or has come back. */
export type RefundStatus = 'pending' | 'succeeded' | 'failed'
export type Refund = {
  id: string
  status: RefundStatus
  amount: MinorUnits
  currency: string
  paymentIntent: string
  createdAt: Date
  /** The key that we sent with the refund; null for a refund made in the service's dashboard. */
  key: string | null
}

export type Dispute = { id: string; status: string; amount: MinorUnits; currency: string; paymentIntent: string }

/**
 * An event with a verified signature. Its content is not trusted: it only says which object to ask the service about.
 */
export type PaymentEvent = {
  id: string
  type: string
  checkoutId: string | null
  /** The id of the object it is about: a session, a charge, a refund, a dispute, a transfer, an account or a payout. */
  objectId: string | null
  paymentIntent: string | null
  /** The connected account whose event it is; null for the site's own. */
  account: string | null
}
