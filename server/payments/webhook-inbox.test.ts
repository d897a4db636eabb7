import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectPayments } from '#server/payments/stripe/stripe'
import { minutesAfter } from '#domain/time/wall-time'
import { processEvent, replayEvent } from '#server/payments/webhook-inbox'
import { sweep } from '#server/bookings/sweep'
import { addMentor, openTestApp, type TestApp } from '../../tests/support/product/app.ts'
import { payCheckout, unreachablePayments } from '../../tests/support/payments/checkout.ts'
import { nonEmpty } from '../../tests/support/non-empty.ts'
import { bookingOf, expectProblem, postBooking } from '../../tests/support/bookings/requests.ts'
import { readTables } from '../../tests/support/database/tables.ts'
import { deliver, readEventBodies, readEventBody, sign } from '../../tests/support/payments/webhooks.ts'

let test: TestApp
let payments: TestApp['app']['payments']
beforeAll(async () => {
  test = await openTestApp()
  payments = test.app.payments
})
beforeEach(async () => {
  test.app.payments = payments
  await test.reset()
})
afterAll(() => test.close())

/** A held booking whose checkout was paid, and the event that tells of it, not delivered yet. */
async function paidBooking() {
  const answer = await postBooking(test, bookingOf(await addMentor(test)))
  const { id } = (await answer.json()) as { id: string }
  await payCheckout(test, id)
  return { checkoutId: id, body: await readEventBody(test) }
}

const statuses = async () =>
  (await test.db.selectFrom('bookings').select('status').orderBy('created_at').execute()).map(({ status }) => status)
const events = () => test.db.selectFrom('payment_events').selectAll().execute()
const DAY_SECONDS = 86_400

describe('a webhook', () => {
  it('with the payment service’s signature confirms what was paid', async () => {
    const { body } = await paidBooking()
    const answer = await deliver(test, body)
    expect([answer.status, await answer.json()]).toEqual([200, { received: true }])
    await test.runJobs()
    expect(await statuses()).toEqual(['confirmed'])
  })

  it.each<[string, (body: string) => { body?: string; signature: string | null }]>([
    ['without a signature', () => ({ signature: null })],
    ['with an empty signature', () => ({ signature: '' })],
    ['with a signature that says nothing', () => ({ signature: 'hello' })],
    ['signed with another secret', (body) => ({ signature: sign(body, { secret: 'whsec_other' }) })],
    ['signed only by the scheme for tests, v0', (body) => ({ signature: sign(body, { scheme: 'v0' }) })],
    ['without the time in its signature', (body) => ({ signature: sign(body).replace(/^t=\d+,/, '') })],
    ['with the time taken out of reach', (body) => ({ signature: sign(body).replace(/^t=\d+/, 't=now') })],
    ['whose body was changed', (body) => ({ body: body.replace('cs_test_', 'cs_tests'), signature: sign(body) })],
    [
      'whose body was written anew',
      (body) => ({ body: JSON.stringify(JSON.parse(body), null, 2), signature: sign(body) }),
    ],
    ['that is six minutes old', (body) => ({ signature: sign(body, { secondsFromNow: -360 }) })],
    ['from six minutes ahead', (body) => ({ signature: sign(body, { secondsFromNow: 360 }) })],
    ['from tomorrow', (body) => ({ signature: sign(body, { secondsFromNow: DAY_SECONDS }) })],
    [
      'from tomorrow that also claims to be of now',
      (body) => ({ signature: `t=${Math.floor(Date.now() / 1000)},${sign(body, { secondsFromNow: DAY_SECONDS })}` }),
    ],
  ])('%s is refused and changes nothing', async (_what, forge) => {
    const { body } = await paidBooking()
    const before = await readTables(test.db)
    const forged = forge(body)
    const answer = await deliver(test, forged.body ?? body, forged.signature)
    const { errors } = await expectProblem(answer, 400, 'invalid')
    expect(errors).toEqual({ 'stripe-signature': 'This signature is not ours or not of now' })
    expect(await readTables(test.db)).toEqual(before)
  })

  it('is taken up to five minutes late', async () => {
    const { body } = await paidBooking()
    expect((await deliver(test, body, sign(body, { secondsFromNow: -240 }))).status).toBe(200)
    await test.runJobs()
    expect(await statuses()).toEqual(['confirmed'])
  })

  it('is taken with two signatures of which one fits, as while a secret is being changed', async () => {
    const { body } = await paidBooking()
    const [time, good] = sign(body).split(',')
    expect((await deliver(test, body, `${time},v1=${'0'.repeat(64)},${good}`)).status).toBe(200)
    await test.runJobs()
    expect(await statuses()).toEqual(['confirmed'])
  })

  it('is taken under the secret before, while that is being changed, and no longer after', async () => {
    const { body } = await paidBooking()
    const changing = (webhookSecrets: string[]) =>
      connectPayments({ secretKey: 'sk_test_sandbox', webhookSecrets, apiBase: test.stripe.url })
    const old = sign(body, { secret: 'whsec_before' })
    test.app.payments = changing(['whsec_new'])
    await expectProblem(await deliver(test, body, old), 400, 'invalid')
    test.app.payments = changing(['whsec_new', 'whsec_before'])
    expect((await deliver(test, body, old)).status).toBe(200)
    expect((await deliver(test, body, sign(body, { secret: 'whsec_new' }))).status).toBe(200)
    expect(await events()).toHaveLength(1)
  })

  it('of a type the product does not know is stored and changes nothing else', async () => {
    const object = { object: 'invoice', id: 'in_1' }
    const body = JSON.stringify({ id: 'evt_new', object: 'event', type: 'invoice.paid', data: { object } })
    expect((await deliver(test, body)).status).toBe(200)
    await test.runJobs()
    expect(await events()).toMatchObject([
      { id: 'evt_new', type: 'invoice.paid', checkout_id: null, object_id: 'in_1', processed_at: test.clock.time },
    ])
    expect(await statuses()).toEqual([])
  })

  it.each(['checkout.session.completed', 'charge.refunded', 'refund.failed', 'charge.dispute.created'])(
    'about a %s that is not of ours is stored, answered and done',
    async (type) => {
      const object = { object: 'checkout.session', id: 'cs_test_elsewhere', payment_intent: 'pi_elsewhere' }
      if (type !== 'checkout.session.completed') Object.assign(object, { object: 'charge', id: 'ch_elsewhere' })
      const body = JSON.stringify({ id: 'evt_else', object: 'event', type, data: { object } })
      expect((await deliver(test, body)).status).toBe(200)
      await test.runJobs()
      expect(await events()).toMatchObject([{ processed_at: test.clock.time, attempts: 0 }])
      expect(await concerns()).toEqual([])
      expect(test.faults).toEqual([])
    },
  )

  it('that says “paid” of a checkout nobody paid confirms nothing: the payment service is asked', async () => {
    const answer = await postBooking(test, bookingOf(await addMentor(test)))
    const { id } = (await answer.json()) as { id: string }
    const session = { object: 'checkout.session', id, status: 'complete', payment_status: 'paid', amount_total: 4500 }
    const event = { id: 'evt_lie', object: 'event', type: 'checkout.session.completed', data: { object: session } }
    expect((await deliver(test, JSON.stringify(event))).status).toBe(200)
    await test.runJobs()
    expect(await statuses()).toEqual(['held'])
  })

  it('larger than 256 KB is refused unread', async () => {
    const body = JSON.stringify({ id: 'evt_1', padding: 'x'.repeat(256 * 1024) })
    await expectProblem(await deliver(test, body), 413, 'too_large')
    expect(await events()).toEqual([])
  })
})

