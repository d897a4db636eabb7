/**
 * The payment service: Stripe, through its SDK. Whether the address answers as Stripe or as the sandbox is not known here.
 *
 * Units: amounts are `Pence`, instants `Date`. Errors: see `patience.ts`.
 * Source: docs.stripe.com/api/checkout/sessions, /checkout/fulfillment, /refunds, /idempotent_requests; decision 0006.
 */
import type { Stripe } from 'stripe'
import {
  PaymentsUnavailable,
  RefundRefused,
  type Checkout,
  type CheckoutStatus,
  type Dispute,
  type Refund,
} from '#domain/checkout'
import { toPence, type Pence } from '#domain/money'
import { readSignedEvent } from '#server/payments/events'
import { ask, codeOf, HASTY, isKeptFailure, isMissing, isRefusal, PATIENT } from '#server/payments/patience'

export type Order = {
  bookingId: string
  createdAt: Date
  title: string
  description: string
  price: Pence
  currency: string
  email: string
  expiresAt: Date
  successUrl: string
  cancelUrl: string
}

/** `webhookSecrets`: the one in use, and while it is being changed the one before. */
export type PaymentSettings = { secretKey: string; webhookSecrets: string[]; apiBase?: string | undefined }

/** After an answer that the service failed, which it would repeat under the same key. */
const MOST_KEYS = 3

export type PaymentCalls = ReturnType<typeof callsOf>
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

  /** The sessions made for a booking within a quarter of an hour of its creation: also those whose id never reached us. */
  async function findCheckouts(bookingId: string, createdAt: Date): Promise<Checkout[]> {
    const sdk = await stripe()
    const seconds = Math.floor(createdAt.getTime() / 1000)
    const found: Checkout[] = []
    const span = { gte: seconds - 900, lte: seconds + 900 }
    const pages = sdk.checkout.sessions.list({ created: span, limit: 100, expand: ['data.payment_intent'] })
    await ask(() =>
      pages.autoPagingEach((session) => {
        if (session.client_reference_id === bookingId) found.push(toCheckout(session))
      }),
    )
    return found
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

    /** Every session made in [from, to), oldest last. For comparing the whole of the books. */
    async eachCheckout(from: Date, to: Date, take: (checkout: Checkout) => void): Promise<void> {
      const sdk = await stripe()
      const span = { gte: Math.floor(from.getTime() / 1000), lt: Math.ceil(to.getTime() / 1000) }
      const pages = sdk.checkout.sessions.list({ created: span, limit: 100, expand: ['data.payment_intent'] })
      await ask(() => pages.autoPagingEach((session) => take(toCheckout(session))))
    },

    /** Every refund made in [from, to). */
    async eachRefund(from: Date, to: Date, take: (refund: Refund) => void): Promise<void> {
      const sdk = await stripe()
      const span = { gte: Math.floor(from.getTime() / 1000), lt: Math.ceil(to.getTime() / 1000) }
      const pages = sdk.refunds.list({ created: span, limit: 100 })
      await ask(() => pages.autoPagingEach((refund) => take(toRefund(refund))))
    },

    /** A webhook's event, or null when its signature is not the service's or not of now. */
    async readEvent(rawBody: string, signature: string | undefined) {
      return readSignedEvent(await stripe(), settings.webhookSecrets, rawBody, signature)
    },
  }
}

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
    line_items: [{ quantity: 1, price_data }],
  }
}

/** A 404 whose body is no error object comes back from the SDK as a success, here too. */
function listed<Item>(page: { data: Item[] }): Item[] {
  if (!Array.isArray(page.data)) throw new PaymentsUnavailable('A list came in the wrong shape')
  return page.data
}

function withUrl(checkout: Checkout): Checkout & { url: string } {
  if (!checkout.url) throw new PaymentsUnavailable('A new checkout session came without an address')
  return { ...checkout, url: checkout.url }
}

function toCheckout(session: Stripe.Checkout.Session): Checkout {
  // A 404 whose body is no error object comes back from the SDK as a success: look at the shape.
  if (session.object !== 'checkout.session' || !session.id) throw new PaymentsUnavailable('Not a checkout session')
  const intent = session.payment_intent
  return {
    id: session.id,
    url: session.url,
    status: statusOf(session),
    amount: toPence(session.amount_total ?? 0),
    currency: (session.currency ?? '').toUpperCase(),
    bookingId: session.client_reference_id,
    paymentIntent: typeof intent === 'string' ? intent : (intent?.id ?? null),
  }
}

/** Of a completed session only `payment_status` says whether the money is there; the payment, whether it still may come. */
function statusOf(session: Stripe.Checkout.Session): CheckoutStatus {
  if (session.status === 'open') return 'open'
  if (session.status === 'expired') return 'expired'
  if (session.payment_status === 'paid') return 'paid'
  const intent = session.payment_intent
  const ended = typeof intent === 'object' && /^(requires_payment_method|canceled)$/.test(intent?.status ?? '')
  return ended ? 'failed' : 'processing'
}

function toRefund(refund: Stripe.Refund): Refund {
  if (refund.object !== 'refund' || !refund.id) throw new PaymentsUnavailable('A refund came in the wrong shape')
  const { status, payment_intent: intent } = refund
  return {
    id: refund.id,
    status: status === 'succeeded' ? 'succeeded' : status === 'failed' || status === 'canceled' ? 'failed' : 'pending',
    amount: toPence(refund.amount),
    currency: refund.currency.toUpperCase(),
    paymentIntent: typeof intent === 'string' ? intent : (intent?.id ?? ''),
    createdAt: new Date(refund.created * 1000),
    key: refund.metadata?.['key'] ?? null,
  }
}

function toDispute(dispute: Stripe.Dispute): Dispute {
  if (dispute.object !== 'dispute' || !dispute.id) throw new PaymentsUnavailable('A dispute came in the wrong shape')
  const { id, status, amount, currency, payment_intent: intent } = dispute
  const paymentIntent = typeof intent === 'string' ? intent : (intent?.id ?? '')
  return { id, status, amount: toPence(amount), currency: currency.toUpperCase(), paymentIntent }
}
