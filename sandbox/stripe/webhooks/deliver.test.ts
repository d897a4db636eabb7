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
    expect(() => rig.stripe.webhooks.constructEvent(`${body} `, signature, WEBHOOK_SECRET)).toThrow()
    expect(() => rig.stripe.webhooks.constructEvent(body, signature, 'whsec_other')).toThrow()
    expect(await rig.stripe.events.retrieve(event.id)).toMatchObject({ id: event.id, pending_webhooks: 0 })
  })

  it('is signed with real time, not the stand-in’s clock', async () => {
    await payOne()
    const time = Number(/^t=(\d+),/.exec(rig.receiver.deliveries[0]!.signature)?.[1])
    expect(Math.abs(time - Date.now() / 1000)).toBeLessThan(60)
    expect((JSON.parse(rig.receiver.deliveries[0]!.body) as Stripe.Event).created).toBe(
      Date.parse('2030-01-07T12:00:00Z') / 1000,
    )
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

  it('can be listed even if its type is not subscribed to', async () => {
    await payOne()
    const events = await rig.stripe.events.list({ type: 'payment_intent.succeeded', limit: 1 })
    expect(events.data[0]).toMatchObject({ type: 'payment_intent.succeeded', data: { object: { amount: 4500 } } })
    expect(rig.receiver.types()).not.toContain('payment_intent.succeeded')
  })
})

describe('an address that does not answer 2xx', () => {
  it('is retried at growing intervals until it does', async () => {
    rig.receiver.answers.push(500, 'hang up', 302)
    await payOne()
    expect(rig.receiver.deliveries).toHaveLength(1)
    await rig.sandbox.deliverDue()
    expect(rig.receiver.deliveries).toHaveLength(1) // Not due yet.

    rig.clock.move({ seconds: 1 })
    await rig.sandbox.deliverDue()
    expect(rig.receiver.deliveries).toHaveLength(2)
    rig.clock.move({ seconds: 4 })
    await rig.sandbox.deliverDue()
    expect(rig.receiver.deliveries).toHaveLength(2)
    rig.clock.move({ seconds: 1 })
    await rig.sandbox.deliverDue()
    expect(rig.receiver.deliveries).toHaveLength(3)
    rig.clock.move({ seconds: 30 })
    await rig.sandbox.deliverDue()
    expect(rig.receiver.deliveries).toHaveLength(4)

    const ids = rig.receiver.deliveries.map(({ body }) => (JSON.parse(body) as Stripe.Event).id)
    expect(new Set(ids).size).toBe(1)
    rig.clock.move({ minutes: 600 })
    await rig.sandbox.deliverDue()
    expect(rig.receiver.deliveries).toHaveLength(4) // The fourth was a 200.
  })

  it('is given up after the last retry', async () => {
    rig.receiver.answers.push(...Array<number>(50).fill(503))
    await payOne()
    for (let day = 0; day < 30; day++) {
      rig.clock.move({ minutes: 24 * 60 })
      await rig.sandbox.deliverDue()
    }
    expect(rig.receiver.deliveries).toHaveLength(11)
  })

  it('does not keep the payer waiting', async () => {
    rig.receiver.answers.push('hang up')
    const { id } = await create()
    expect((await submitCard(rig.sandbox, id)).status).toBe(303)
  })
})

describe('a restart', () => {
  it('delivers what was not delivered before, to the new address', async () => {
    rig.receiver.answers.push(500)
    const id = await payOne()
    await rig.sandbox.close()

    const later = await startRig(db)
    later.clock.move({ seconds: 1 })
    await later.sandbox.deliverDue()
    expect(later.receiver.deliveries.map(({ body }) => (JSON.parse(body) as Stripe.Event).data.object)).toMatchObject([
      { id },
    ])
    await later.close()
  })

  it('keeps events until there is an address, and delivers once to each of several', async () => {
    const urls: string[] = []
    const options = { db, now: rig.clock.now, publicUrl: () => 'http://shop.test', apiKey: API_KEY }
    const sandbox = await startStripeSandbox({ ...options, webhookUrls: () => urls, webhookSecret: WEBHOOK_SECRET })
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
  it('rejects a live key', async () => {
    const options = {
      db,
      now: rig.clock.now,
      publicUrl: () => '',
      webhookUrls: () => [],
      webhookSecret: WEBHOOK_SECRET,
    }
    await expect(startStripeSandbox({ ...options, apiKey: 'sk_live_1' })).rejects.toThrow('only test keys')
  })

  it('fails to start if its port is taken', async () => {
    const options = {
      db,
      now: rig.clock.now,
      publicUrl: () => '',
      webhookUrls: () => [],
      webhookSecret: WEBHOOK_SECRET,
    }
    const start = startStripeSandbox({ ...options, apiKey: API_KEY, port: rig.sandbox.port })
    await expect(start).rejects.toThrow('EADDRINUSE')
  })
})
