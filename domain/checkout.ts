/** A hosted checkout, as the payment service tells of it. */
import type { Pence } from '#domain/money'

/** Nobody can say what happened: the payment service gave no answer, or none that can be used. */
export class PaymentsUnavailable extends Error {
  override name = 'PaymentsUnavailable'
}

/** `processing`: completed by the buyer, but the money is not there yet (bank debits and the like). */
export type CheckoutStatus = 'open' | 'processing' | 'paid' | 'expired'

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

/** An event of the payment service whose signature was verified. What it says is not believed: the service is asked. */
export type PaymentEvent = { id: string; type: string; checkoutId: string | null }
