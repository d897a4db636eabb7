import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { declinedCard, order, startRig, submitCard } from '../test-rig.ts'

let rig: Awaited<ReturnType<typeof startRig>>
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig.close())

const create = (changes: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
  rig.stripe.checkout.sessions.create(order(rig.clock, changes))
const retrieve = (id: string) => rig.stripe.checkout.sessions.retrieve(id)
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: Stripe.errors.StripeError) => error,
  )

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

  it('is refused once the time is up', async () => {
    const { id } = await create()
    rig.clock.move({ minutes: 31 })
    const answer = await submitCard(rig.sandbox, id)
    expect(await answer.text()).toContain('This checkout has expired')
    expect(await retrieve(id)).toMatchObject({ status: 'expired', payment_status: 'unpaid', payment_intent: null })
  })

  it('wins or loses against a concurrent expiry, never both', async () => {
    for (let round = 0; round < 20; round++) {
      const { id } = await create()
      const expiring = refusal(rig.stripe.checkout.sessions.expire(id))
      const [page, refused] = await Promise.all([submitCard(rig.sandbox, id), expiring])
      const session = await retrieve(id)
      const seen = [page.status, refused === null, session.status, session.payment_status]
      expect([
        [303, false, 'complete', 'paid'],
        [200, true, 'expired', 'unpaid'],
      ]).toContainEqual(seen)
    }
  })
})

describe('a refund', () => {
  it('refunds the whole payment once per key', async () => {
    const { payment } = await paid()
    const refund = () =>
      rig.stripe.refunds.create(
        { payment_intent: payment, amount: 4500, reason: 'requested_by_customer', metadata: { booking: 'b1' } },
        { idempotencyKey: `refund:${payment}` },
      )
    const [first, again] = [await refund(), await refund()]
    expect(first).toMatchObject({
      status: 'succeeded',
      amount: 4500,
      payment_intent: payment,
      metadata: { booking: 'b1' },
    })
    expect(again.id).toBe(first.id)
    expect(await rig.stripe.refunds.retrieve(first.id)).toMatchObject({ id: first.id, reason: 'requested_by_customer' })
    expect((await rig.stripe.refunds.list({ payment_intent: payment })).data.map(({ id }) => id)).toEqual([first.id])
  })

  it('refunds what is left if no amount is given', async () => {
    const { payment } = await paid()
    await rig.stripe.refunds.create({ payment_intent: payment, amount: 1000 })
    expect(await rig.stripe.refunds.create({ payment_intent: payment })).toMatchObject({ amount: 3500 })
    const { latest_charge } = await rig.stripe.paymentIntents.retrieve(payment, { expand: ['latest_charge'] })
    expect(latest_charge).toMatchObject({ amount_refunded: 4500, refunded: true })
  })

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
    expect(await refund(500)).toBeNull()
    expect(await refund()).toMatchObject({ statusCode: 400, code: 'charge_already_refunded' })
    expect(await refund(1)).toMatchObject({ code: 'charge_already_refunded' })
    expect(await refund(0)).toMatchObject({ code: 'parameter_invalid_integer' })
  })

  it('is made once if many requests arrive at once', async () => {
    const { payment } = await paid()
    const requests = Array.from({ length: 10 }, () => refusal(rig.stripe.refunds.create({ payment_intent: payment })))
    expect((await Promise.all(requests)).filter((error) => error === null)).toHaveLength(1)
    expect((await rig.stripe.refunds.list({ payment_intent: payment })).data).toHaveLength(1)
  })

  it('requires a successful charge', async () => {
    const { id } = await create()
    await submitCard(rig.sandbox, id, declinedCard)
    const payment = String((await retrieve(id)).payment_intent)
    expect(await refusal(rig.stripe.refunds.create({ payment_intent: payment }))).toMatchObject({ statusCode: 400 })
    expect(await refusal(rig.stripe.refunds.create({}))).toMatchObject({ code: 'parameter_missing' })
  })
})
