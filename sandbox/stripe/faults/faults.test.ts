import { sql } from 'kysely'
import type { Stripe } from 'stripe'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HEALTHY } from './faults.ts'
import { memoryDb, order, startRig, submitCard } from '../test-rig.ts'

const db = memoryDb()
let rig: Awaited<ReturnType<typeof startRig>>
beforeEach(async () => {
  rig = await startRig(db)
  await sql`truncate sandbox_stripe.events, sandbox_stripe.checkout_sessions`.execute(db)
  await rig.sandbox.control.heal()
})
afterEach(() => rig.close())
afterAll(() => db.destroy())

async function payOne() {
  const { id } = await rig.stripe.checkout.sessions.create(order(rig.clock))
  await submitCard(rig.sandbox, id)
  await rig.sandbox.idle()
  return id
}
const told = () => rig.receiver.told.map(({ body }) => JSON.parse(body) as Stripe.Event)
const toldSessions = () => told().map((event) => (event.data.object as Stripe.Checkout.Session).id)

describe('webhooks that go wrong', () => {
  it('are told late by the product’s clock', async () => {
    await rig.sandbox.control.webhooks({ delaySeconds: 90 })
    const id = await payOne()
    rig.clock.move({ seconds: 89 })
    await rig.sandbox.deliverDue()
    expect(toldSessions()).toEqual([])
    rig.clock.move({ seconds: 1 })
    await rig.sandbox.deliverDue()
    expect(toldSessions()).toEqual([id])
  })

  it('take their time, in real milliseconds', async () => {
    await rig.sandbox.control.webhooks({ pauseMilliseconds: 300 })
    const began = performance.now()
    await payOne()
    expect(performance.now() - began).toBeGreaterThanOrEqual(299)
    expect(rig.receiver.told).toHaveLength(1)
  })

  it('are told several times over, with one id', async () => {
    await rig.sandbox.control.webhooks({ copies: 3 })
    await payOne()
    const ids = told().map((event) => event.id)
    expect([ids.length, new Set(ids).size]).toEqual([3, 1])
    rig.clock.move({ minutes: 600 })
    await rig.sandbox.deliverDue()
    expect(rig.receiver.told).toHaveLength(3)
  })

  it('come out of order, the newest first', async () => {
    await rig.sandbox.control.webhooks({ newestFirst: true })
    const paid = [await payOne(), await payOne(), await payOne()]
    expect(toldSessions()).toEqual([])
    rig.clock.move({ seconds: 5 })
    await rig.sandbox.deliverDue()
    expect(toldSessions()).toEqual(paid.toReversed())
  })

  it('fail without a call, and are told again later', async () => {
    await rig.sandbox.control.webhooks({ failing: true })
    const id = await payOne()
    expect(rig.receiver.told).toEqual([])
    await rig.sandbox.control.webhooks({ failing: false })
    await rig.sandbox.deliverDue()
    expect(rig.receiver.told).toEqual([])
    rig.clock.move({ seconds: 1 })
    await rig.sandbox.deliverDue()
    expect(toldSessions()).toEqual([id])
  })

  it('are lost for ever, though the service remembers them, and others are not', async () => {
    await rig.sandbox.control.webhooks({ dropped: true })
    const lost = await payOne()
    await rig.sandbox.control.heal()
    rig.clock.move({ minutes: 1000 })
    const found = await payOne()
    expect(toldSessions()).toEqual([found])
    const { data } = await rig.stripe.events.list({ type: 'checkout.session.completed' })
    expect(data.map((event) => (event.data.object as Stripe.Checkout.Session).id)).toEqual([found, lost])

    await rig.sandbox.control.redeliver(data[1]!.id)
    await rig.sandbox.deliverDue()
    expect(toldSessions()).toEqual([found, lost])
  })

  it('can be told again when they were told already', async () => {
    await payOne()
    await rig.sandbox.control.redeliver(told()[0]!.id)
    await rig.sandbox.idle()
    expect(told().map((event) => event.id)).toEqual([told()[0]!.id, told()[0]!.id])
    await expect(rig.sandbox.control.redeliver('evt_none')).rejects.toThrow("No such event: 'evt_none'")
  })
})

describe('a fault', () => {
  it('outlives a restart, until it is switched off', async () => {
    await rig.sandbox.control.webhooks({ copies: 2 })
    await rig.sandbox.control.outage({ answer: 'limit', calls: 'list', times: 1 })
    await rig.sandbox.control.refunds({ outcome: 'pending' })
    await rig.close()
    rig = await startRig(db)
    expect(await rig.sandbox.control.faults()).toEqual({
      webhooks: { ...HEALTHY, copies: 2 },
      outages: [{ answer: 'limit', calls: 'list', times: 1, done: false }],
      refunds: [{ outcome: 'pending' }],
    })
    await expect(rig.stripe.checkout.sessions.list()).rejects.toMatchObject({ statusCode: 429 })
    await payOne()
    expect(rig.receiver.told).toHaveLength(2)
    await rig.sandbox.control.heal()
    expect(await rig.sandbox.control.faults()).toEqual({ webhooks: HEALTHY, outages: [], refunds: [] })
  })

  it('is noticed by another process on the same database', async () => {
    const other = await startRig(db)
    await expect.poll(() => other.stripe.events.list(), { timeout: 10_000 }).toBeDefined()
    await rig.sandbox.control.outage({ answer: 'limit' })
    const refused = () =>
      other.stripe.events.list().then(
        () => null,
        (error: Stripe.errors.StripeError) => error.statusCode,
      )
    await expect.poll(refused, { timeout: 10_000 }).toBe(429)
    await other.close()
  })

  it.each([{ copies: 0 }, { copies: 1.5 }, { delaySeconds: -1 }, { pauseMilliseconds: 30_001 }])(
    'is refused when it makes no sense: %o',
    async (change) => {
      await expect(rig.sandbox.control.webhooks(change)).rejects.toThrow(RangeError)
      expect((await rig.sandbox.control.faults()).webhooks).toEqual(HEALTHY)
    },
  )
})
