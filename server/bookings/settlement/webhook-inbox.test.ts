import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { PaymentsUnavailable } from '#domain/payments/checkout'
import { connectPayments } from '#server/payments/stripe/stripe'
import type { App } from '#server/context'
import { minutesAfter } from '#domain/time/wall-time'
import { processEvent, replayEvent } from '#server/bookings/settlement/webhook-inbox'
import { sweep } from '#server/bookings/sweep/sweep'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, usual, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { payCheckout } from '../../../tests/support/payments/checkout.ts'
import { nonEmpty } from '../../../tests/support/non-empty.ts'
import { makeBookingForm, expectProblem, postBooking } from '../../../tests/support/bookings/requests.ts'
import { readTables } from '../../../tests/support/database/tables.ts'
import { deliver, readEventBodies, readEventBody, sign } from '../../../tests/support/payments/webhooks.ts'

useProduct()

/** A held booking whose checkout was paid, and the body of its event, which is not delivered yet. */
async function paidBooking() {
  const answer = await postBooking(test, makeBookingForm(await addMentor(test)))
  const { id } = (await answer.json()) as { id: string }
  await payCheckout(test, id)
  return { checkoutId: id, body: await readEventBody(test) }
}

const statuses = async () =>
  (await test.db.selectFrom('bookings').select('status').orderBy('createdAt').execute()).map(({ status }) => status)
const events = () => test.db.selectFrom('paymentEvents').selectAll().execute()
const DAY_SECONDS = 86_400

