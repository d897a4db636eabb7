/**
 * Converts the payment service's objects to ours, and our times to its own. Errors: `PaymentsUnavailable` for an answer
 * of the wrong shape.
 */
import type { Stripe } from 'stripe'
import {
  PaymentsUnavailable,
  type Checkout,
  type CheckoutStatus,
  type Dispute,
  type Refund,
} from '#domain/payments/checkout'
import { fromServiceAmount } from '#domain/payments/charges'
import type { Money } from '#domain/payments/money'

/** A range of times of creation, in whole seconds, the service's unit. */
export const within = (from: Date, to: Date) => ({
  gte: Math.floor(from.getTime() / 1000),
  lt: Math.ceil(to.getTime() / 1000),
})

/** The items of a list. The SDK returns a 404 without an error object as a success, so the shape is checked. */
export function readItems<Item>(page: { data: Item[] }): Item[] {
  if (!Array.isArray(page.data)) throw new PaymentsUnavailable('A list came in the wrong shape')
  return page.data
}

/** `code`: of the currency, in lower case. */
export function toMoney(amount: number, code: string): Money {
  const currency = code.toUpperCase()
  return { amount: fromServiceAmount(amount, currency), currency }
}

export function toCheckout(session: Stripe.Checkout.Session): Checkout {
  // The SDK returns a 404 without an error object as a success, so the shape is checked.
  if (session.object !== 'checkout.session' || !session.id) throw new PaymentsUnavailable('Not a checkout session')
  const intent = session.payment_intent
  return {
    id: session.id,
    url: session.url,
    status: readStatus(session),
    ...toMoney(session.amount_total ?? 0, session.currency ?? ''),
    bookingId: session.client_reference_id,
    paymentIntent: typeof intent === 'string' ? intent : (intent?.id ?? null),
    payerEmail: session.customer_email === null ? (session.customer_details?.email ?? null) : null,
  }
}

/**
 * For a completed session `payment_status` says whether the money has arrived; the payment intent says whether it still
 * may.
 */
function readStatus(session: Stripe.Checkout.Session): CheckoutStatus {
  if (session.status === 'open') return 'open'
  if (session.status === 'expired') return 'expired'
  if (session.payment_status === 'paid') return 'paid'
  const intent = session.payment_intent
  const ended = typeof intent === 'object' && /^(requires_payment_method|canceled)$/.test(intent?.status ?? '')
  return ended ? 'failed' : 'processing'
}

export function toRefund(refund: Stripe.Refund): Refund {
  if (refund.object !== 'refund' || !refund.id) throw new PaymentsUnavailable('A refund came in the wrong shape')
  const { status, payment_intent: intent } = refund
  return {
    id: refund.id,
    status: status === 'succeeded' ? 'succeeded' : status === 'failed' || status === 'canceled' ? 'failed' : 'pending',
    ...toMoney(refund.amount, refund.currency),
    paymentIntent: typeof intent === 'string' ? intent : (intent?.id ?? ''),
    createdAt: new Date(refund.created * 1000),
    key: refund.metadata?.['key'] ?? null,
  }
}

export function toDispute(dispute: Stripe.Dispute): Dispute {
  if (dispute.object !== 'dispute' || !dispute.id) throw new PaymentsUnavailable('A dispute came in the wrong shape')
  const { id, status, amount, currency, payment_intent: intent } = dispute
  const paymentIntent = typeof intent === 'string' ? intent : (intent?.id ?? '')
  return { id, status, ...toMoney(amount, currency), paymentIntent }
}
