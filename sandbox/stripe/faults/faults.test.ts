import { sql } from 'kysely'
import type { Stripe } from 'stripe'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NO_WEBHOOK_FAULTS } from './faults.ts'
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
const deliveredEvents = () => rig.receiver.deliveries.map(({ body }) => JSON.parse(body) as Stripe.Event)
const deliveredSessionIds = () => deliveredEvents().map((event) => (event.data.object as Stripe.Checkout.Session).id)

describe('webhook faults', () => {
  it('deliver an event several times, with one id', async () => {
    await rig.sandbox.control.webhooks({ copies: 3 })
    await payOne()
    const ids = deliveredEvents().map((event) => event.id)
    expect([ids.length, new Set(ids).size]).toEqual([3, 1])
    rig.clock.move({ minutes: 600 })
    await rig.sandbox.deliverDue()
    expect(rig.receiver.deliveries).toHaveLength(3)
  })

  it('deliver events late, by the product’s clock', async () => {
    await rig.sandbox.control.webhooks({ delaySeconds: 90 })
    const id = await payOne()
    for (const [seconds, delivered] of [
      [89, []],
      [1, [id]],
    ] as const) {
      rig.clock.move({ seconds })
      await rig.sandbox.deliverDue()
      expect(deliveredSessionIds()).toEqual(delivered)
    }
  })

  it('deliver the newest event first', async () => {
    await rig.sandbox.control.webhooks({ newestFirst: true })
    const paid = [await payOne(), await payOne(), await payOne()]
    expect(deliveredSessionIds()).toEqual([])
    rig.clock.move({ seconds: 5 })
    await rig.sandbox.deliverDue()
    expect(deliveredSessionIds()).toEqual(paid.toReversed())
  })

  it('fail attempts without a call, which are repeated later', async () => {
    await rig.sandbox.control.webhooks({ failing: true })
    const id = await payOne()
    expect(rig.receiver.deliveries).toEqual([])
    await rig.sandbox.control.webhooks({ failing: false })
    await rig.sandbox.deliverDue()
    expect(rig.receiver.deliveries).toEqual([])
    rig.clock.move({ seconds: 1 })
    await rig.sandbox.deliverDue()
    expect(deliveredSessionIds()).toEqual([id])
  })

  it('lose events that fall due, but still list them, and deliver later ones', async () => {
    await rig.sandbox.control.webhooks({ dropped: true })
    const lost = await payOne()
    await rig.sandbox.control.heal()
    rig.clock.move({ minutes: 1000 })
    const found = await payOne()
    expect(deliveredSessionIds()).toEqual([found])
    const { data } = await rig.stripe.events.list({ type: 'checkout.session.completed' })
    expect(data.map((event) => (event.data.object as Stripe.Checkout.Session).id)).toEqual([found, lost])

    await rig.sandbox.control.redeliver(data[1]!.id)
    await rig.sandbox.deliverDue()
    expect(deliveredSessionIds()).toEqual([found, lost])
    await expect(rig.sandbox.control.redeliver('evt_none')).rejects.toThrow("No such event: 'evt_none'")
  })
})

describe('a fault', () => {
  it('survives a restart until it is switched off', async () => {
    await rig.sandbox.control.webhooks({ copies: 2 })
    await rig.sandbox.control.outage({ answer: 'limit', calls: 'list', times: 1 })
    await rig.sandbox.control.refunds({ outcome: 'pending' })
    await rig.close()
    rig = await startRig(db)
    expect(await rig.sandbox.control.faults()).toEqual({
      webhooks: { ...NO_WEBHOOK_FAULTS, copies: 2 },
      outages: [{ answer: 'limit', calls: 'list', times: 1, done: false }],
      refunds: [{ outcome: 'pending' }],
      transfers: [],
    })
    const other = await startRig(db) // Another process on the same database.
    await expect(other.stripe.checkout.sessions.list()).rejects.toMatchObject({ statusCode: 429 })
    await other.close()
    await payOne()
    expect(rig.receiver.deliveries).toHaveLength(2)
    await rig.sandbox.control.heal()
    expect(await rig.sandbox.control.faults()).toEqual({
      webhooks: NO_WEBHOOK_FAULTS,
      outages: [],
      refunds: [],
      transfers: [],
    })
  })
})
