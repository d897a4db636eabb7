import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addMentor, openTestApp, type TestApp } from '../../tests/support/app.ts'
import { payCheckout, unreachablePayments } from '../../tests/support/checkout.ts'
import { bookingOf, expectProblem, postBooking } from '../../tests/support/requests.ts'
import { readTables } from '../../tests/support/tables.ts'
import { deliver, readEventBody, sign } from '../../tests/support/webhooks.ts'

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
  (await test.db.selectFrom('bookings').select('status').execute()).map(({ status }) => status)
const events = () => test.db.selectFrom('payment_events').selectAll().execute()
const DAY = 86_400 // Seconds.

describe('a webhook', () => {
  it('with the payment service’s signature confirms what was paid', async () => {
    const { body } = await paidBooking()
    const answer = await deliver(test, body)
    expect([answer.status, await answer.json()]).toEqual([200, { received: true }])
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
    ['from tomorrow', (body) => ({ signature: sign(body, { secondsFromNow: DAY }) })],
    [
      'from tomorrow that also claims to be of now',
      (body) => ({ signature: `t=${Math.floor(Date.now() / 1000)},${sign(body, { secondsFromNow: DAY })}` }),
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
    expect(await statuses()).toEqual(['confirmed'])
  })

  it('is taken with two signatures of which one fits, as while a secret is being changed', async () => {
    const { body } = await paidBooking()
    const [time, good] = sign(body).split(',')
    expect((await deliver(test, body, `${time},v1=${'0'.repeat(64)},${good}`)).status).toBe(200)
    expect(await statuses()).toEqual(['confirmed'])
  })

  it('of a type the product does not know is stored and changes nothing else', async () => {
    const body = JSON.stringify({
      id: 'evt_new',
      object: 'event',
      type: 'invoice.paid',
      data: { object: { object: 'invoice', id: 'in_1' } },
    })
    expect((await deliver(test, body)).status).toBe(200)
    expect(await events()).toEqual([
      {
        id: 'evt_new',
        type: 'invoice.paid',
        checkout_id: null,
        received_at: test.clock.time,
        processed_at: test.clock.time,
      },
    ])
    expect(await statuses()).toEqual([])
  })

  it('about a checkout that nobody knows is stored and answered', async () => {
    const { body } = await paidBooking()
    const foreign = body.replaceAll(/cs_test_\w+/g, 'cs_test_elsewhere')
    expect((await deliver(test, foreign)).status).toBe(200)
    expect(await events()).toMatchObject([{ checkout_id: 'cs_test_elsewhere', processed_at: test.clock.time }])
    expect(await statuses()).toEqual(['held'])
  })

  it('that says “paid” of a checkout nobody paid confirms nothing: the payment service is asked', async () => {
    const answer = await postBooking(test, bookingOf(await addMentor(test)))
    const { id } = (await answer.json()) as { id: string }
    const session = { object: 'checkout.session', id, status: 'complete', payment_status: 'paid', amount_total: 4500 }
    const event = { id: 'evt_lie', object: 'event', type: 'checkout.session.completed', data: { object: session } }
    expect((await deliver(test, JSON.stringify(event))).status).toBe(200)
    expect(await statuses()).toEqual(['held'])
  })

  it('that cannot be settled now is not acknowledged, and confirms when it is delivered again', async () => {
    const { body } = await paidBooking()
    test.app.payments = { ...unreachablePayments, readEvent: payments.readEvent }
    await expectProblem(await deliver(test, body), 500, 'internal')
    expect(await statuses()).toEqual(['held'])
    expect(await events()).toMatchObject([{ processed_at: null }])

    test.app.payments = payments
    expect((await deliver(test, body)).status).toBe(200)
    expect(await statuses()).toEqual(['confirmed'])
    expect(await events()).toMatchObject([{ processed_at: test.clock.time }])
  })

  it('is acted on once: delivered again, it asks nobody and writes nothing', async () => {
    const { body } = await paidBooking()
    await deliver(test, body)
    const before = await readTables(test.db)
    test.app.payments = { ...unreachablePayments, readEvent: payments.readEvent }
    test.clock.forward(5)
    expect((await deliver(test, body)).status).toBe(200)
    expect(await readTables(test.db)).toEqual(before)
  })

  it('larger than 256 KB is refused unread', async () => {
    const body = JSON.stringify({ id: 'evt_1', padding: 'x'.repeat(256 * 1024) })
    await expectProblem(await deliver(test, body), 413, 'too_large')
    expect(await events()).toEqual([])
  })
})