describe('the inbox', () => {
  it('answers 2xx only when the event is stored, with its job', async () => {
    const { body } = await paidBooking()
    const { queue } = test.app
    test.app.queue = () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNRESET' }))
    await expectProblem(await deliver(test, body), 503, 'unavailable')
    expect(await events()).toEqual([])
    test.app.queue = queue
    expect((await deliver(test, body)).status).toBe(200)
    expect(await events()).toMatchObject([{ processed_at: null, attempts: 0 }])
  })

  it('answers for an event though the payment service cannot be asked, and settles it later by itself', async () => {
    const { body } = await paidBooking()
    test.app.payments = offline()
    expect((await deliver(test, body)).status).toBe(200)
    await test.runJobs()
    expect(await statuses()).toEqual(['held'])
    expect(await events()).toMatchObject([{ processed_at: null, attempts: 1 }])

    test.app.payments = payments
    await sweep(test.app)
    expect(await statuses()).toEqual(['held']) // Not due yet.
    test.clock.forward(1)
    await sweep(test.app)
    expect(await statuses()).toEqual(['confirmed'])
    expect(await events()).toMatchObject([{ processed_at: test.clock.time }])
  })

  it('keeps one row of an event that comes fifty times at once, and acts on it once', async () => {
    const { body } = await paidBooking()
    const answers = await Promise.all(Array.from({ length: 50 }, () => deliver(test, body)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await test.runJobs()
    expect(await events()).toMatchObject([{ processed_at: test.clock.time }])
    expect(await test.mails()).toHaveLength(1)

    const before = await readTables(test.db)
    test.app.payments = offline()
    test.clock.forward(5)
    expect((await deliver(test, body)).status).toBe(200)
    await test.runJobs()
    expect(await readTables(test.db)).toEqual(before)
  })

  it('tries what fails again after 1, 5, 30 minutes, 2 and 12 hours, and then tells a person, who may replay it', async () => {
    const { body } = await paidBooking()
    test.app.payments = offline()
    await deliver(test, body)
    await test.runJobs()
    const { id } = (await events())[0]!
    for (const [n, minutes] of [1, 5, 30, 120, 720].entries()) {
      expect(await events()).toMatchObject([
        { attempts: n + 1, next_attempt_at: minutesAfter(test.clock.time, minutes), gave_up_at: null },
      ])
      expect(await concerns()).toEqual([])
      test.clock.forward(minutes)
      await processDue()
    }
    expect(await events()).toMatchObject([{ attempts: 6, next_attempt_at: null, gave_up_at: test.clock.time }])
    expect(await concerns()).toMatchObject([{ kind: 'event_failed', subject: id, resolved_at: null }])

    await replayEvent(test.app, id) // Too early: still nobody answers.
    expect(await concerns()).toMatchObject([{ kind: 'event_failed', subject: id, resolved_at: null }])
    test.app.payments = payments
    await replayEvent(test.app, id)
    expect(await events()).toMatchObject([{ processed_at: test.clock.time, gave_up_at: null }])
    expect(await concerns()).toMatchObject([{ kind: 'event_failed', resolved_at: test.clock.time }])
  })

  it('concerns nobody any more once it was replayed by hand, as the manual says, and the sweeper processed it', async () => {
    const { body } = await paidBooking()
    test.app.payments = offline()
    await deliver(test, body)
    await sql`update payment_events set attempts = 5`.execute(test.db)
    await test.runJobs()
    expect(await concerns()).toMatchObject([{ kind: 'event_failed', resolved_at: null }])
    test.app.payments = payments
    await sql`update payment_events set attempts = 0, gave_up_at = null, next_attempt_at = received_at`.execute(test.db)
    await sweep(test.app)
    expect(await concerns()).toMatchObject([{ kind: 'event_failed', resolved_at: test.clock.time }])
  })

  it('loses no event whose job was lost', async () => {
    const { body } = await paidBooking()
    const { queue } = test.app
    test.app.queue = async () => {}
    await deliver(test, body)
    test.app.queue = queue
    test.clock.forward(1)
    await sweep(test.app)
    expect(await statuses()).toEqual(['confirmed'])
  })

  it('goes on past an event that fails: those after it are processed in the same round', async () => {
    const failing = await paidBooking()
    test.clock.forward(1)
    const sound = await paidBooking()
    const { queue } = test.app
    test.app.queue = async () => {} // Their jobs are lost: the sweeper takes both, in the order in which they came.
    await deliver(test, failing.body)
    test.clock.forward(1)
    await deliver(test, sound.body)
    test.app.queue = queue
    await sql`update sandbox_stripe.checkout_sessions set payment_intent = null where id = ${failing.checkoutId}`.execute(
      test.db,
    )
    test.clock.forward(1)
    // The sweeper asks about neither by itself.
    await test.db
      .updateTable('bookings')
      .set({ next_check_at: minutesAfter(test.clock.time, 30) })
      .execute()
    await sweep(test.app)
    const attempts = (await events()).toSorted((a, b) => +a.received_at - +b.received_at)
    expect(attempts).toMatchObject([
      { attempts: 1, processed_at: null },
      { attempts: 0, processed_at: test.clock.time },
    ])
    expect(await statuses()).toEqual(['held', 'confirmed'])
    for (const fault of nonEmpty(test.faults))
      expect(fault).toMatchObject({ message: expect.stringContaining('names no payment') })
  })

  it('is as right when events come in the reverse of their order, each twice', async () => {
    const { checkoutId } = await paidBooking()
    await test.stripe.control.refund(checkoutId, 1000)
    await test.stripe.control.dispute(checkoutId, { amount: 3500 })
    for (const body of (await readEventBodies(test)).toReversed()) {
      for (const id of ['', '_again']) {
        const event = JSON.parse(body) as { id: string }
        await deliver(test, JSON.stringify({ ...event, id: event.id + id }))
        await test.runJobs()
      }
    }
    expect(await statuses()).toEqual(['confirmed'])
    expect(await test.db.selectFrom('refunds').select(['amount_pence', 'reason', 'status']).execute()).toEqual([
      { amount_pence: 1000, reason: 'at_service', status: 'succeeded' },
    ])
    expect(await test.db.selectFrom('disputes').select(['amount_pence', 'status']).execute()).toEqual([
      { amount_pence: 3500, status: 'needs_response' },
    ])
    expect((await concerns()).map(({ kind }) => kind).toSorted()).toEqual(['dispute', 'refund_made'])
    expect(test.faults).toEqual([])
  })
})

const concerns = () => test.db.selectFrom('concerns').selectAll().execute()

/** Nobody answers, but signatures can be read. */
const offline = () => ({ ...unreachablePayments, readEvent: payments.readEvent })

/** What the sweeper does first. The rest of it would end at the same outage. */
async function processDue() {
  const due = await test.db.selectFrom('payment_events').select('id').where('next_attempt_at', '<=', test.clock.time)
  for (const { id } of await due.execute()) await processEvent(test.app, id)
}
