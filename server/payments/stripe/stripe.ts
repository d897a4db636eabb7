/**
 * The payment service: Stripe, through its SDK. This code does not know whether Stripe or the sandbox answers.
 *
 * Units: amounts are `Pence`, instants `Date`. Errors: see `timeout.ts`.
 * Source: docs.stripe.com/api/checkout/sessions, /checkout/fulfillment, /refunds, /idempotent_requests; decision 0006.
 */
import type { Stripe } from 'stripe'
import {
  CREATED_WITHIN_MINUTES,
  PaymentsUnavailable,
  RefundRefused,
  type Checkout,
  type Dispute,
  type PaymentEvent,
  type PaymentMethod,
  type Refund,
} from '#domain/payments/checkout'
import type { Pence } from '#domain/payments/money'
import { minutesAfter } from '#domain/time/wall-time'
import { EVENT_TYPES, readSignedEvent, toEvent } from '#server/payments/stripe/webhook-signature'
import {
  callStripe,
  codeOf,
  isMissing,
  isRefusal,
  isReplayedFailure,
  LONG_TIMEOUT,
  SHORT_TIMEOUT,
  type Timeout,
} from '#server/payments/stripe/timeout'
import { itemsOf, toCheckout, toDispute, toRefund } from '#server/payments/stripe/stripe-objects'

export type Order = {
  bookingId: string
  /** The booking's public reference, shown beside the payment in the payment service's dashboard. */
  reference: string
  createdAt: Date
  title: string
  description: string
  price: Pence
  currency: string
  /** Accepted payment methods. The service offers the buyer those of them that apply. */
  methods: PaymentMethod[]
  email: string
  expiresAt: Date
  successUrl: string
  cancelUrl: string
}

/** `webhookSecrets`: the current one and, while it is being rotated, the previous one. */
type PaymentSettings = { secretKey: string; webhookSecrets: string[]; apiBase?: string | undefined }

/**
 * A 5xx is stored under its idempotency key and would be repeated, so the next attempt needs a new key. At most this
 * many.
 */
const MAX_KEYS = 3

type PaymentCalls = ReturnType<typeof callsWith>
/** Calls with the short timeout of a request; the same calls `withLongTimeout` for jobs. */
export type Payments = PaymentCalls & { withLongTimeout: PaymentCalls }

export function connectPayments(settings: PaymentSettings): Payments {
  return { ...callsWith(settings, SHORT_TIMEOUT), withLongTimeout: callsWith(settings, LONG_TIMEOUT) }
}

