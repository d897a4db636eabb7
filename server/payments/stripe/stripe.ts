/**
 * The payment service: Stripe, through its SDK. This code does not know whether Stripe or the sandbox answers.
 *
 * Units: amounts are `MinorUnits`, instants `Date`. Errors: see `timeout.ts`.
 * Source: docs.stripe.com/api and decision 0007.
 */
import type { Stripe } from 'stripe'
import { PaymentsUnavailable, type Dispute, type PaymentEvent } from '#domain/payments/checkout'
import { checkoutCalls } from '#server/payments/stripe/checkouts'
import { connectCalls } from '#server/payments/stripe/connect'
import { refundCalls } from '#server/payments/stripe/refunds'
import { readItems, toDispute, within } from '#server/payments/stripe/stripe-objects'
import { repeatThrottled, THROTTLE_WAITS_MS } from '#server/payments/stripe/throttling'
import {
  callStripe,
  isMissing,
  isRefusal,
  LONG_TIMEOUT,
  SHORT_TIMEOUT,
  type Timeout,
} from '#server/payments/stripe/timeout'
import { EVENT_TYPES, readSignedEvent, toEvent } from '#server/payments/stripe/webhook-signature'

/**
 * `webhookSecrets`: the current one, the previous one while it is being rotated, and that of connected accounts' events.
 * `throttleWaits`: milliseconds between attempts of a job's call while the service limits requests.
 */
type PaymentSettings = {
  secretKey: string
  webhookSecrets: string[]
  apiBase?: string | undefined
  throttleWaits?: readonly number[]
}

type PaymentCalls = ReturnType<typeof callsWith>
/** Calls with the short timeout of a request; the same calls `withLongTimeout` for jobs. */
export type Payments = PaymentCalls & { withLongTimeout: PaymentCalls }

export function connectPayments(settings: PaymentSettings): Payments {
  const { throttleWaits = THROTTLE_WAITS_MS } = settings
  return {
    ...callsWith(settings, SHORT_TIMEOUT, []),
    withLongTimeout: callsWith(settings, LONG_TIMEOUT, throttleWaits),
  }
}

function callsWith(settings: PaymentSettings, timeout: Timeout, throttleWaits: readonly number[]) {
  let client: Promise<Stripe> | undefined
  const stripe = () => (client ??= openClient(settings, timeout, throttleWaits))

  return {
    ...checkoutCalls(stripe),
    ...refundCalls(stripe),
    ...connectCalls(stripe),

    /** True if the service answers anything at all. A refusal counts as an answer. */
    async isAnswering(): Promise<boolean> {
      const sdk = await stripe()
      try {
        readItems(await callStripe(() => sdk.checkout.sessions.list({ limit: 1 })))
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

async function openClient(
  { secretKey, apiBase }: PaymentSettings,
  timeout: Timeout,
  throttleWaits: readonly number[],
): Promise<Stripe> {
  const { Stripe } = await import('stripe')
  const base = apiBase ? new URL(apiBase) : null
  return new Stripe(secretKey, {
    ...timeout, // The SDK's default is 80 s, multiplied by retries: no visitor waits that long.
    telemetry: false,
    httpClient: repeatThrottled(Stripe.createNodeHttpClient(), throttleWaits),
    ...(base && { host: base.hostname, port: base.port, protocol: base.protocol === 'https:' ? 'https' : 'http' }),
  })
}
