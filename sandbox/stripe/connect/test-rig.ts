/** Set-up for tests of Connect: accounts, paid charges and delivered events, beside the rig of the whole stand-in. */
import type { Stripe } from 'stripe'
import { goodCard, order, submitCard, WEBHOOK_SECRET, type startRig } from '../test-rig.ts'

type Rig = Awaited<ReturnType<typeof startRig>>

/** A card whose money is available at once. */
const directCard = { ...goodCard, number: '4000 0000 0000 0077' }

/** Parameters of an account as the product creates it. */
export function express(changes: Partial<Stripe.AccountCreateParams> = {}) {
  return {
    controller: {
      stripe_dashboard: { type: 'express' },
      fees: { payer: 'application' },
      losses: { payments: 'application' },
      requirement_collection: 'stripe',
    },
    capabilities: { transfers: { requested: true } },
    country: 'GB',
    email: 'ananya@example.com',
    business_type: 'individual',
    ...changes,
  } satisfies Stripe.AccountCreateParams
}

/** Creates an account that can receive transfers, and returns its id. */
export async function connect(rig: Rig, changes: Partial<Stripe.AccountCreateParams> = {}): Promise<string> {
  const { id } = await rig.stripe.accounts.create(express(changes))
  await rig.sandbox.control.onboard(id, 'finish')
  return id
}

/** Charges a card £45, or another amount in minor units, and returns the charge's id. `direct`: available at once. */
export async function charge(
  rig: Rig,
  {
    amount = 4500,
    currency = 'gbp',
    direct = false,
    data = {} as Stripe.Checkout.SessionCreateParams.PaymentIntentData,
  } = {},
): Promise<string> {
  const price = { currency, unit_amount: amount, product_data: { name: 'A session' } }
  const { id } = await rig.stripe.checkout.sessions.create(
    order(rig.clock, { line_items: [{ quantity: 1, price_data: price }], payment_intent_data: data }),
  )
  await submitCard(rig.sandbox, id, direct ? directCard : goodCard)
  const { payment_intent } = await rig.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })
  return String((payment_intent as Stripe.PaymentIntent).latest_charge)
}

/** The checkout session of a charge, by which the control acts. */
export async function findSession({ stripe }: Rig, id: string): Promise<string> {
  const { payment_intent } = await stripe.charges.retrieve(id)
  const { data } = await stripe.checkout.sessions.list({ payment_intent: String(payment_intent) })
  return data[0]!.id
}

/** All balance transactions of an account, or of the platform, newest first. */
export function listTransactions(
  { stripe }: Rig,
  account: string | null,
  query: Stripe.BalanceTransactionListParams = {},
): Promise<Stripe.BalanceTransaction[]> {
  return stripe.balanceTransactions
    .list({ limit: 100, ...query }, account === null ? {} : { stripeAccount: account })
    .autoPagingToArray({ limit: 10_000 })
}

/** The available and pending balance in one currency. */
export async function balance(rig: Rig, account: string | null = null, currency = 'gbp') {
  const { available, pending } = await rig.stripe.balance.retrieve(
    {},
    account === null ? {} : { stripeAccount: account },
  )
  const of = (parts: Stripe.Balance.Available[]) => parts.find((part) => part.currency === currency)?.amount ?? 0
  return { available: of(available), pending: of(pending) }
}

/** The events delivered so far, with signatures that the SDK accepts, oldest first. */
export async function deliveredEvents(rig: Rig): Promise<Stripe.Event[]> {
  await rig.sandbox.idle()
  return rig.receiver.deliveries.map(({ body, signature }) =>
    rig.stripe.webhooks.constructEvent(body, signature, WEBHOOK_SECRET),
  )
}
