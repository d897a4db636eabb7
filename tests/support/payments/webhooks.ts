/** Webhooks of the payment service, delivered to the product by a test. */
import { Stripe } from 'stripe'
import { WEBHOOK_SECRET, type TestApp } from '../product/app.ts'
import { createSdk } from './checkout.ts'

/** The body of the newest event of this type, as the payment service would deliver it. */
export async function readEventBody(
  { stripe }: Pick<TestApp, 'stripe'>,
  type: Stripe.Event.Type = 'checkout.session.completed',
): Promise<string> {
  const { data } = await createSdk(stripe).events.list({ type, limit: 1 })
  if (!data[0]) throw new Error(`The payment service knows no ${type}`)
  return JSON.stringify(data[0])
}

type Signing = { secret?: string; scheme?: string; secondsFromNow?: number }

/** The bodies of all events that webhooks deliver, oldest first. */
export async function readEventBodies({ stripe }: Pick<TestApp, 'stripe'>): Promise<string[]> {
  const { data } = await createSdk(stripe).events.list({ limit: 100 })
  const delivered = data.filter(({ type }) => /^(checkout\.session|charge\.(refunded|dispute)|refund)\b/.test(type))
  return delivered.toReversed().map((event) => JSON.stringify(event))
}

/** A `Stripe-Signature` over this body: by default genuine and dated now, in real time. */
export function sign(
  body: string,
  { secret = WEBHOOK_SECRET, scheme = 'v1', secondsFromNow = 0 }: Signing = {},
): string {
  const timestamp = Math.floor(Date.now() / 1000) + secondsFromNow
  return new Stripe('sk_test_sandbox').webhooks.generateTestHeaderString({ payload: body, secret, scheme, timestamp })
}

/** Posts a webhook. With a null `signature` the header is left out. */
export function deliver(
  { site }: Pick<TestApp, 'site'>,
  body: string,
  signature: string | null = sign(body),
): Promise<Response> {
  const headers: Record<string, string> = { 'content-type': 'application/json; charset=utf-8' }
  if (signature !== null) headers['stripe-signature'] = signature
  return Promise.resolve(site.request('/webhooks/stripe', { method: 'POST', headers, body }))
}
