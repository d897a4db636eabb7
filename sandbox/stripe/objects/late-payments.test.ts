import type { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { order, startRig, submitCard } from '../test-rig.ts'

let rig: Awaited<ReturnType<typeof startRig>>
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig.close())

const create = async (changes: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
  (await rig.stripe.checkout.sessions.create(order(rig.clock, changes))).id
const retrieve = (id: string) => rig.stripe.checkout.sessions.retrieve(id)
const retrieveIntent = async (id: string) =>
  rig.stripe.paymentIntents.retrieve(String((await retrieve(id)).payment_intent), { expand: ['latest_charge'] })
const debit = (id: string) => rig.sandbox.pages.request(`/sandbox/checkout/${id}/debit`, { method: 'POST' })
async function paid() {
  const id = await create()
  await submitCard(rig.sandbox, id)
  return id
}

/** The delivered events about this object or its payment, in order. */
async function listDeliveredEvents(id: string) {
  await rig.sandbox.idle()
  const { payment_intent } = await retrieve(id)
  return rig.receiver.deliveries
    .map(({ body }) => JSON.parse(body) as Stripe.Event)
    .filter(({ data }) => {
      const object = data.object as { id: string; payment_intent?: string }
      return object.id === id || object.payment_intent === payment_intent
    })
    .map(({ type, data }) => ({ type, object: data.object }))
}
const listEventTypes = async (id: string) => (await listDeliveredEvents(id)).map(({ type }) => type).toSorted()

describe('a payment at the last moment', () => {
  it('completes a session that the seller has expired', async () => {
    const id = await create()
    await rig.stripe.checkout.sessions.expire(id)
    await rig.sandbox.control.payLate(id)
    expect(await retrieve(id)).toMatchObject({ status: 'complete', payment_status: 'paid', url: null })
    expect(await retrieveIntent(id)).toMatchObject({ status: 'succeeded', amount_received: 4500 })
    expect(await listEventTypes(id)).toEqual(['checkout.session.completed', 'checkout.session.expired'])
  })

  it('completes a session whose time is up before it was read', async () => {
    const id = await create()
    rig.clock.move({ minutes: 31 })
    await rig.sandbox.control.payLate(id)
    expect(await retrieve(id)).toMatchObject({ status: 'complete', payment_status: 'paid' })
    const expire = rig.stripe.checkout.sessions.expire(id)
    await expect(expire).rejects.toThrow('status of `complete`')
  })

  it('charges a session once', async () => {
    const id = await paid()
    await expect(rig.sandbox.control.payLate(id)).rejects.toThrow('`complete`')
    await expect(rig.sandbox.control.payLate('cs_test_none')).rejects.toThrow('No such')
    expect((await rig.stripe.charges.list({ payment_intent: (await retrieveIntent(id)).id })).data).toHaveLength(1)
  })
})

describe('a bank debit', () => {
  it('completes a session unpaid, and marks it paid when the bank pays', async () => {
    const id = await create()
    const answer = await debit(id)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `http://shop.test/success?session_id=${id}`])
    expect(await retrieve(id)).toMatchObject({ status: 'complete', payment_status: 'unpaid' })
    expect(await retrieveIntent(id)).toMatchObject({
      status: 'processing',
      amount_received: 0,
      latest_charge: { status: 'pending', paid: false },
    })
    expect(await (await rig.sandbox.pages.request(`/sandbox/checkout/${id}`)).text()).toContain('waits for the bank')

    await rig.sandbox.control.settleDebit(id, 'succeeded')
    expect(await retrieve(id)).toMatchObject({ payment_status: 'paid' })
    expect(await retrieveIntent(id)).toMatchObject({
      status: 'succeeded',
      amount_received: 4500,
      payment_method_types: ['bacs_debit'],
      latest_charge: { status: 'succeeded' },
    })
    expect(await listDeliveredEvents(id)).toMatchObject([
      { type: 'checkout.session.completed', object: { payment_status: 'unpaid' } },
      { type: 'checkout.session.async_payment_succeeded', object: { payment_status: 'paid' } },
    ])
  })

  it('may fail and later succeed', async () => {
    const id = await create()
    await rig.sandbox.control.payByDebit(id)
    await rig.sandbox.control.settleDebit(id, 'failed')
    expect(await retrieve(id)).toMatchObject({ status: 'complete', payment_status: 'unpaid' })
    expect(await retrieveIntent(id)).toMatchObject({ status: 'requires_payment_method', amount_received: 0 })
    await rig.sandbox.control.settleDebit(id, 'succeeded')
    expect(await retrieve(id)).toMatchObject({ payment_status: 'paid' })
    await expect(rig.sandbox.control.settleDebit(id, 'failed')).rejects.toThrow('`paid`')
    expect(await listEventTypes(id)).toEqual([
      'checkout.session.async_payment_failed',
      'checkout.session.async_payment_succeeded',
      'checkout.session.completed',
    ])
  })

  it('is refused if a session accepts cards only or is not open', async () => {
    const id = await create({ allowed_payment_method_types: ['card'] })
    expect(await retrieve(id)).toMatchObject({ payment_method_types: ['card'] })
    expect(await (await rig.sandbox.pages.request(`/sandbox/checkout/${id}`)).text()).not.toContain('Bank debit')
    expect((await debit(id)).status).toBe(200)
    expect(await retrieve(id)).toMatchObject({ status: 'open' })
    const over = await create()
    await rig.stripe.checkout.sessions.expire(over)
    await expect(rig.sandbox.control.payByDebit(over)).rejects.toThrow('not open')
  })
})

