/** Verifies webhooks of the payment service and reads their events. Source: docs.stripe.com/webhooks/signature. */
import type { Stripe } from 'stripe'
import type { PaymentEvent } from '#domain/payments/checkout'
import { err, ok, type Result } from '#domain/result'

/** How far a signature's time may be from now, in the past or the future. The SDK checks only the past. */
const TOLERANCE_SECONDS = 300

/**
 * The events that the product acts on and must be subscribed to, also for connected accounts. A list of events can name 20
 * types. https://docs.stripe.com/api/events/types
 */
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
  'account.updated',
  'account.application.deauthorized',
  'transfer.created',
  'transfer.updated',
  'transfer.reversed',
  'payout.paid',
  'payout.failed',
] as const satisfies Stripe.Event.Type[]

/**
 * `unsigned`: the signature was not made with our secret, or its time is too far off. `malformed`: the signed body is
 * not an event.
 */
type EventError = 'unsigned' | 'malformed'

/**
 * Verifies a webhook and reads its event.
 *
 * The signature must be made with one of `secrets` (two are valid while one replaces the other), within five minutes of
 * real time, not of the product's clock.
 */
export function readSignedEvent(
  sdk: Stripe,
  secrets: string[],
  rawBody: string,
  signature: string | undefined,
): Result<PaymentEvent, EventError> {
  // Given several times, the SDK checks only the last, so more than one is rejected.
  const [time, another] = (signature ?? '').split(',').filter((part) => part.startsWith('t='))
  const signedAt = Number.parseInt(time?.slice(2) ?? '', 10)
  if (!signature || another || !(Math.abs(Date.now() / 1000 - signedAt) <= TOLERANCE_SECONDS)) return err('unsigned')
  const isSigned = secrets.some((secret) => {
    try {
      return sdk.webhooks.signature?.verifyHeader(rawBody, signature, secret, TOLERANCE_SECONDS) ?? false
    } catch {
      return false // Not made with this secret. The next one may match.
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
 * The ids in an event that say what to ask the service about; null if the value is not an event. The SDK's own parser
 * is not used because it rejects events without an object, which we store like any other.
 */
export function toEvent(given: unknown): PaymentEvent | null {
  const { id, type, data, account: owner } = readProperties(given)
  const object = readProperties(readProperties(data)['object'])
  const intent = object['payment_intent']
  const ids = [id, type, object['id'] ?? null, readProperties(intent)['id'] ?? intent ?? null, owner ?? null]
  if (!isIdentifier(id) || !isIdentifier(type) || !ids.every((each) => each === null || isIdentifier(each))) return null
  const [objectId = null, paymentIntent = null, account = null] = ids.slice(2) as (string | null)[]
  const checkoutId = object['object'] === 'checkout.session' ? objectId : null
  return { id, type, checkoutId, objectId, paymentIntent, account }
}

/** The properties of an object; none for any other value. */
function readProperties(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** Stripe's ids and types are short and printable; PostgreSQL refuses a NUL. */
const isIdentifier = (value: unknown): value is string => typeof value === 'string' && /^[!-~]{1,255}$/.test(value)