function callsWith(settings: PaymentSettings, timeout: Timeout) {
  let client: Promise<Stripe> | undefined
  const stripe = () => (client ??= openClient(settings, timeout))

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
    const [session] = itemsOf(await callStripe(() => sdk.checkout.sessions.list(query)))
    return session ? toCheckout(session) : null
  }

  /** Every refund of a payment, including those made in the service's dashboard. */
  async function listRefunds(paymentIntent: string): Promise<Refund[]> {
    const sdk = await stripe()
    const found: Refund[] = []
    const pages = sdk.refunds.list({ payment_intent: paymentIntent, limit: 100 })
    await callStripe(() => pages.autoPagingEach((refund) => void found.push(toRefund(refund))))
    return found
  }

  return {
    readCheckout,
    findCheckouts,
    eachCheckout,
    findCheckoutOfPayment,
    listRefunds,

    /** Opens a hosted checkout. A second call for the same booking returns the same session (idempotency key). */
    async startCheckout(order: Order): Promise<Checkout & { url: string }> {
      const sdk = await stripe()
      for (let key = 1; ; key += 1) {
        try {
          const idempotencyKey = `checkout:${order.bookingId}:${key}`
          const session = await callStripe(() => sdk.checkout.sessions.create(sessionOf(order), { idempotencyKey }))
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

    /**
     * Sends money back, once per `key`, which the refund carries as metadata. After a 5xx or a refusal, looks for the
     * refund before sending anything again. Throws `RefundRefused` if it was refused and does not exist.
     */
    async refund(request: {
      paymentIntent: string
      amount: Pence
      key: string
      /** The service stores its answer under this key. */
      idempotencyKey: string
    }): Promise<Refund> {
      const sdk = await stripe()
      const { paymentIntent: payment_intent, amount, key } = request
      for (let attempt = 1; ; attempt += 1) {
        const idempotencyKey = attempt === 1 ? request.idempotencyKey : `${request.idempotencyKey}:again:${attempt}`
        try {
          const refund = { payment_intent, amount, metadata: { key } }
          return toRefund(await callStripe(() => sdk.refunds.create(refund, { idempotencyKey })))
        } catch (error) {
          if (!isReplayedFailure(error) && !isRefusal(error)) throw error
          const made = await listRefunds(payment_intent)
          const found = made.find((refund) => refund.key === key)
          if (found) return found
          if (isRefusal(error)) throw new RefundRefused(codeOf(error), { cause: error })
          if (attempt === MAX_KEYS) throw error
        }
      }
    },

    /** True if the service answers anything at all. A refusal counts as an answer. */
    async isAnswering(): Promise<boolean> {
      const sdk = await stripe()
      try {
        itemsOf(await callStripe(() => sdk.checkout.sessions.list({ limit: 1 })))
        return true
      } catch (error) {
        return isRefusal(error)
      }
    },

    /** Null if the service does not know this id. */
    async readDispute(id: string): Promise<Dispute | null> {
      const sdk = await stripe()
      try {
        return toDispute(await callStripe(() => sdk.disputes.retrieve(id)))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },

    /** Calls `take` with every refund made in [from, to), newest first. */
    async eachRefund(from: Date, to: Date, take: (refund: Refund) => void): Promise<void> {
      const sdk = await stripe()
      const pages = sdk.refunds.list({ created: within(from, to), limit: 100 })
      await callStripe(() => pages.autoPagingEach((refund) => take(toRefund(refund))))
    },

    /**
     * Calls `take` with every event of [from, to) that the product acts on, newest first. The service keeps 30 days.
     */
    async eachEvent(from: Date, to: Date, take: (event: PaymentEvent) => void): Promise<void> {
      const sdk = await stripe()
      const pages = sdk.events.list({ created: within(from, to), types: [...EVENT_TYPES], limit: 100 })
      await callStripe(() => pages.autoPagingEach((event) => take(toWellFormedEvent(event))))
    },

    /** The event of a webhook, or why it is rejected. */
    async readEvent(rawBody: string, signature: string | undefined) {
      return readSignedEvent(await stripe(), settings.webhookSecrets, rawBody, signature)
    },
  }
}

function toWellFormedEvent(given: unknown): PaymentEvent {
  const event = toEvent(given)
  if (!event) throw new PaymentsUnavailable('An event came in the wrong shape')
  return event
}

/** A range in whole seconds, the service's unit. */
const within = (from: Date, to: Date) => ({
  gte: Math.floor(from.getTime() / 1000),
  lt: Math.ceil(to.getTime() / 1000),
})

async function openClient({ secretKey, apiBase }: PaymentSettings, timeout: Timeout): Promise<Stripe> {
  const { Stripe } = await import('stripe')
  const base = apiBase ? new URL(apiBase) : null
  return new Stripe(secretKey, {
    ...timeout, // The SDK's default is 80 s, multiplied by retries: no visitor waits that long.
    telemetry: false,
    ...(base && { host: base.hostname, port: base.port, protocol: base.protocol === 'https:' ? 'https' : 'http' }),
  })
}

function sessionOf(order: Order): Stripe.Checkout.SessionCreateParams {
  const { title: name, description, price: unit_amount } = order
  const price_data = { currency: order.currency.toLowerCase(), unit_amount, product_data: { name, description } }
  return {
    mode: 'payment',
    client_reference_id: order.bookingId,
    customer_email: order.email,
    expires_at: Math.floor(order.expiresAt.getTime() / 1000),
    success_url: order.successUrl,
    cancel_url: order.cancelUrl,
    allowed_payment_method_types: order.methods,
    line_items: [{ quantity: 1, price_data }],
    payment_intent_data: {
      description: `Booking ${order.reference}`,
      metadata: { booking: order.reference, booking_id: order.bookingId },
    },
  }
}

function withUrl(checkout: Checkout): Checkout & { url: string } {
  if (!checkout.url) throw new PaymentsUnavailable('A new checkout session came without an address')
  return { ...checkout, url: checkout.url }
}
