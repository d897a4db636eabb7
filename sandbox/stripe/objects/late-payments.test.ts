import type { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { order, rig, submitCard, useRig } from '../test-rig.ts'

useRig()

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
  it('completes a session that the seller has expired, once', async () => {
    const id = await create()
    await rig.stripe.checkout.sessions.expire(id)
    await rig.sandbox.control.payLate(id)
    expect(await retrieve(id)).toMatchObject({ status: 'complete', payment_status: 'paid', url: null })
    expect(await retrieveIntent(id)).toMatchObject({ status: 'succeeded', amount_received: 4500 })
    expect(await listEventTypes(id)).toEqual(['checkout.session.completed', 'checkout.session.expired'])
    await expect(rig.sandbox.control.payLate(id)).rejects.toThrow('`complete`')
    await expect(rig.sandbox.control.payLate('cs_test_none')).rejects.toThrow('No such')
    expect((await rig.stripe.charges.list({ payment_intent: (await retrieveIntent(id)).id })).data).toHaveLength(1)
  })
})

describe('a bank debit', () => {
  it('completes a session unpaid, and marks it paid when the bank pays, also after it has refused', async () => {
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

    await rig.sandbox.control.settleDebit(id, 'failed')
    expect(await retrieve(id)).toMatchObject({ status: 'complete', payment_status: 'unpaid' })
    expect(await retrieveIntent(id)).toMatchObject({ status: 'requires_payment_method', amount_received: 0 })
    await rig.sandbox.control.settleDebit(id, 'succeeded')
    await expect(rig.sandbox.control.settleDebit(id, 'failed')).rejects.toThrow('`paid`')
    expect(await retrieveIntent(id)).toMatchObject({
      status: 'succeeded',
      amount_received: 4500,
      payment_method_types: ['bacs_debit'],
      latest_charge: { status: 'succeeded' },
    })
    expect(await listDeliveredEvents(id)).toMatchObject([
      { type: 'checkout.session.completed', object: { payment_status: 'unpaid' } },
      { type: 'checkout.session.async_payment_failed', object: { payment_status: 'unpaid' } },
      { type: 'checkout.session.async_payment_succeeded', object: { payment_status: 'paid' } },
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
  it.each([
    ['lost', 'charge.dispute.closed'],
    ['won', 'charge.dispute.funds_reinstated'],
  ] as const)('is opened once, takes the money of a payment back, gets evidence, and is %s', async (outcome, event) => {
    await expect(rig.sandbox.control.dispute(await create())).rejects.toThrow('not paid')
    const id = await paid()
    await expect(rig.sandbox.control.dispute(id, { amount: 4501 })).rejects.toThrow('cannot be disputed')
    const dispute = await rig.sandbox.control.dispute(id, { amount: 1000 })
    await expect(rig.sandbox.control.dispute(id)).rejects.toThrow('cannot be disputed')
    const { id: payment, latest_charge } = await retrieveIntent(id)
    expect(latest_charge).toMatchObject({ disputed: true })
    await rig.sandbox.control.answerDispute(dispute)
    await rig.sandbox.control.closeDispute(dispute, outcome)
    expect((await rig.stripe.disputes.list({ payment_intent: payment })).data).toMatchObject([
      { id: dispute, status: outcome, amount: 1000 },
    ])
    const types = await listEventTypes(id)
    for (const type of ['charge.dispute.created', 'charge.dispute.funds_withdrawn', event])
      expect(types).toContain(type)
    await expect(rig.sandbox.control.closeDispute(dispute, 'won')).rejects.toThrow(`\`${outcome}\``)
  })
})

describe('a list of charges', () => {
  it('filters a charge by when it succeeded, not by its first attempt', async () => {
    const id = await create()
    await debit(id)
    rig.clock.move({ minutes: 60 * 24 * 3 })
    const from = Math.floor(rig.clock.now().getTime() / 1000)
    await rig.sandbox.control.settleDebit(id, 'succeeded')
    const { data } = await rig.stripe.charges.list({ created: { gte: from } })
    expect(data).toMatchObject([{ payment_intent: (await retrieveIntent(id)).id, created: from }])
  })
})