describe('a dispute', () => {
  it('takes the money back, gets evidence, and is lost', async () => {
    const id = await paid()
    const dispute = await rig.sandbox.control.dispute(id, { reason: 'product_not_received' })
    const payment = await retrieveIntent(id)
    expect(await rig.stripe.disputes.retrieve(dispute)).toMatchObject({
      object: 'dispute',
      status: 'needs_response',
      amount: 4500,
      reason: 'product_not_received',
      charge: (payment.latest_charge as Stripe.Charge).id,
      payment_intent: payment.id,
    })
    expect(payment.latest_charge).toMatchObject({ disputed: true })
    await rig.sandbox.control.answerDispute(dispute)
    await rig.sandbox.control.closeDispute(dispute, 'lost')
    expect(await rig.stripe.disputes.retrieve(dispute)).toMatchObject({ status: 'lost' })
    expect(await listEventTypes(id)).toEqual([
      'charge.dispute.closed',
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.updated',
      'checkout.session.completed',
    ])
    await expect(rig.sandbox.control.closeDispute(dispute, 'won')).rejects.toThrow('`lost`')
  })

  it('returns the money if it is won', async () => {
    const id = await paid()
    await rig.sandbox.control.closeDispute(await rig.sandbox.control.dispute(id, { amount: 1000 }), 'won')
    const { data } = await rig.stripe.disputes.list({ payment_intent: (await retrieveIntent(id)).id })
    expect(data).toMatchObject([{ status: 'won', amount: 1000 }])
    expect(await listEventTypes(id)).toContain('charge.dispute.funds_reinstated')
  })

  it('requires a payment, and is opened once', async () => {
    await expect(rig.sandbox.control.dispute(await create())).rejects.toThrow('not paid')
    const id = await paid()
    await expect(rig.sandbox.control.dispute(id, { amount: 4501 })).rejects.toThrow('cannot be disputed')
    await rig.sandbox.control.dispute(id)
    await expect(rig.sandbox.control.dispute(id)).rejects.toThrow('cannot be disputed')
  })
})

describe('a refund made at the service', () => {
  it('records its events, for all or a part of a payment', async () => {
    const id = await paid()
    await rig.sandbox.control.refund(id, 1500)
    await rig.sandbox.control.refund(id)
    await expect(rig.sandbox.control.refund(id)).rejects.toThrow('already been refunded')
    const { data } = await rig.stripe.refunds.list({ payment_intent: (await retrieveIntent(id)).id })
    expect(data.map(({ amount }) => amount)).toEqual([3000, 1500])
    expect(await listEventTypes(id)).toEqual([
      'charge.refunded',
      'charge.refunded',
      'checkout.session.completed',
      'refund.created',
      'refund.created',
    ])
  })
})

describe('a list of charges or events', () => {
  it('filters charges by payment and creation time, page by page', async () => {
    const first = await paid()
    rig.clock.move({ minutes: 10 })
    const from = Math.floor(rig.clock.now().getTime() / 1000)
    const later = [await paid(), await paid()]
    const charges: string[] = []
    for await (const charge of rig.stripe.charges.list({ created: { gte: from }, limit: 1 })) {
      charges.push(String(charge.payment_intent))
    }
    const payments = await Promise.all(later.map(async (id) => (await retrieveIntent(id)).id))
    expect(charges).toEqual(payments.toReversed())
    const { data } = await rig.stripe.charges.list({ payment_intent: (await retrieveIntent(first)).id })
    expect(data).toMatchObject([{ object: 'charge', paid: true, amount: 4500 }])
  })

  it('filters a charge by when it succeeded, not by its first attempt', async () => {
    const id = await create()
    await debit(id)
    rig.clock.move({ minutes: 60 * 24 * 3 })
    const from = Math.floor(rig.clock.now().getTime() / 1000)
    await rig.sandbox.control.settleDebit(id, 'succeeded')
    const { data } = await rig.stripe.charges.list({ created: { gte: from } })
    expect(data).toMatchObject([{ payment_intent: (await retrieveIntent(id)).id, created: from }])
  })

  it('filters events by several types', async () => {
    const id = await paid()
    await rig.sandbox.control.refund(id)
    const { data } = await rig.stripe.events.list({ types: ['refund.created', 'charge.refunded'], limit: 2 })
    expect(data.map(({ type }) => type)).toEqual(['charge.refunded', 'refund.created'])
  })
})
