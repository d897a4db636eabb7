/**
 * The payment service: Stripe, through its SDK. Whether the address answers as Stripe or as the sandbox is not known here.
 *
 * Units: amounts are `Pence`, instants `Date`. Errors: see `patience.ts`.
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
import { EVENT_TYPES, readSignedEvent, toEvent } from '#server/payments/stripe/webhook-signature'
import { ask, codeOf, HASTY, isKeptFailure, isMissing, isRefusal, PATIENT } from '#server/payments/stripe/timeout'
import { listed, toCheckout, toDispute, toRefund } from '#server/payments/stripe/stripe-objects'

export type Order = {
  bookingId: string
  /** The booking's public name: what a person at the payment service's dashboard reads beside the payment. */
  reference: string
  createdAt: Date
  title: string
  description: string
  price: Pence
  currency: string
  /** What it can be paid by. Of these the service offers those that fit the buyer. */
  methods: PaymentMethod[]
  email: string
  expiresAt: Date
  successUrl: string
  cancelUrl: string
}

/** `webhookSecrets`: the one in use, and while it is being changed the one before. */
type PaymentSettings = { secretKey: string; webhookSecrets: string[]; apiBase?: string | undefined }

/** After an answer that the service failed, which it would repeat under the same key. */
const MOST_KEYS = 3

type PaymentCalls = ReturnType<typeof callsOf>
/** Calls that suit a request; `patient` ones for jobs. */
export type Payments = PaymentCalls & { patient: PaymentCalls }

export function connectPayments(settings: PaymentSettings): Payments {
  return { ...callsOf(settings, HASTY), patient: callsOf(settings, PATIENT) }
}

type Patience = { timeout: number; maxNetworkRetries: number }

