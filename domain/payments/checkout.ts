/** A hosted checkout, as the payment service tells of it. */
import type { Pence } from '#domain/payments/money'

/** A booking's sessions are made so near to its own making, before or after: clocks differ, and attempts are repeated. */
export const CREATED_WITHIN_MINUTES = 15

/** Nobody can say what happened: the payment service gave no answer, or none that can be used. */
export class PaymentsUnavailable extends Error {
  override name = 'PaymentsUnavailable'
}

/** The payment service will not give this money back, as things are there. Nothing has moved. `code` is its own word. */
export class RefundRefused extends Error {
  override name = 'RefundRefused'
  readonly code: string
  constructor(code: string, options: ErrorOptions) {
    super(`The payment service refused to give money back: ${code}`, options)
    this.code = code
  }
}

/**
 * `processing`: completed by the buyer, but the money is not there yet (bank debits and the like). `failed`: it will not
 * come. A later success wins all the same.
 */
export type CheckoutStatus = 'open' | 'processing' | 'paid' | 'failed' | 'expired'

/**
 * What a session can be paid by. Money of a card is there at once or not at all; of a bank debit (Bacs) it comes days
 * after, and until then the hour is held for nobody knows what.
 */
export const PAYMENT_METHODS = ['card', 'bacs_debit'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

export type Checkout = {
  id: string
  /** Where the buyer pays; null once the session is no longer open. */
  url: string | null
  status: CheckoutStatus
  amount: Pence
  currency: string
  /** Our booking's id, as we gave it when we opened the session. */
  bookingId: string | null
  paymentIntent: string | null
}

/** What the payment service says of a refund now. `failed`: the money is still with us. */
export type RefundStatus = 'pending' | 'succeeded' | 'failed'
export type Refund = {
  id: string
  status: RefundStatus
  amount: Pence
  currency: string
  paymentIntent: string
  createdAt: Date
  /** The one that we sent it under; null for a refund that was made at the service itself. */
  key: string | null
}

export type Dispute = { id: string; status: string; amount: Pence; currency: string; paymentIntent: string }

/** An event of the payment service whose signature was verified. What it says is not believed: the service is asked. */
export type PaymentEvent = {
  id: string
  type: string
  checkoutId: string | null
  /** Of the object it is about: a session, a charge, a refund, a dispute. */
  objectId: string | null
  paymentIntent: string | null
}
