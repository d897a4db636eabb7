/** Webhooks of the payment service: whose they are, and of when. Source: docs.stripe.com/webhooks/signature. */
import type { Stripe } from 'stripe'
import type { PaymentEvent } from '#domain/payments/checkout'
import { err, ok, type Result } from '#domain/result'

/** How far a webhook's signature may be from now, into the past and into the future. The SDK checks only the past. */
const SIGNATURE_SECONDS = 300

/** What the product acts on, as it is to be subscribed to. https://docs.stripe.com/api/events/types */
export const EVENT_TYPES = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const satisfies Stripe.Event.Type[]

/** `unsigned`: the signature is of none of our secrets, or not of now. `malformed`: what was signed is no event. */
type EventError = 'unsigned' | 'malformed'

/**
 * The event of a webhook. Its signature must be of one of our secrets (two are valid while one replaces the other) and of now
 * (real time, not the product's clock).
 */
export function readSignedEvent(
  sdk: Stripe,
  secrets: string[],
  rawBody: string,
  signature: string | undefined,
): Result<PaymentEvent, EventError> {
  // Of several times the SDK checks the last, so there may be only one.
  const [time, another] = (signature ?? '').split(',').filter((part) => part.startsWith('t='))
  const signedAt = Number.parseInt(time?.slice(2) ?? '', 10)
  if (!signature || another || !(Math.abs(Date.now() / 1000 - signedAt) <= SIGNATURE_SECONDS)) return err('unsigned')
  const isSigned = secrets.some((secret) => {
    try {
      return sdk.webhooks.signature?.verifyHeader(rawBody, signature, secret, SIGNATURE_SECONDS) ?? false
    } catch {
      return false // Not this secret's. The next may be.
    }
  })
  if (!isSigned) return err('unsigned')
  const event = toEvent(parse(rawBody))
  return event ? ok(event) : err('malformed')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The parts of an event that say what to ask about; null when it is none. Not by the SDK's reader, which refuses kinds of
 * events that have no object: those are stored like any other, and there is nothing to ask about.
 */
export function toEvent(given: unknown): PaymentEvent | null {
  const { id, type, data } = partsOf(given)
  const object = partsOf(partsOf(data)['object'])
  const intent = object['payment_intent']
  const named = [id, type, object['id'] ?? null, partsOf(intent)['id'] ?? intent ?? null]
  if (!isName(id) || !isName(type) || !named.every((name) => name === null || isName(name))) return null
  const [objectId = null, paymentIntent = null] = named.slice(2) as (string | null)[]
  const checkoutId = object['object'] === 'checkout.session' ? objectId : null
  return { id, type, checkoutId, objectId, paymentIntent }
}

/** No parts where there is no object. */
function partsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** Stripe's names are short and printable; PostgreSQL refuses a NUL. */
const isName = (value: unknown): value is string => typeof value === 'string' && /^[!-~]{1,255}$/.test(value)
