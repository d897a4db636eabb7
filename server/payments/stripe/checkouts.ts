/**
 * Checkouts of the payment service: hosted pages where a booking is paid.
 * Source: docs.stripe.com/api/checkout/sessions, /checkout/fulfillment, /idempotent_requests.
 */
import type { Stripe } from 'stripe'
import {
  CREATED_WITHIN_MINUTES,
  PaymentsUnavailable,
  type Checkout,
  type PaymentMethod,
} from '#domain/payments/checkout'
import { toServiceAmount } from '#domain/payments/charges'
import type { MinorUnits } from '#domain/payments/money'
import { minutesAfter } from '#domain/time/wall-time'
import { readItems, toCheckout, within } from '#server/payments/stripe/stripe-objects'
import { callStripe, isMissing, isRefusal, isReplayedFailure, MAX_KEYS } from '#server/payments/stripe/timeout'
import * as m from '#messages/documents'

type Order = {
  bookingId: string
  /** The booking's public reference, shown beside the payment in the payment service's dashboard. */
  reference: string
  createdAt: Date
  title: string
  description: string
  price: MinorUnits
  currency: string
  /** Accepted payment methods. The service offers the buyer those of them that apply. */
  methods: PaymentMethod[]
  /** Null: the payment page asks for one. */
  email: string | null
  expiresAt: Date
  successUrl: string
  cancelUrl: string
}

/** `stripe`: the client, opened by the first call. */
export function checkoutCalls(stripe: () => Promise<Stripe>) {
  /** The session as it is now. Null if the service does not know this id. */
  async function readCheckout(id: string): Promise<Checkout | null> {
    const sdk = await stripe()
    try {
      return toCheckout(await callStripe(() => sdk.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })))
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  /** The sessions made for a booking at about the time of its creation, including any whose id never reached us. */
  async function findCheckouts(bookingId: string, createdAt: Date): Promise<Checkout[]> {
    const found: Checkout[] = []
    const [from, to] = [
      minutesAfter(createdAt, -CREATED_WITHIN_MINUTES),
      minutesAfter(createdAt, CREATED_WITHIN_MINUTES),
    ]
    await eachCheckout(from, to, (checkout) => void (checkout.bookingId === bookingId && found.push(checkout)))
    return found
  }

  /** Calls `take` with every session made in [from, to), newest first. */
  async function eachCheckout(from: Date, to: Date, take: (checkout: Checkout) => void): Promise<void> {
    const sdk = await stripe()
    const pages = sdk.checkout.sessions.list({ created: within(from, to), limit: 100, expand: ['data.payment_intent'] })
    await callStripe(() => pages.autoPagingEach((session) => take(toCheckout(session))))
  }

  /** The session that a payment was made through, or null. */
  async function findCheckoutOfPayment(paymentIntent: string): Promise<Checkout | null> {
    const sdk = await stripe()
    const query = { payment_intent: paymentIntent, limit: 1, expand: ['data.payment_intent'] }
    const [session] = readItems(await callStripe(() => sdk.checkout.sessions.list(query)))
    return session ? toCheckout(session) : null
  }

  return {
    readCheckout,
    findCheckouts,
    eachCheckout,
    findCheckoutOfPayment,

    /** Opens a hosted checkout. A second call for the same booking returns the same session (idempotency key). */
    async startCheckout(order: Order): Promise<Checkout & { url: string }> {
      const sdk = await stripe()
      for (let key = 1; ; key += 1) {
        try {
          const idempotencyKey = `checkout:${order.bookingId}:${key}`
          const session = await callStripe(() =>
            sdk.checkout.sessions.create(toSessionParams(order), { idempotencyKey }),
          )
          return withUrl(toCheckout(session))
        } catch (error) {
          if (!isReplayedFailure(error) || key === MAX_KEYS) throw error
          const made = await findCheckouts(order.bookingId, order.createdAt)
          const open = made.find((checkout) => checkout.status === 'open')
          if (open) return withUrl(open)
        }
      }
    },

    /**
     * Expires an open session. Returns the session after that: `expired`, or what it had already become. Null if the
     * service does not know this id.
     */
    async expireCheckout(id: string): Promise<Checkout | null> {
      const sdk = await stripe()
      try {
        return toCheckout(await callStripe(() => sdk.checkout.sessions.expire(id)))
      } catch (error) {
        if (isRefusal(error)) return readCheckout(id)
        throw error
      }
    },
  }
}

function toSessionParams(order: Order): Stripe.Checkout.SessionCreateParams {
  const { title: name, description, price } = order
  const unit_amount = toServiceAmount(price, order.currency)
  const price_data = { currency: order.currency.toLowerCase(), unit_amount, product_data: { name, description } }
  return {
    mode: 'payment',
    client_reference_id: order.bookingId,
    // Stripe refuses other letters before the @: its page then asks for an address.
    ...(order.email !== null && /^[!-~]+$/.test(order.email) && { customer_email: order.email }),
    expires_at: Math.floor(order.expiresAt.getTime() / 1000),
    success_url: order.successUrl,
    cancel_url: order.cancelUrl,
    allowed_payment_method_types: order.methods,
    line_items: [{ quantity: 1, price_data }],
    payment_intent_data: {
      description: m.paymentOfBooking({ reference: order.reference }),
      metadata: { booking: order.reference, booking_id: order.bookingId },
    },
  }
}

function withUrl(checkout: Checkout): Checkout & { url: string } {
  if (!checkout.url) throw new PaymentsUnavailable('A new checkout session came without an address')
  return { ...checkout, url: checkout.url }
}
