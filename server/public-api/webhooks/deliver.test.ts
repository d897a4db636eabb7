/** Deliveries to programs that work, fail, come back, or never do. */
import { describe, expect, it } from 'vitest'
import { transact } from '#server/platform/db/connect'
import { deleteExpiredData } from '#server/privacy/personal-data/retention'
import { deliverWebhook, queueDueDeliveries } from '#server/public-api/webhooks/deliver'
import { replayDelivery, sendTestEvent, switchEndpoint } from '#server/public-api/webhooks/endpoints'
import { recordTestEvent } from '#server/platform/events/record-event'
import { bookPaid } from '../../../tests/support/bookings/paid-session.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { addReceiver, deliveries } from '../../../tests/support/webhooks.ts'

useProduct()

type Receiver = Awaited<ReturnType<typeof addReceiver>>

const fails = (receiver: Receiver, status = 500) =>
  (receiver.respond = (response) => void response.writeHead(status).end('Broken'))
const works = (receiver: Receiver) => (receiver.respond = (response) => void response.end('Received'))
const sendTest = (receiver: Receiver) => sendTestEvent(test.app, receiver.by, receiver.id)
/** One round of the minute's job, with all that it queues. */
const round = async () => {
  await queueDueDeliveries(test.app)
  await test.runJobs()
}
const endpoint = () => test.db.selectFrom('webhookEndpoints').selectAll().executeTakeFirstOrThrow()
const openConcerns = () =>
  test.db.selectFrom('concerns').select(['kind', 'subject']).where('resolvedAt', 'is', null).execute()

describe('a delivery', () => {
  it('arrives signed, once, and says what came of it', async () => {
    const receiver = await addReceiver(test, { events: ['booking.confirmed'] })
    const { id } = await bookPaid(test)
    await test.runJobs()
    await round()
    expect(receiver.received).toMatchObject([
      { type: 'booking.confirmed', data: { bookingId: id }, isGenuine: true, at: test.clock.time },
    ])
    const [delivery] = await deliveries(test)
    expect(delivery).toMatchObject({
      state: 'delivered',
      attempts: 1,
      status: 200,
      excerpt: 'Received',
      eventId: receiver.received[0]!.eventId,
      triedAt: test.clock.time,
    })
    expect(delivery!.durationMs).toBeGreaterThanOrEqual(0)
  })

  it('is tried again after 1, 5, 30, 120, 360 and 720 minutes, under the same id, and then given up', async () => {
    const receiver = await addReceiver(test)
    fails(receiver)
    await sendTest(receiver)
    await test.runJobs()
    let attempts = 1
    for (const minutes of [1, 5, 30, 120, 360, 720]) {
      expect(await deliveries(test)).toMatchObject([{ state: 'waiting', attempts, status: 500, excerpt: 'Broken' }])
      test.clock.time = new Date(test.clock.time.getTime() + minutes * 60_000 - 1)
      await round()
      expect(receiver.received).toHaveLength(attempts)
      test.clock.time = new Date(test.clock.time.getTime() + 1)
      await round()
      attempts += 1
      expect(receiver.received).toHaveLength(attempts)
    }
    expect(await deliveries(test)).toMatchObject([{ state: 'given_up', attempts: 7 }])
    test.clock.forward(24 * 60)
    await round()
    expect(receiver.received).toHaveLength(7)
    expect(new Set(receiver.received.map(({ eventId }) => eventId)).size).toBe(1)
    expect(receiver.received.every(({ isGenuine }) => isGenuine)).toBe(true)
  })

  it('arrives late once the program works again', async () => {
    const receiver = await addReceiver(test)
    fails(receiver, 503)
    await sendTest(receiver)
    await test.runJobs()
    works(receiver)
    expect((await endpoint()).failingSince).toEqual(test.clock.time)
    test.clock.forward(1)
    await round()
    expect(await deliveries(test)).toMatchObject([{ state: 'delivered', attempts: 2, status: 200 }])
    expect((await endpoint()).failingSince).toBeNull()
  })

  it('of a killed process is made again by one of the others within half a minute and a round', async () => {
    const receiver = await addReceiver(test)
    await sendTest(receiver)
    const { id } = (await deliveries(test))[0]!
    // A process that is killed while it waits for the response notes nothing.
    const killed = { ...test.app, webhooks: { post: () => Promise.reject(new Error('killed')) } }
    await expect(deliverWebhook(killed, id)).rejects.toThrow('killed')
    await round()
    expect(receiver.received).toHaveLength(0)
    test.clock.forward(0.5)
    await Promise.all([deliverWebhook(test.app, id), round(), deliverWebhook(test.app, id)])
    expect(receiver.received).toHaveLength(1)
    expect(await deliveries(test)).toMatchObject([{ state: 'delivered', attempts: 2 }])
  })

  it('notes nothing of an attempt after which another began', async () => {
    const receiver = await addReceiver(test)
    await sendTest(receiver)
    const { id } = (await deliveries(test))[0]!
    const frozen = {
      ...test.app,
      webhooks: {
        async post() {
          test.clock.forward(1)
          await deliverWebhook(test.app, id)
          return { ok: false, error: 'too_slow' } as const
        },
      },
    }
    await deliverWebhook(frozen, id)
    expect(await deliveries(test)).toMatchObject([{ state: 'delivered', attempts: 2, status: 200, problem: null }])
  })

  it('goes nowhere once its host is in a private network', async () => {
    const receiver = await addReceiver(test)
    test.calendarService.addresses.set('receiver.test', [['10.0.0.5']])
    await sendTest(receiver)
    await test.runJobs()
    expect(await deliveries(test)).toMatchObject([{ state: 'waiting', status: null, problem: 'not_allowed' }])
    expect(receiver.received).toEqual([])
  })

  it('is deleted with its event after 30 days', async () => {
    const receiver = await addReceiver(test)
    await sendTest(receiver)
    await test.runJobs()
    test.clock.forward(30 * 24 * 60)
    await deleteExpiredData(test.app)
    expect(await deliveries(test)).toHaveLength(1)
    test.clock.forward(1)
    await deleteExpiredData(test.app)
    expect(await deliveries(test)).toEqual([])
    expect(await test.db.selectFrom('webhookEvents').select('id').execute()).toEqual([])
  })
})

