import type Stripe from 'stripe'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startStripeSandbox } from '../server.ts'
import { API_KEY, memoryDb, order, sdkFor, startRig, submitCard, WEBHOOK_SECRET } from '../test-rig.ts'

const db = memoryDb()
let rig: Awaited<ReturnType<typeof startRig>>
beforeEach(async () => {
  rig = await startRig(db)
  await sql`truncate sandbox_stripe.events, sandbox_stripe.checkout_sessions`.execute(db)
})
afterEach(() => rig.close())
afterAll(() => db.destroy())

const OPTIONS = { publicUrl: () => 'http://shop.test', webhookSecret: WEBHOOK_SECRET }

const create = () => rig.stripe.checkout.sessions.create(order(rig.clock))

/** Pays a session and waits until its event was delivered, or its first attempt failed. */
async function payOne() {
  const { id } = await create()
  await submitCard(rig.sandbox, id)
  await rig.sandbox.idle()
  return id
}

describe('an event', () => {
  it('reports a payment, with a signature that the SDK accepts', async () => {
    const id = await payOne()
    expect(rig.receiver.deliveries).toHaveLength(1)
    const { body, signature } = rig.receiver.deliveries[0]!
    const event = rig.stripe.webhooks.constructEvent(body, signature, WEBHOOK_SECRET)
    expect(event).toMatchObject({
      object: 'event',
      type: 'checkout.session.completed',
      livemode: false,
      data: {
        object: { id, object: 'checkout.session', status: 'complete', payment_status: 'paid', amount_total: 4500 },
      },
    })
    expect(Math.abs(Number(/^t=(\d+),/.exec(signature)?.[1]) - Date.now() / 1000), 'real time').toBeLessThan(60)
    expect(event.created, 'the stand-in’s clock').toBe(Date.parse('2030-01-07T12:00:00Z') / 1000)
    expect(() => rig.stripe.webhooks.constructEvent(`${body} `, signature, WEBHOOK_SECRET)).toThrow()
    expect(() => rig.stripe.webhooks.constructEvent(body, signature, 'whsec_other')).toThrow()
    expect(await rig.stripe.events.retrieve(event.id)).toMatchObject({ id: event.id, pending_webhooks: 0 })
  })

  it('reports a requested expiry, and one by the clock that no request noticed', async () => {
    const [requested, left] = [await create(), await create()]
    await rig.stripe.checkout.sessions.expire(requested.id)
    await rig.sandbox.idle()
    expect(rig.receiver.types()).toEqual(['checkout.session.expired'])
    rig.clock.move({ minutes: 31 })
    await rig.sandbox.deliverDue()
    const delivered = rig.receiver.deliveries.map(({ body }) => (JSON.parse(body) as Stripe.Event).data.object)
    expect(delivered).toMatchObject([
      { id: requested.id, status: 'expired' },
      { id: left.id, status: 'expired' },
    ])
  })

  it('reports a refund, with the idempotency key of its request', async () => {
    const id = await payOne()
    const session = await rig.stripe.checkout.sessions.retrieve(id)
    await rig.stripe.refunds.create({ payment_intent: String(session.payment_intent) }, { idempotencyKey: 'refund:1' })
    await rig.sandbox.idle()
    expect(rig.receiver.types().toSorted()).toEqual(['charge.refunded', 'checkout.session.completed', 'refund.created'])
    const refund = rig.receiver.deliveries
      .map(({ body }) => JSON.parse(body) as Stripe.Event)
      .find(({ type }) => type === 'refund.created')
    expect(refund?.request?.idempotency_key).toBe('refund:1')
  })
})

describe('an address that does not answer 2xx', () => {
  it('is retried at growing intervals until it does', async () => {
    rig.receiver.answers.push(500, 'hang up', 302)
    await payOne()
    expect(rig.receiver.deliveries).toHaveLength(1)
    await rig.sandbox.deliverDue()
    expect(rig.receiver.deliveries).toHaveLength(1) // Not due yet.

    for (const [seconds, deliveries] of [
      [1, 2],
      [4, 2],
      [1, 3],
      [30, 4],
      [36_000, 4],
    ] as const) {
      rig.clock.move({ seconds })
      await rig.sandbox.deliverDue()
      expect(rig.receiver.deliveries).toHaveLength(deliveries) // The fourth was a 200.
    }
    const ids = rig.receiver.deliveries.map(({ body }) => (JSON.parse(body) as Stripe.Event).id)
    expect(new Set(ids).size).toBe(1)
  })

  it('is given up after the last retry, and does not keep the payer waiting', async () => {
    rig.receiver.answers.push('hang up', ...Array<number>(50).fill(503))
    const { id } = await create()
    expect((await submitCard(rig.sandbox, id)).status).toBe(303)
    await rig.sandbox.idle()
    for (let day = 0; day < 30; day++) {
      rig.clock.move({ minutes: 24 * 60 })
      await rig.sandbox.deliverDue()
    }
    expect(rig.receiver.deliveries).toHaveLength(11)
  })
})

describe('a restart', () => {
  it('keeps events until there is an address, and delivers once to each of several', async () => {
    const urls: string[] = []
    const sandbox = await startStripeSandbox({
      ...OPTIONS,
      db,
      now: rig.clock.now,
      webhookUrls: () => urls,
      apiKey: API_KEY,
    })
    await rig.sandbox.close()
    const { id } = await sdkFor(sandbox).checkout.sessions.create(order(rig.clock))
    await submitCard(sandbox, id)
    await sandbox.idle()

    urls.push(rig.receiver.url, `${rig.receiver.url}?second`)
    rig.receiver.answers.push(200, 500)
    await sandbox.deliverDue()
    expect(rig.receiver.deliveries).toHaveLength(2)
    rig.clock.move({ seconds: 1 })
    await sandbox.deliverDue()
    expect(rig.receiver.deliveries).toHaveLength(3)
    await sandbox.close()
  })
})

describe('the sandbox', () => {
  it('rejects a live key, and fails to start if its port is taken', async () => {
    const start = (options: { apiKey: string; port?: number }) =>
      startStripeSandbox({ ...OPTIONS, db, now: rig.clock.now, webhookUrls: () => [], ...options })
    await expect(start({ apiKey: 'sk_live_1' })).rejects.toThrow('only test keys')
    await expect(start({ apiKey: API_KEY, port: rig.sandbox.port })).rejects.toThrow('EADDRINUSE')
  })
})
