/**
 * The payment service: Stripe, through its SDK. Whether the address answers as Stripe or as the sandbox is not known here.
 *
 * Units: amounts are `Pence`, instants `Date`. Errors: `PaymentsUnavailable` when nobody can say what happened (no
 * answer, a 5xx, a 429, an answer of the wrong shape); the SDK's own errors when the service refused.
 * Source: docs.stripe.com/api/checkout/sessions, /checkout/fulfillment, /webhooks; decision 0006.
 */
import type { Stripe } from 'stripe'
import { PaymentsUnavailable, type Checkout, type CheckoutStatus, type PaymentEvent } from '#domain/checkout'
import { toPence, type Pence } from '#domain/money'

export type Order = {
  bookingId: string
  title: string
  description: string
  price: Pence
  currency: string
  email: string
  expiresAt: Date
  successUrl: string
  cancelUrl: string
}

export type PaymentSettings = { secretKey: string; webhookSecret: string; apiBase?: string | undefined }

/** How far a webhook's signature may be from now, into the past and into the future. The SDK checks only the past. */
const SIGNATURE_SECONDS = 300

export type Payments = ReturnType<typeof connectPayments>

export function connectPayments(settings: PaymentSettings) {
  let client: Promise<Stripe> | undefined
  const stripe = () => (client ??= openClient(settings))

  /** What the service says of a session now. Null when it knows none by this id. */
  async function readCheckout(id: string): Promise<Checkout | null> {
    const sdk = await stripe()
    try {
      return toCheckout(await ask(() => sdk.checkout.sessions.retrieve(id)))
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  return {
    /** Opens a hosted checkout. Asking again for the same booking gives the same session (idempotency key). */
    async startCheckout(order: Order): Promise<Checkout & { url: string }> {
      const sdk = await stripe()
      const session = await ask(() =>
        sdk.checkout.sessions.create(
          {
            mode: 'payment',
            client_reference_id: order.bookingId,
            customer_email: order.email,
            expires_at: Math.floor(order.expiresAt.getTime() / 1000),
            success_url: order.successUrl,
            cancel_url: order.cancelUrl,
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: order.currency.toLowerCase(),
                  unit_amount: order.price,
                  product_data: { name: order.title, description: order.description },
                },
              },
            ],
          },
          { idempotencyKey: `checkout:${order.bookingId}:1` },
        ),
      )
      const checkout = toCheckout(session)
      if (!checkout.url) throw new PaymentsUnavailable('A new checkout session came without an address')
      return { ...checkout, url: checkout.url }
    },

    readCheckout,

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

    /** The sessions made for a booking within a quarter of an hour of its creation: also those whose id never reached us. */
    async findCheckouts(bookingId: string, createdAt: Date): Promise<Checkout[]> {
      const sdk = await stripe()
      const seconds = Math.floor(createdAt.getTime() / 1000)
      const found: Checkout[] = []
      const pages = sdk.checkout.sessions.list({ created: { gte: seconds - 900, lte: seconds + 900 }, limit: 100 })
      await ask(() =>
        pages.autoPagingEach((session) => {
          if (session.client_reference_id === bookingId) found.push(toCheckout(session))
        }),
      )
      return found
    },

    /** Sends money back, once per key. */
    async refund(refund: { paymentIntent: string; amount: Pence; key: string }) {
      const sdk = await stripe()
      const sent = await ask(() =>
        sdk.refunds.create(
          { payment_intent: refund.paymentIntent, amount: refund.amount },
          { idempotencyKey: refund.key },
        ),
      )
      if (sent.object !== 'refund' || !sent.id) throw new PaymentsUnavailable('A refund came in the wrong shape')
      return { id: sent.id, status: sent.status === 'succeeded' ? ('succeeded' as const) : ('pending' as const) }
    },

    /** A webhook's event, or null when its signature is not the service's or not of now (real time, not the product's clock). */
    async readEvent(rawBody: string, signature: string | undefined): Promise<PaymentEvent | null> {
      // Of several times the SDK checks the last, so there may be only one.
      const [time, another] = (signature ?? '').split(',').filter((part) => part.startsWith('t='))
      const signedAt = Number.parseInt(time?.slice(2) ?? '', 10)
      if (!signature || another || !(Math.abs(Date.now() / 1000 - signedAt) <= SIGNATURE_SECONDS)) return null
      const sdk = await stripe()
      try {
        const event = sdk.webhooks.constructEvent(rawBody, signature, settings.webhookSecret, SIGNATURE_SECONDS)
        const { object } = event.data
        const checkoutId = object.object === 'checkout.session' ? object.id : null
        return { id: event.id, type: event.type, checkoutId }
      } catch {
        return null
      }
    },
  }
}

async function openClient(settings: PaymentSettings): Promise<Stripe> {
  const { Stripe } = await import('stripe')
  const base = settings.apiBase ? new URL(settings.apiBase) : null
  return new Stripe(settings.secretKey, {
    timeout: 3_000, // The SDK's own 80 s would outlive the visitor's patience; retries multiply it.
    maxNetworkRetries: 1,
    telemetry: false,
    ...(base && { host: base.hostname, port: base.port, protocol: base.protocol === 'https:' ? 'https' : 'http' }),
  })
}

/** A refusal (4xx) passes through; whatever leaves the outcome unknown becomes `PaymentsUnavailable`. */
async function ask<Answer>(call: () => PromiseLike<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    if (isRefusal(error)) throw error
    throw new PaymentsUnavailable('The payment service gave no usable answer', { cause: error })
  }
}

function toCheckout(session: Stripe.Checkout.Session): Checkout {
  // A 404 whose body is no error object comes back from the SDK as a success: look at the shape.
  if (session.object !== 'checkout.session' || !session.id) throw new PaymentsUnavailable('Not a checkout session')
  const paid = session.status === 'complete' && session.payment_status === 'paid'
  const status: CheckoutStatus =
    session.status === 'open' ? 'open' : session.status === 'expired' ? 'expired' : paid ? 'paid' : 'processing'
  const intent = session.payment_intent
  return {
    id: session.id,
    url: session.url,
    status,
    amount: toPence(session.amount_total ?? 0),
    currency: (session.currency ?? '').toUpperCase(),
    bookingId: session.client_reference_id,
    paymentIntent: typeof intent === 'string' ? intent : (intent?.id ?? null),
  }
}

function isRefusal(error: unknown): boolean {
  const status = statusOf(error)
  return status >= 400 && status < 500 && status !== 409 && status !== 429
}

const isMissing = (error: unknown) => statusOf(error) === 404

function statusOf(error: unknown): number {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 0
}
