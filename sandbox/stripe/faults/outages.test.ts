import type { Stripe } from 'stripe'
import { afterEach, describe, expect, it } from 'vitest'
import type { Outage } from './faults.ts'
import { parseCall } from './outages.ts'
import { order, refusal, rig, submitCard, useRig } from '../test-rig.ts'

useRig()
afterEach(() => rig.sandbox.control.heal())

const create = (reference: string, key?: string) =>
  rig.stripe.checkout.sessions.create(
    order(rig.clock, { client_reference_id: reference }),
    key ? { idempotencyKey: key } : {},
  )
const made = async (reference: string) =>
  (await rig.stripe.checkout.sessions.list({ limit: 100 })).data.filter(
    (session) => session.client_reference_id === reference,
  ).length

describe('a service that answers 500', () => {
  it('stores that answer under the key, and does nothing', async () => {
    await rig.sandbox.control.outage({ answer: 'error', calls: 'create', times: 1 })
    expect(await refusal(create('a', 'a:1'))).toMatchObject({ statusCode: 500 })
    expect(await refusal(create('a', 'a:1'))).toMatchObject({ statusCode: 500 }) // Well again, and still.
    expect(await made('a')).toBe(0)
    expect(await create('a', 'a:2')).toMatchObject({ status: 'open' })
  })

  it('may do the work all the same', async () => {
    await rig.sandbox.control.outage({ answer: 'error', calls: 'create', times: 1, done: true })
    expect(await refusal(create('b', 'b:1'))).toMatchObject({ statusCode: 500 })
    expect(await refusal(create('b', 'b:1'))).toMatchObject({ statusCode: 500 })
    expect(await made('b')).toBe(1)
  })
})

/** The error that the SDK throws for each outage, and how many sessions were opened. */
const others: [outage: Outage, seen: object, made: number][] = [
  [{ answer: 'limit' }, { statusCode: 429, rawType: 'invalid_request_error', headers: { 'retry-after': '1' } }, 0],
  [{ answer: 'html' }, { type: 'StripeAPIError' }, 0],
  [{ answer: 'garbage' }, { type: 'StripeAPIError' }, 1],
  [{ answer: 'reset' }, { message: expect.any(String) }, 1],
  [{ answer: 'reset', done: false }, { message: expect.any(String) }, 0],
]

describe('a service that fails otherwise', () => {
  it.each(others)('%o', async (outage, seen, sessions) => {
    const reference = JSON.stringify(outage)
    await rig.sandbox.control.outage({ ...outage, calls: 'create', times: 1 })
    expect(await refusal(create(reference))).toMatchObject(seen)
    await expect.poll(() => made(reference), { timeout: 20_000 }).toBe(sessions)
    expect(await create('well again')).toMatchObject({ status: 'open' })
  })

  it('answers 404 without an error object, which the SDK takes for a success', async () => {
    const { id } = await create('d')
    await rig.sandbox.control.outage({ answer: 'bare_404', calls: 'retrieve', times: 1 })
    const answer = await rig.stripe.checkout.sessions.retrieve(id).catch((error: unknown) => error)
    expect(answer).not.toMatchObject({ object: 'checkout.session' })
  })
})

describe('an outage', () => {
  it('breaks calls of its kind, the given number of times, in the order in which outages were added', async () => {
    const { id } = await create('f')
    await rig.sandbox.control.outage({ answer: 'limit', calls: 'expire', times: 2 })
    await rig.sandbox.control.outage({ answer: 'error', calls: 'expire', times: 1 })
    const expire = () => refusal(rig.stripe.checkout.sessions.expire(id))
    const seen = []
    for (let n = 0; n < 3; n++) seen.push((await expire())?.statusCode)
    expect(seen).toEqual([429, 429, 500])
    expect(await rig.stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open' })
    expect(await expire()).toBeNull()
  })

  it.each([
    ['POST', '/v1/checkout/sessions', 'create'],
    ['POST', '/v1/checkout/sessions/cs_test_1/expire', 'expire'],
    ['POST', '/v1/refunds', 'refund'],
    ['POST', '/v1/account_links', 'account'],
    ['POST', '/v1/transfers', 'transfer'],
    ['POST', '/v1/transfers/tr_1/reversals', 'reversal'],
    ['GET', '/v1/transfers/tr_1/reversals', 'list'],
    ['GET', '/v1/balance', 'retrieve'],
    ['GET', '/v1/checkout/sessions?limit=3', 'list'],
    ['GET', '/v1/checkout/sessions/cs_test_1', 'retrieve'],
  ])('classifies %s %s as %s', (method, path, call) => {
    expect(parseCall({ method, url: `http://localhost${path}` })).toBe(call)
  })
})

describe('refund faults', () => {
  async function paid() {
    const { id } = await create('refunds')
    await submitCard(rig.sandbox, id)
    return String((await rig.stripe.checkout.sessions.retrieve(id)).payment_intent)
  }
  const charge = async (payment: string) => {
    const { latest_charge } = await rig.stripe.paymentIntents.retrieve(payment, { expand: ['latest_charge'] })
    return latest_charge as Stripe.Charge
  }
  const listEvents = async (id: string) =>
    (await rig.stripe.events.list({ limit: 100 })).data
      .filter((event) => (event.data.object as { id: string }).id === id)
      .map((event) => event.type)
      .toReversed()

  it('refuse a refund because of the balance, and another key works', async () => {
    const payment = await paid()
    await rig.sandbox.control.refunds({ outcome: 'refused', times: 1 })
    const refund = (idempotencyKey: string) =>
      rig.stripe.refunds.create({ payment_intent: payment }, { idempotencyKey })
    const refused = { statusCode: 400, code: 'balance_insufficient' }
    expect(await refusal(refund(`${payment}:1`))).toMatchObject(refused)
    expect(await refusal(refund(`${payment}:1`))).toMatchObject(refused)
    expect((await charge(payment)).amount_refunded).toBe(0)
    expect(await refund(`${payment}:2`)).toMatchObject({ status: 'succeeded' })
  })

  it('let a refund fail later, even after success, and it can be made again', async () => {
    const payment = await paid()
    const { id } = await rig.stripe.refunds.create({ payment_intent: payment })
    await rig.sandbox.control.settleRefund(id, 'failed')
    const failed = { status: 'failed', failure_reason: 'expired_or_canceled_card' }
    expect(await rig.stripe.refunds.retrieve(id)).toMatchObject(failed)
    expect(await charge(payment)).toMatchObject({ amount_refunded: 0, refunded: false })
    expect(await listEvents(id)).toEqual(['refund.created', 'refund.updated', 'refund.failed'])
    expect(await rig.stripe.refunds.create({ payment_intent: payment })).toMatchObject({ status: 'succeeded' })
  })
})