describe('a webhook', () => {
  it('confirms a booking that was paid, if the payment service signed it', async () => {
    const { body } = await paidBooking()
    const answer = await deliver(test, body)
    expect([answer.status, await answer.json()]).toEqual([200, { received: true }])
    await test.runJobs()
    expect(await statuses()).toEqual(['confirmed'])
  })

  it.each<[string, (body: string) => { body?: string; signature: string | null }]>([
    ['without a signature', () => ({ signature: null })],
    ['with a meaningless signature', () => ({ signature: 'hello' })],
    ['signed with another secret', (body) => ({ signature: sign(body, { secret: 'whsec_other' }) })],
    ['signed only by the scheme for tests, v0', (body) => ({ signature: sign(body, { scheme: 'v0' }) })],
    ['without the time in its signature', (body) => ({ signature: sign(body).replace(/^t=\d+,/, '') })],
    ['with a time that is not a number', (body) => ({ signature: sign(body).replace(/^t=\d+/, 't=now') })],
    ['whose body was changed', (body) => ({ body: body.replace('cs_test_', 'cs_tests'), signature: sign(body) })],
    ['that is six minutes old', (body) => ({ signature: sign(body, { secondsFromNow: -360 }) })],
    ['dated six minutes ahead', (body) => ({ signature: sign(body, { secondsFromNow: 360 }) })],
    [
      'dated both now and tomorrow',
      (body) => ({ signature: `t=${Math.floor(Date.now() / 1000)},${sign(body, { secondsFromNow: DAY_SECONDS })}` }),
    ],
  ])('is refused and changes nothing: %s', async (_what, forge) => {
    const { body } = await paidBooking()
    const before = await readTables(test.db)
    const forged = forge(body)
    const answer = await deliver(test, forged.body ?? body, forged.signature)
    const { errors } = await expectProblem(answer, 400, 'invalid')
    expect(errors).toEqual({ 'stripe-signature': 'This signature is not ours or not of now' })
    expect(await readTables(test.db)).toEqual(before)
  })

  it('is accepted four minutes late with two signatures if one matches, as while a secret is rotated', async () => {
    const { body } = await paidBooking()
    const [time, good] = sign(body, { secondsFromNow: -240 }).split(',')
    expect((await deliver(test, body, `${time},v1=${'0'.repeat(64)},${good}`)).status).toBe(200)
    await test.runJobs()
    expect(await statuses()).toEqual(['confirmed'])
  })

  it('is accepted under the previous secret while that is configured, and refused after', async () => {
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

  it.each(['checkout.session.completed', 'charge.refunded', 'charge.dispute.created', 'invoice.paid'])(
    'about a %s of another product is stored, marked processed and changes nothing else',
    async (type) => {
      const object = { object: 'checkout.session', id: 'cs_test_elsewhere', payment_intent: 'pi_elsewhere' }
      if (type !== 'checkout.session.completed') Object.assign(object, { object: 'charge', id: 'ch_elsewhere' })
      const body = JSON.stringify({ id: 'evt_else', object: 'event', type, data: { object } })
      expect((await deliver(test, body)).status).toBe(200)
      await test.runJobs()
      expect(await events()).toMatchObject([{ processedAt: test.clock.time, attempts: 0 }])
      expect(await concerns()).toEqual([])
      expect(test.faults).toEqual([])
    },
  )

  it('that claims “paid” for an unpaid checkout confirms nothing, because the payment service is queried', async () => {
    const answer = await postBooking(test, makeBookingForm(await addMentor(test)))
    const { id } = (await answer.json()) as { id: string }
    const session = { object: 'checkout.session', id, status: 'complete', payment_status: 'paid', amount_total: 4500 }
    const event = { id: 'evt_lie', object: 'event', type: 'checkout.session.completed', data: { object: session } }
    expect((await deliver(test, JSON.stringify(event))).status).toBe(200)
    await test.runJobs()
    expect(await statuses()).toEqual(['held'])
  })

  it('is refused unread if it is larger than 256 KB', async () => {
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
    expect(await events()).toMatchObject([{ processedAt: null, attempts: 0 }])
  })

  it('accepts an event while the payment service is down, and settles it later by itself', async () => {
    const { body } = await paidBooking()
    test.app.payments = offline()
    expect((await deliver(test, body)).status).toBe(200)
    await test.runJobs()
    expect(await statuses()).toEqual(['held'])
    expect(await events()).toMatchObject([{ processedAt: null, attempts: 1 }])

    test.app.payments = usual.payments
    await sweep(test.app)
    expect(await statuses()).toEqual(['held']) // Not due yet.
    test.clock.forward(1)
    await sweep(test.app)
    expect(await statuses()).toEqual(['confirmed'])
    expect(await events()).toMatchObject([{ processedAt: test.clock.time }])
  })

  it('stores an event that arrives fifty times at once in one row, and acts on it once', async () => {
    const { body } = await paidBooking()
    const answers = await Promise.all(Array.from({ length: 50 }, () => deliver(test, body)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await test.runJobs()
    expect(await events()).toMatchObject([{ processedAt: test.clock.time }])
    expect(await test.mails()).toHaveLength(1)

    const before = await readTables(test.db)
    test.app.payments = offline()
    test.clock.forward(5)
    expect((await deliver(test, body)).status).toBe(200)
    await test.runJobs()
    expect(await readTables(test.db)).toEqual(before)
  })

  it('retries a failed event after 1, 5, 30 minutes, 2 and 12 hours, then raises a concern, and an operator may replay it', async () => {
    const { body } = await paidBooking()
    test.app.payments = offline()
    await deliver(test, body)
    await test.runJobs()
    const { id } = (await events())[0]!
    for (const [n, minutes] of [1, 5, 30, 120, 720].entries()) {
      expect(await events()).toMatchObject([
        { attempts: n + 1, nextAttemptAt: minutesAfter(test.clock.time, minutes), gaveUpAt: null },
      ])
      expect(await concerns()).toEqual([])
      test.clock.forward(minutes)
      await processDue()
    }
    expect(await events()).toMatchObject([{ attempts: 6, nextAttemptAt: null, gaveUpAt: test.clock.time }])
    expect(await concerns()).toMatchObject([{ kind: 'event_failed', subject: id, resolvedAt: null }])

    await replayEvent(test.app, id) // Too early: the service is still down.
    expect(await concerns()).toMatchObject([{ kind: 'event_failed', subject: id, resolvedAt: null }])
    test.app.payments = usual.payments
    await replayEvent(test.app, id)
    expect(await events()).toMatchObject([{ processedAt: test.clock.time, gaveUpAt: null }])
    expect(await concerns()).toMatchObject([{ kind: 'event_failed', resolvedAt: test.clock.time }])
  })

  it('resolves the concern once an operator has replayed the event with the SQL of the manual', async () => {
    const { body } = await paidBooking()
    test.app.payments = offline()
    await deliver(test, body)
    await sql`update payment_events set attempts = 5`.execute(test.db)
    await test.runJobs()
    expect(await concerns()).toMatchObject([{ kind: 'event_failed', resolvedAt: null }])
    test.app.payments = usual.payments
    await sql`update payment_events set attempts = 0, gave_up_at = null, next_attempt_at = received_at`.execute(test.db)
    await sweep(test.app)
    expect(await concerns()).toMatchObject([{ kind: 'event_failed', resolvedAt: test.clock.time }])
  })

  it('processes the events after a failing one in the same round', async () => {
    const failing = await paidBooking()
    test.clock.forward(1)
    const sound = await paidBooking()
    const { queue } = test.app
    test.app.queue = async () => {} // Their jobs are lost, so the sweeper takes both, oldest first.
    await deliver(test, failing.body)
    test.clock.forward(1)
    await deliver(test, sound.body)
    test.app.queue = queue
    await sql`update sandbox_stripe.checkout_sessions set payment_intent = null where id = ${failing.checkoutId}`.execute(
      test.db,
    )
    test.clock.forward(1)
    // Keeps the sweeper from asking about the bookings themselves.
    await test.db
      .updateTable('bookings')
      .set({ nextCheckAt: minutesAfter(test.clock.time, 30) })
      .execute()
    await sweep(test.app)
    const attempts = (await events()).toSorted((a, b) => +a.receivedAt - +b.receivedAt)
    expect(attempts).toMatchObject([
      { attempts: 1, processedAt: null },
      { attempts: 0, processedAt: test.clock.time },
    ])
    expect(await statuses()).toEqual(['held', 'confirmed'])
    for (const fault of nonEmpty(test.faults))
      expect(fault).toMatchObject({ message: expect.stringContaining('names no payment') })
  })

  it('ends in the same state if events arrive in reverse order, each twice', async () => {
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
    expect(await test.db.selectFrom('refunds').select(['amountPence', 'reason', 'status']).execute()).toEqual([
      { amountPence: 1000, reason: 'at_service', status: 'succeeded' },
    ])
    expect(await test.db.selectFrom('disputes').select(['amountPence', 'status']).execute()).toEqual([
      { amountPence: 3500, status: 'needs_response' },
    ])
    expect((await concerns()).map(({ kind }) => kind).toSorted()).toEqual(['dispute', 'refund_made'])
    expect(test.faults).toEqual([])
  })
})

const concerns = () => test.db.selectFrom('concerns').selectAll().execute()

/** No question about a checkout gets an answer, but signatures can be verified. */
const offline = (): App['payments'] => {
  const silent = {
    readCheckout: () => Promise.reject(new PaymentsUnavailable('No answer')),
    isAnswering: async () => false,
  }
  return { ...usual.payments, ...silent, withLongTimeout: { ...usual.payments.withLongTimeout, ...silent } }
}

/** The first step of the sweeper; the others would fail with the same outage. */
async function processDue() {
  const due = await test.db.selectFrom('paymentEvents').select('id').where('nextAttemptAt', '<=', test.clock.time)
  for (const { id } of await due.execute()) await processEvent(test.app, id)
}
