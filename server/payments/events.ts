/** Webhooks of the payment service: whose they are, and of when. Source: docs.stripe.com/webhooks/signature. */
import type { Stripe } from 'stripe'
import type { PaymentEvent } from '#domain/checkout'

/** How far a webhook's signature may be from now, into the past and into the future. The SDK checks only the past. */
const SIGNATURE_SECONDS = 300

/**
 * The event, or null when its signature is of none of our secrets or not of now (real time, not the product's clock). Two
 * secrets are valid while one replaces the other.
 */
export function readSignedEvent(
  sdk: Stripe,
  secrets: string[],
  rawBody: string,
  signature: string | undefined,
): PaymentEvent | null {
  // Of several times the SDK checks the last, so there may be only one.
  const [time, another] = (signature ?? '').split(',').filter((part) => part.startsWith('t='))
  const signedAt = Number.parseInt(time?.slice(2) ?? '', 10)
  if (!signature || another || !(Math.abs(Date.now() / 1000 - signedAt) <= SIGNATURE_SECONDS)) return null
  const isSigned = secrets.some((secret) => {
    try {
      return sdk.webhooks.signature?.verifyHeader(rawBody, signature, secret, SIGNATURE_SECONDS) ?? false
    } catch {
      return false // Not this secret's. The next may be.
    }
  })
  return isSigned ? toEvent(JSON.parse(rawBody) as SignedEvent) : null
}

/** As far as it is looked at. Not the SDK's type: its reader refuses kinds of events that have no object. */
type SignedEvent = {
  id: string
  type: string
  data?: { object?: { object?: string; id?: string; payment_intent?: string | { id: string } | null } }
}

/** Some kinds of events carry no object: they are stored like any other, and there is nothing to ask about. */
function toEvent({ id, type, data }: SignedEvent): PaymentEvent {
  const object = data?.object ?? {}
  const intent = object.payment_intent
  return {
    id,
    type,
    checkoutId: object.object === 'checkout.session' ? (object.id ?? null) : null,
    objectId: object.id ?? null,
    paymentIntent: typeof intent === 'string' ? intent : (intent?.id ?? null),
  }
}
