import { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { declinedCard, order, refusal, rig, submitCard, useRig } from '../test-rig.ts'

useRig()

const create = (changes: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
  rig.stripe.checkout.sessions.create(order(rig.clock, changes))
const retrieve = (id: string) => rig.stripe.checkout.sessions.retrieve(id)

/** A paid session, and the id of its payment. */
async function paid() {
  const { id } = await create({
    payment_intent_data: { metadata: { booking: 'b1' } },
    customer_email: 'grace@example.com',
  })
  await submitCard(rig.sandbox, id)
  return { id, payment: String((await retrieve(id)).payment_intent) }
}

describe('paying', () => {
  it('completes the session and charges its amount', async () => {
    const { id, payment } = await paid()
    expect(await retrieve(id)).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      amount_total: 4500,
      currency: 'gbp',
      url: null,
      customer_details: { name: 'Grace Hopper', email: 'grace@example.com' },
    })
    const intent = await rig.stripe.paymentIntents.retrieve(payment)
    expect(intent).toMatchObject({
      status: 'succeeded',
      amount_received: 4500,
      currency: 'gbp',
      metadata: { booking: 'b1' },
    })
    const charge = await rig.stripe.charges.retrieve(String(intent.latest_charge))
    expect(charge).toMatchObject({ paid: true, amount_refunded: 0, payment_intent: payment })
    expect((await rig.stripe.paymentIntents.list({ limit: 1 })).data[0]?.id).toBe(payment)
  })

  it('succeeds after a declined card, with the same payment', async () => {
    const { id } = await create()
    expect(await (await submitCard(rig.sandbox, id, declinedCard)).text()).toContain('Your card was declined.')
    const declined = await retrieve(id)
    expect(declined).toMatchObject({ status: 'open', payment_status: 'unpaid' })
    expect(await rig.stripe.paymentIntents.retrieve(String(declined.payment_intent))).toMatchObject({
      status: 'requires_payment_method',
      amount_received: 0,
      last_payment_error: { code: 'card_declined', decline_code: 'generic_decline' },
    })
    expect((await submitCard(rig.sandbox, id)).status).toBe(303)
    expect(await retrieve(id)).toMatchObject({ payment_status: 'paid', payment_intent: declined.payment_intent })
    expect(await rig.stripe.paymentIntents.retrieve(String(declined.payment_intent))).toMatchObject({
      status: 'succeeded',
      last_payment_error: null,
    })
  })

  it('charges once however often Pay is pressed at once', async () => {
    const { id } = await create()
    const answers = await Promise.all(Array.from({ length: 10 }, () => submitCard(rig.sandbox, id)))
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(303))
    const events = await rig.stripe.events.list({ type: 'checkout.session.completed', limit: 100 })
    expect(events.data.filter((event) => (event.data.object as Stripe.Checkout.Session).id === id)).toHaveLength(1)
  })
})

describe('a refund', () => {
  it('never exceeds the charge', async () => {
    const { payment } = await paid()
    const refund = (amount?: number) =>
      refusal(rig.stripe.refunds.create({ payment_intent: payment, ...(amount === undefined ? {} : { amount }) }))
    expect(await refund(4501)).toMatchObject({
      statusCode: 400,
      param: 'amount',
      message: 'Refund amount (£45.01) is greater than charge amount (£45.00)',
    })
    expect(await refund(4000)).toBeNull()
    expect(await refund(501)).toMatchObject({
      message: 'Refund amount (£5.01) is greater than unrefunded amount on charge (£5.00)',
    })
    expect(await refund(), 'what is left').toBeNull()
    expect(await refund()).toMatchObject({ statusCode: 400, code: 'charge_already_refunded' })
    const { latest_charge } = await rig.stripe.paymentIntents.retrieve(payment, { expand: ['latest_charge'] })
    expect(latest_charge).toMatchObject({ amount_refunded: 4500, refunded: true })
    expect(await refund(0)).toMatchObject({ code: 'parameter_invalid_integer' })
    const { id } = await create()
    await submitCard(rig.sandbox, id, declinedCard)
    const declined = String((await retrieve(id)).payment_intent)
    expect(await refusal(rig.stripe.refunds.create({ payment_intent: declined }))).toMatchObject({ statusCode: 400 })
  })
})