function callsOf(settings: PaymentSettings, patience: Patience) {
  let client: Promise<Stripe> | undefined
  const stripe = () => (client ??= openClient(settings, patience))

  /** What the service says of a session now. Null when it knows none by this id. */
  async function readCheckout(id: string): Promise<Checkout | null> {
    const sdk = await stripe()
    try {
      return toCheckout(await ask(() => sdk.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })))
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  /** The sessions made for a booking at about the time of its creation: also those whose id never reached us. */
  async function findCheckouts(bookingId: string, createdAt: Date): Promise<Checkout[]> {
    const found: Checkout[] = []
    const around = CREATED_WITHIN_MINUTES * 60_000
    const [from, to] = [new Date(createdAt.getTime() - around), new Date(createdAt.getTime() + around)]
    await eachCheckout(from, to, (checkout) => void (checkout.bookingId === bookingId && found.push(checkout)))
    return found
  }

  /** Every session made in [from, to), oldest last. */
  async function eachCheckout(from: Date, to: Date, take: (checkout: Checkout) => void): Promise<void> {
    const sdk = await stripe()
    const pages = sdk.checkout.sessions.list({ created: within(from, to), limit: 100, expand: ['data.payment_intent'] })
    await ask(() => pages.autoPagingEach((session) => take(toCheckout(session))))
  }

  /** The session that a payment was for. Null when it was for none. */
  async function findCheckoutOfPayment(paymentIntent: string): Promise<Checkout | null> {
    const sdk = await stripe()
    const asked = { payment_intent: paymentIntent, limit: 1, expand: ['data.payment_intent'] }
    const [session] = listed(await ask(() => sdk.checkout.sessions.list(asked)))
    return session ? toCheckout(session) : null
  }

  /** Every refund of a payment, also those made at the service itself. */
  async function listRefunds(paymentIntent: string): Promise<Refund[]> {
    const sdk = await stripe()
    const found: Refund[] = []
    const pages = sdk.refunds.list({ payment_intent: paymentIntent, limit: 100 })
    await ask(() => pages.autoPagingEach((refund) => void found.push(toRefund(refund))))
    return found
  }

  return {
    readCheckout,
    findCheckouts,
    eachCheckout,
    findCheckoutOfPayment,
    listRefunds,

    /** Opens a hosted checkout. Asking again for the same booking gives the same session (idempotency key). */
    async startCheckout(order: Order): Promise<Checkout & { url: string }> {
      const sdk = await stripe()
      for (let key = 1; ; key += 1) {
        try {
          const idempotencyKey = `checkout:${order.bookingId}:${key}`
          const session = await ask(() => sdk.checkout.sessions.create(sessionOf(order), { idempotencyKey }))
          return withUrl(toCheckout(session))
        } catch (error) {
          if (!isKeptFailure(error) || key === MOST_KEYS) throw error
          const made = await findCheckouts(order.bookingId, order.createdAt)
          const open = made.find((checkout) => checkout.status === 'open')
          if (open) return withUrl(open)
        }
      }
    },

    /**
     * Ends an open session, and says what it is after that: `expired`, or what it had already become. Null when the
     * service knows none by this id.
     */
    async expireCheckout(id: string): Promise<Checkout | null> {
      const sdk = await stripe()
      try {
        return toCheckout(await ask(() => sdk.checkout.sessions.expire(id)))
      } catch (error) {
        if (isRefusal(error)) return readCheckout(id)
        throw error
      }
    },

    /**
     * Sends money back, once per `key`, which the refund carries with it. After an answer that it failed, or a refusal,
     * the refund is looked for before anything is sent again. Throws `RefundRefused` when it was refused and is not there.
     */
    async refund(asked: {
      paymentIntent: string
      amount: Pence
      key: string
      /** Under which the service remembers its answer. */
      idempotencyKey: string
    }): Promise<Refund> {
      const sdk = await stripe()
      const { paymentIntent: payment_intent, amount, key } = asked
      for (let attempt = 1; ; attempt += 1) {
        const idempotencyKey = attempt === 1 ? asked.idempotencyKey : `${asked.idempotencyKey}:again:${attempt}`
        try {
          const refund = { payment_intent, amount, metadata: { key } }
          return toRefund(await ask(() => sdk.refunds.create(refund, { idempotencyKey })))
        } catch (error) {
          if (!isKeptFailure(error) && !isRefusal(error)) throw error
          const made = await listRefunds(payment_intent)
          const found = made.find((refund) => refund.key === key)
          if (found) return found
          if (isRefusal(error)) throw new RefundRefused(codeOf(error), { cause: error })
          if (attempt === MOST_KEYS) throw error
        }
      }
    },

    /** Whether the service answers anything at all. A refusal is an answer. */
    async isAnswering(): Promise<boolean> {
      const sdk = await stripe()
      try {
        listed(await ask(() => sdk.checkout.sessions.list({ limit: 1 })))
        return true
      } catch (error) {
        return isRefusal(error)
      }
    },

    /** Null when the service knows none by this id. */
    async readDispute(id: string): Promise<Dispute | null> {
      const sdk = await stripe()
      try {
        return toDispute(await ask(() => sdk.disputes.retrieve(id)))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },

    /** Every refund made in [from, to). */
    async eachRefund(from: Date, to: Date, take: (refund: Refund) => void): Promise<void> {
      const sdk = await stripe()
      const pages = sdk.refunds.list({ created: within(from, to), limit: 100 })
      await ask(() => pages.autoPagingEach((refund) => take(toRefund(refund))))
    },

    /** Every event of [from, to) that the product acts on, oldest last. The service lists those of the last 30 days. */
    async eachEvent(from: Date, to: Date, take: (event: PaymentEvent) => void): Promise<void> {
      const sdk = await stripe()
      const pages = sdk.events.list({ created: within(from, to), types: [...EVENT_TYPES], limit: 100 })
      await ask(() => pages.autoPagingEach((listed) => take(toKnownEvent(listed))))
    },

    /** A webhook's event, or why it is none. */
    async readEvent(rawBody: string, signature: string | undefined) {
      return readSignedEvent(await stripe(), settings.webhookSecrets, rawBody, signature)
    },
  }
}

function toKnownEvent(given: unknown): PaymentEvent {
  const event = toEvent(given)
  if (!event) throw new PaymentsUnavailable('An event came in the wrong shape')
  return event
}

/** In whole seconds, as the service counts. */
const within = (from: Date, to: Date) => ({
  gte: Math.floor(from.getTime() / 1000),
  lt: Math.ceil(to.getTime() / 1000),
})

async function openClient({ secretKey, apiBase }: PaymentSettings, patience: Patience): Promise<Stripe> {
  const { Stripe } = await import('stripe')
  const base = apiBase ? new URL(apiBase) : null
  return new Stripe(secretKey, {
    ...patience, // The SDK's own 80 s would outlive the visitor's patience; retries multiply it.
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