describe('an endpoint', () => {
  it('that failed for three days is switched off, its pending deliveries are dropped, and admins are notified once', async () => {
    const receiver = await addReceiver(test)
    fails(receiver)
    await sendTest(receiver)
    await test.runJobs()
    test.clock.forward(3 * 24 * 60 - 1)
    await sendTest(receiver)
    await test.runJobs()
    expect(await endpoint()).toMatchObject({ isOn: true })
    test.clock.forward(1)
    await sendTest(receiver)
    await round()
    expect(await endpoint()).toMatchObject({ isOn: false, offReason: 'failing' })
    expect(await openConcerns()).toEqual([{ kind: 'webhook_off', subject: receiver.id }])
    expect((await deliveries(test)).map(({ state }) => state)).not.toContain('waiting')
    expect(await sendTest(receiver)).toEqual({ ok: false, error: { code: 'off' } })
    const { version } = await endpoint()
    await switchEndpoint(test.app, receiver.by, { id: receiver.id, version, isOn: true })
    expect(await openConcerns()).toEqual([])
    expect(await endpoint()).toMatchObject({ isOn: true, offReason: null, failingSince: null })
  })

  it('that a success came between is not switched off', async () => {
    const receiver = await addReceiver(test)
    for (const day of [0, 1, 2, 3, 4]) {
      if (day === 2) works(receiver)
      else fails(receiver)
      await sendTest(receiver)
      await test.runJobs()
      test.clock.forward(24 * 60)
    }
    expect(await endpoint()).toMatchObject({ isOn: true })
  })

  it('of a live site gets nothing from a rehearsal of its copy', async () => {
    const receiver = await addReceiver(test)
    await sendTest(receiver)
    test.app.config = { ...test.app.config, mode: 'live', rehearsal: true }
    await test.runJobs()
    await round()
    expect(await sendTest(receiver)).toEqual({ ok: false, error: { code: 'off' } })
    expect(receiver.received).toEqual([])
    expect(await deliveries(test)).toMatchObject([{ state: 'waiting', attempts: 0 }])
  })

  it('that is removed at the same moment fails no delivery', async () => {
    const receiver = await addReceiver(test)
    await Promise.all([test.db.deleteFrom('webhookEndpoints').where('id', '=', receiver.id).execute(), bookPaid(test)])
    await test.runJobs()
    expect(await test.db.selectFrom('bookings').select('status').execute()).toEqual([{ status: 'confirmed' }])
  })
})

describe('replayDelivery', () => {
  it('sends the same event once more, as a delivery of its own, however often it is requested at once', async () => {
    const receiver = await addReceiver(test)
    await sendTest(receiver)
    await test.runJobs()
    const { id } = (await deliveries(test))[0]!
    const replay = () => replayDelivery(test.app, receiver.by, id)
    const both = await Promise.all([replay(), replay()])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both.find(({ ok }) => !ok)).toEqual({ ok: false, error: { code: 'again' } })
    await test.runJobs()
    expect(receiver.received).toHaveLength(2)
    expect(receiver.received[1]).toEqual(receiver.received[0])
    expect(await deliveries(test)).toMatchObject([
      { sending: 1, state: 'delivered' },
      { sending: 2, state: 'delivered' },
    ])
  })

  it('sends nothing that still waits, and nothing to an endpoint that is off', async () => {
    const receiver = await addReceiver(test)
    await transact(test.db, (tx) => recordTestEvent(test.app, tx, receiver.id))
    const { id } = (await deliveries(test))[0]!
    expect(await replayDelivery(test.app, receiver.by, id)).toEqual({ ok: false, error: { code: 'not_possible' } })
    await switchEndpoint(test.app, receiver.by, { id: receiver.id, version: 1, isOn: false })
    expect(await deliveries(test)).toMatchObject([{ state: 'given_up', problem: 'switched_off' }])
    expect(await replayDelivery(test.app, receiver.by, id)).toEqual({ ok: false, error: { code: 'off' } })
    await test.runJobs()
    expect(receiver.received).toEqual([])
  })
})
