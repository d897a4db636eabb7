import { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Outage } from './faults.ts'
import { parseCall } from './outages.ts'
import { API_KEY, order, sdkFor, startRig, submitCard } from '../test-rig.ts'

let rig: Awaited<ReturnType<typeof startRig>>
beforeAll(async () => {
  rig = await startRig()
})
afterEach(() => rig.sandbox.control.heal())
afterAll(() => rig.close())

const create = (reference: string, key?: string) =>
  rig.stripe.checkout.sessions.create(
    order(rig.clock, { client_reference_id: reference }),
    key ? { idempotencyKey: key } : {},
  )
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: Stripe.errors.StripeError) => error,
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

  it('may answer so to a GET, too', async () => {
    const { id } = await create('c')
    await rig.sandbox.control.outage({ answer: 'error', calls: 'retrieve', times: 1 })
    expect(await refusal(rig.stripe.checkout.sessions.retrieve(id))).toMatchObject({ statusCode: 500 })
    expect(await rig.stripe.checkout.sessions.retrieve(id)).toMatchObject({ id })
  })
})

/** The error that the SDK throws for each outage, and how many sessions were opened. */
const others: [outage: Outage, seen: object, made: number][] = [
  [{ answer: 'limit' }, { statusCode: 429, rawType: 'invalid_request_error', headers: { 'retry-after': '1' } }, 0],
  [{ answer: 'html' }, { type: 'StripeAPIError' }, 0],
  [{ answer: 'garbage' }, { type: 'StripeAPIError' }, 1],
  [{ answer: 'garbage', done: false }, { type: 'StripeAPIError' }, 0],
  [{ answer: 'reset' }, { message: expect.any(String) }, 1],
  [{ answer: 'reset', done: false }, { message: expect.any(String) }, 0],
  [{ answer: 'hang' }, { type: 'StripeConnectionError' }, 0],
  [{ answer: 'hang', done: true }, { type: 'StripeConnectionError' }, 1],
]

describe('a service that fails otherwise', () => {
  it.each(others)('%o', async (outage, seen, sessions) => {
    const impatient = new Stripe(API_KEY, {
      host: '127.0.0.1',
      port: rig.sandbox.port,
      protocol: 'http',
      // Only a service that hangs runs into the timeout.
      timeout: outage.answer === 'hang' ? 1_500 : 60_000,
      maxNetworkRetries: 0,
      telemetry: false,
    })
    const reference = JSON.stringify(outage)
    await rig.sandbox.control.outage({ ...outage, calls: 'create', times: 1 })
    const request = impatient.checkout.sessions.create(order(rig.clock, { client_reference_id: reference }))
    expect(await refusal(request)).toMatchObject(seen)
    await expect.poll(() => made(reference), { timeout: 20_000 }).toBe(sessions) // What hangs may be at work still.
    expect(await create('well again')).toMatchObject({ status: 'open' })
  })

  it('answers 404 without an error object, which the SDK takes for a success', async () => {
    const { id } = await create('d')
    await rig.sandbox.control.outage({ answer: 'bare_404', calls: 'retrieve', times: 1 })
    const answer = await rig.stripe.checkout.sessions.retrieve(id).catch((error: unknown) => error)
    expect(answer).not.toMatchObject({ object: 'checkout.session' })
  })

  it('answers late, with the right response', async () => {
    await rig.sandbox.control.outage({ answer: 'slow', milliseconds: 300, times: 1 })
    const began = performance.now()
    expect(await create('e')).toMatchObject({ status: 'open' })
    expect(performance.now() - began).toBeGreaterThanOrEqual(299)
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

  it('lasts until it is switched off if no number is given', async () => {
    await rig.sandbox.control.outage({ answer: 'limit' })
    for (let n = 0; n < 5; n++) expect(await refusal(rig.stripe.events.list())).toMatchObject({ statusCode: 429 })
    await rig.sandbox.control.heal()
    expect(await refusal(rig.stripe.events.list())).toBeNull()
  })

  it('does not keep the stand-in from closing', async () => {
    const other = await startRig(rig.db)
    await other.sandbox.control.outage({ answer: 'hang' })
    const request = refusal(sdkFor(other.sandbox).events.list())
    await expect.poll(async () => (await other.sandbox.control.faults()).outages).toHaveLength(1)
    await other.close()
    expect(await request).toMatchObject({ type: 'StripeConnectionError' })
  })

  it.each([
    ['POST', '/v1/checkout/sessions', 'create'],
    ['POST', '/v1/checkout/sessions/cs_test_1/expire', 'expire'],
    ['POST', '/v1/refunds', 'refund'],
    ['GET', '/v1/checkout/sessions?limit=3', 'list'],
    ['GET', '/v1/checkout/sessions/cs_test_1', 'retrieve'],
    ['GET', '/v1/checkout/sessions/cs_test_1/line_items', 'list'],
    ['GET', '/v1/refunds?payment_intent=pi_1', 'list'],
    ['GET', '/v1/payment_intents', 'list'],
    ['GET', '/v1/charges/ch_1', 'retrieve'],
    ['GET', '/v1/events/evt_1', 'retrieve'],
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

  it('leave a refund pending until it succeeds', async () => {
    const payment = await paid()
    await rig.sandbox.control.refunds({ outcome: 'pending', times: 1 })
    const { id, status } = await rig.stripe.refunds.create({ payment_intent: payment })
    expect(status).toBe('pending')
    expect((await charge(payment)).amount_refunded).toBe(4500)
    await rig.sandbox.control.settleRefund(id, 'succeeded')
    expect(await rig.stripe.refunds.retrieve(id)).toMatchObject({ status: 'succeeded' })
    expect(await listEvents(id)).toEqual(['refund.created', 'refund.updated'])
    await expect(rig.sandbox.control.settleRefund(id, 'succeeded')).rejects.toThrow('status of `succeeded`')
  })

  it('let a refund fail later, even after success, and it can be made again', async () => {
    for (const outcome of ['pending', null] as const) {
      const payment = await paid()
      if (outcome) await rig.sandbox.control.refunds({ outcome, times: 1 })
      const { id } = await rig.stripe.refunds.create({ payment_intent: payment })
      await rig.sandbox.control.settleRefund(id, 'failed')
      expect(await rig.stripe.refunds.retrieve(id)).toMatchObject({
        status: 'failed',
        failure_reason: 'expired_or_canceled_card',
      })
      expect(await charge(payment)).toMatchObject({ amount_refunded: 0, refunded: false })
      expect(await listEvents(id)).toEqual(['refund.created', 'refund.updated', 'refund.failed'])
      expect(await rig.stripe.refunds.create({ payment_intent: payment })).toMatchObject({ status: 'succeeded' })
    }
  })
})
