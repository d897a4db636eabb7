/** The payment service's side of a test: what a buyer does on the hosted page, and which sessions exist. */
import { Stripe } from 'stripe'
import { connectPayments } from '#server/payments/stripe/stripe'
import { WEBHOOK_SECRET, type TestApp } from '../product/app.ts'

/** Pays on the hosted page, by default with the test card that always works. `email`: where the page asks for one. */
export async function payCheckout(
  { stripe }: Pick<TestApp, 'stripe'>,
  checkoutId: string,
  number = '4242 4242 4242 4242',
  email = 'payer@example.com',
): Promise<void> {
  const card = { number, expiry: '12 / 34', cvc: '123', name: 'Grace Hopper', email }
  const response = await stripe.pages.request(`/sandbox/checkout/${checkoutId}/pay`, {
    method: 'POST',
    body: new URLSearchParams(card),
  })
  if (response.status !== 303) throw new Error(`Not paid: ${response.status} ${await response.text()}`)
}

/** Opens a session on the same account, but not through the product. Returns its id. */
export async function openCheckoutElsewhere(
  { stripe }: Pick<TestApp, 'stripe'>,
  { bookingId, amount = 4500 }: { bookingId: string; amount?: number },
): Promise<string> {
  const price_data = { currency: 'gbp', unit_amount: amount, product_data: { name: 'Elsewhere' } }
  const session = await createSdk(stripe).checkout.sessions.create({
    mode: 'payment',
    client_reference_id: bookingId,
    success_url: 'http://elsewhere.test/',
    cancel_url: 'http://elsewhere.test/',
    line_items: [{ quantity: 1, price_data }],
  })
  return session.id
}

/** Every session at the payment service, newest first. */
export async function sandboxSessions({ stripe }: Pick<TestApp, 'stripe'>): Promise<Stripe.Checkout.Session[]> {
  return (await createSdk(stripe).checkout.sessions.list({ limit: 100 })).data
}

export function createSdk({ url }: TestApp['stripe']): Stripe {
  const { hostname, port } = new URL(url)
  return new Stripe('sk_test_sandbox', { host: hostname, port, protocol: 'http', telemetry: false })
}

/** The product's Stripe client, pointed at a port on which nothing listens. */
export const unreachablePayments = connectPayments({
  secretKey: 'sk_test_sandbox',
  webhookSecrets: [WEBHOOK_SECRET],
  apiBase: 'http://127.0.0.1:9',
})
