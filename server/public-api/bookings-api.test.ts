/** Booking by a program: holding once, reading what became of it, and cancelling, all by secrets. */
import { describe, expect, it } from 'vitest'
import { bookingSecret } from '#server/bookings/booking-link'
import { payerLink } from '#server/bookings/payment-requests/link'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { runJob } from '#server/jobs'
import { addCode } from '../../tests/support/discounts/codes.ts'
import { addMentor } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'
import { makeBookingForm, expectProblem } from '../../tests/support/bookings/requests.ts'
import { payCheckout, sandboxSessions } from '../../tests/support/payments/checkout.ts'

useProduct()

type Checkout = { id: string | null; reference: string; url: string; secret: string }
type Answer = { status: string; refundIfCancelled: unknown; payBefore: string | null }

const KEY = '4b0f6f0e-5a54-4b7c-9a53-6f0c6d2f7a18'
const ALL = { amount: 4500, currency: 'GBP' }
const NOTHING = { amount: 0, currency: 'GBP' }

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  Promise.resolve(
    test.site.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }),
  )
const checkout = (body: unknown, headers?: Record<string, string>) => post('/api/v1/checkout', body, headers)
const read = (reference: string, secret: string) =>
  Promise.resolve(test.site.request(`/api/v1/bookings/${reference}`, { headers: { 'booking-secret': secret } }))
const cancel = (reference: string, secret: string, refund: unknown = ALL) =>
  post(`/api/v1/bookings/${reference}/cancel`, { refund }, { 'booking-secret': secret })
/** Without the refund that was shown. */
const cancelWithout = (reference: string, secret: string) =>
  post(`/api/v1/bookings/${reference}/cancel`, {}, { 'booking-secret': secret })
const countBookings = async () => (await test.db.selectFrom('bookings').select('id').execute()).length

async function hold(headers: Record<string, string> = {}): Promise<Checkout> {
  const response = await checkout(makeBookingForm(await addMentor(test)), headers)
  expect(response.status).toBe(200)
  return (await response.json()) as Checkout
}

/** A paid session, with both of its secrets: the checkout's, and the emailed link's. */
async function paid() {
  const held = await hold()
  await payCheckout(test, held.id!)
  await settleCheckout(test.app, held.id!)
  const row = await test.db.selectFrom('bookings').select(['id', 'linkVersion']).executeTakeFirstOrThrow()
  return { ...held, mailed: bookingSecret(test.app, row) }
}

describe('POST /api/v1/checkout', () => {
  it('holds the time, and reads and sets no cookie', async () => {
    const response = await checkout(makeBookingForm(await addMentor(test)))
    expect(response.status).toBe(200)
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await test.db.selectFrom('bookings').select(['status', 'browserHash', 'accountId']).execute()).toEqual([
      { status: 'held', browserHash: null, accountId: null },
    ])
  })

  it('gives an app the link for someone else to pay with, again for a retry, and stores no link', async () => {
    const body = { ...makeBookingForm(await addMentor(test)), payment: 'link' }
    const send = async () => (await checkout(body, { 'idempotency-key': KEY })).json() as Promise<{ link: string }>
    const [first, again] = [await send(), await send()]
    const { bookingId } = await test.db.selectFrom('paymentRequests').select('bookingId').executeTakeFirstOrThrow()
    expect(first).toMatchObject({ link: payerLink(test.app, bookingId) })
    expect(again).toEqual(first)
    const { response } = await test.db.selectFrom('idempotencyKeys').select('response').executeTakeFirstOrThrow()
    expect(JSON.stringify(response)).not.toContain('/pay/')
  })

  it('says why there can be no link', async () => {
    const mentor = await addMentor(test)
    await test.db.updateTable('mentors').set({ acceptsPaymentLinks: false }).execute()
    const refused = await checkout({ ...makeBookingForm(mentor), payment: 'link' })
    await expectProblem(refused, 409, 'no_payment_link')
  })

  it('takes off what a code is worth, and the booking says how much', async () => {
    await addCode(test, { code: 'FIFTH', percent: 20 })
    const response = await checkout({ ...makeBookingForm(await addMentor(test)), code: 'fif-th' })
    const { id, reference, secret } = (await response.json()) as Checkout
    expect(await sandboxSessions(test)).toMatchObject([{ id, amount_total: 3_600 }])
    await payCheckout(test, id!)
    await settleCheckout(test.app, id!)
    expect(await (await read(reference, secret)).json()).toMatchObject({
      status: 'confirmed',
      price: { amount: 3_600, currency: 'GBP' },
      discount: { amount: 900, currency: 'GBP' },
    })
  })

  it('holds nothing with a code that is wrong or used up, and says which', async () => {
    await addCode(test, { code: 'ONCE', percent: 20, maxRedemptions: 1 })
    const mentor = await addMentor(test)
    expect((await checkout({ ...makeBookingForm(mentor), code: 'ONCE' })).status).toBe(200)
    const other = { ...makeBookingForm(mentor), time: '15:30', email: 'other@example.com' }
    for (const [code, reason] of [
      ['TWICE', 'unknown'],
      ['ONCE', 'used_up'],
    ])
      expect(await expectProblem(await checkout({ ...other, code }), 422, 'code_not_valid')).toMatchObject({ reason })
    expect(await countBookings()).toBe(1)
    expect((await checkout(other)).status).toBe(200)
  })

  it('keeps no more keys of one network than it could use', async () => {
    const body = { ...makeBookingForm(await addMentor(test)), email: 'incomplete' }
    const send = (n: number) => checkout(body, { 'idempotency-key': `${KEY}-${n}` })
    const wrongTime = { ...makeBookingForm(await addMentor(test, { name: 'Barbara Liskov' })), time: '03:07' }
    expect((await send(0)).status).toBe(400) // Refused before its key is looked at.
    for (let n = 1; n <= 60; n += 1) {
      const refused = await checkout(wrongTime, { 'idempotency-key': `${KEY}-${n}` })
      expect(refused.status).toBe(422)
    }
    await expectProblem(await checkout(wrongTime, { 'idempotency-key': `${KEY}-61` }), 429, 'too_many')
    expect(await test.db.selectFrom('idempotencyKeys').select('keyHash').execute()).toHaveLength(60)
  })

  it('answers the same to the same key and body, at once, interrupted and after the payment, and forgets it after a day', async () => {
    const body = makeBookingForm(await addMentor(test))
    const send = async () => {
      const response = await checkout(body, { 'idempotency-key': KEY })
      expect(response.status).toBe(200)
      return (await response.json()) as Checkout
    }
    const [first, ...others] = await Promise.all(Array.from({ length: 5 }, send))
    expect(new Set(others.map(({ reference }) => reference))).toEqual(new Set([first!.reference]))
    expect(await test.db.selectFrom('claims').selectAll().execute()).toHaveLength(1)
    await test.db.updateTable('idempotencyKeys').set({ bookingId: null, response: null }).execute() // It was interrupted.
    expect(await send()).toEqual(first)
    await payCheckout(test, first!.id!)
    await settleCheckout(test.app, first!.id!)
    expect(await send()).toEqual(first)
    expect(await countBookings()).toBe(1)

    const keys = () => test.db.selectFrom('idempotencyKeys').selectAll().execute()
    test.clock.forward(1_439)
    await runJob(test.app, 'forget', {})
    expect(await keys()).toHaveLength(1)
    test.clock.forward(2)
    await runJob(test.app, 'forget', {})
    expect(await keys()).toEqual([])
  })

  it('refuses a key that came with another body', async () => {
    const body = makeBookingForm(await addMentor(test))
    await checkout(body, { 'idempotency-key': KEY })
    await expectProblem(await checkout({ ...body, time: '15:30' }, { 'idempotency-key': KEY }), 422, 'key_reused')
    expect(await countBookings()).toBe(1)
  })

  it('keeps no refusal: the same request may succeed later', async () => {
    const body = { ...makeBookingForm(await addMentor(test)), time: '03:00' }
    await expectProblem(await checkout(body, { 'idempotency-key': KEY }), 422, 'slot_not_bookable')
    await test.db
      .updateTable('mentors')
      .set({ weeklyStarts: JSON.stringify(Array.from({ length: 7 }, () => ['03:00'])) })
      .execute()
    expect((await checkout(body, { 'idempotency-key': KEY })).status).toBe(200)
  })

  it('refuses a key that is too short or long, or not plain letters', async () => {
    const body = makeBookingForm(await addMentor(test))
    for (const key of ['short', 'with a space in it', 'é'.repeat(10), 'x'.repeat(201)]) {
      const { errors } = await expectProblem(
        await checkout(body, { 'idempotency-key': encodeLatin(key) }),
        400,
        'invalid',
      )
      expect(Object.keys(errors ?? {}), key).toEqual(['idempotency-key'])
    }
  })

  it('counts for the limits of the network that it comes from, like any visitor', async () => {
    test.app.config = { ...test.app.config, HOLDS_PER_ADDRESS: 1, mode: 'live' }
    const mentor = await addMentor(test)
    expect((await checkout(makeBookingForm(mentor))).status).toBe(200)
    const refused = await checkout({ ...makeBookingForm(mentor), time: '15:30', email: 'other@example.com' })
    await expectProblem(refused, 429, 'too_many_holds')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

const encodeLatin = (text: string) => Buffer.from(text).toString('latin1')

describe('GET /api/v1/bookings/{reference}', () => {
  it('shows the state by the checkout’s secret, without personal data, and the refund by the emailed link’s', async () => {
    const { id, reference, secret } = await hold()
    const row = await test.db.selectFrom('bookings').select(['id', 'linkVersion']).executeTakeFirstOrThrow()
    const mailed = bookingSecret(test.app, row) // Emailed once it is paid.
    await expectProblem(await read(reference, mailed), 404, 'not_found')
    const held = await read(reference, secret)
    expect(held.headers.get('cache-control')).toBe('no-store')
    const text = await held.text()
    expect(JSON.parse(text)).toMatchObject({
      status: 'held',
      payBefore: '2030-01-07T09:31:00.000Z',
      refundIfCancelled: null,
    })
    expect(text).not.toMatch(/Grace|grace@|07700|First weeks/)
    await payCheckout(test, id!)
    await settleCheckout(test.app, id!)
    expect(await (await read(reference, secret)).json()).toMatchObject({
      status: 'confirmed',
      payBefore: null,
      refundIfCancelled: null,
    })
    expect(await (await read(reference, mailed)).json()).toMatchObject({ status: 'confirmed', refundIfCancelled: ALL })
  })

  it('answers a wrong secret as a booking that does not exist, and refuses many from one network', async () => {
    test.app.config = { ...test.app.config, mode: 'live' }
    const { reference, secret } = await hold()
    const other = `${secret.startsWith('A') ? 'B' : 'A'}${secret.slice(1)}`
    const wrong = await expectProblem(await read(reference, other), 404, 'not_found')
    expect(await expectProblem(await read('B-2222-2222', secret), 404, 'not_found')).toEqual(wrong)
    for (let count = 2; count < 20; count += 1) await read(reference, other)
    const refused = await read(reference, other)
    await expectProblem(refused, 429, 'too_many')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await read(reference, secret)).status).toBe(200)
  })
})

describe('POST /api/v1/bookings/{reference}/cancel', () => {
  it('releases an unpaid hold by the checkout’s secret, with the sum that goes back or without', async () => {
    const { reference, secret } = await hold()
    const released = (await (await cancel(reference, secret, NOTHING)).json()) as Answer
    expect(released.status).toBe('expired')
    expect(await test.db.selectFrom('claims').selectAll().execute()).toEqual([])
    const other = await hold()
    expect(await (await cancelWithout(other.reference, other.secret)).json()).toMatchObject({ status: 'expired' })
  })

  it('cancels a paid session by the emailed link’s secret, and returns what its policy owes', async () => {
    const { reference, mailed } = await paid()
    const cancelled = (await (await cancel(reference, mailed)).json()) as Answer
    expect(cancelled).toMatchObject({ status: 'cancelled', cancelledBy: 'mentee', refundIfCancelled: null })
    expect(await test.db.selectFrom('refunds').select(['amountPence', 'reason']).execute()).toEqual([
      { amountPence: 4500, reason: 'mentee_cancelled' },
    ])
    await expectProblem(await cancel(reference, mailed), 409, 'not_cancellable')
  })

  it('does not cancel a paid session by the checkout’s secret', async () => {
    const { reference, secret } = await paid()
    await expectProblem(await cancel(reference, secret), 409, 'not_cancellable')
    expect(await test.db.selectFrom('bookings').select('status').execute()).toEqual([{ status: 'confirmed' }])
  })

  it('does nothing when less goes back than was shown, and says how much does', async () => {
    const { reference, mailed } = await paid()
    const refused = await cancel(reference, mailed, { amount: 4501, currency: 'GBP' })
    expect(await expectProblem(refused, 409, 'refund_changed')).toMatchObject({ refund: ALL })
    expect(await expectProblem(await cancelWithout(reference, mailed), 400, 'invalid')).toMatchObject({
      errors: { refund: expect.stringContaining('refundIfCancelled') },
    })
    expect(await test.db.selectFrom('refunds').select('id').execute()).toEqual([])
    expect((await cancel(reference, mailed)).status).toBe(200)
  })

  it('refuses sums that are none, and bodies that are not JSON', async () => {
    const { reference, secret } = await hold()
    for (const refund of [
      { amount: -1, currency: 'GBP' },
      { amount: 0, currency: 'EUR' },
      { amount: 0.5, currency: 'GBP' },
      null,
    ])
      await expectProblem(await cancel(reference, secret, refund), 400, 'invalid')
    const form = { 'booking-secret': secret, 'content-type': 'text/plain' }
    const path = `/api/v1/bookings/${reference}/cancel`
    await expectProblem(
      await test.site.request(path, { method: 'POST', headers: form, body: '{}' }),
      415,
      'unsupported_type',
    )
  })
})

describe('GET /api/v1/mentors/{slug}/slots', () => {
  const slots = async (slug: string, query: string) => test.site.request(`/api/v1/mentors/${slug}/slots?${query}`)

  it('gives the free starts of the days on a clock in the requested zone', async () => {
    const mentor = await addMentor(test)
    await checkout(makeBookingForm(mentor)) // 14:30 in Kolkata.
    const given = await slots(mentor.slug, 'from=2030-01-08&to=2030-01-08&zone=America/New_York')
    expect(await given.json()).toMatchObject({
      timeZone: 'America/New_York',
      mentorTimeZone: 'Asia/Kolkata',
      session: { id: mentor.sessionTypeIds[0], minutes: 60 },
      slots: [
        { local: '2030-01-08T05:00:00-05:00', startsAt: '2030-01-08T10:00:00.000Z', minutes: 60 },
        { local: '2030-01-08T06:00:00-05:00' },
        { local: '2030-01-08T07:00:00-05:00' },
        { local: '2030-01-08T08:00:00-05:00' },
      ],
    })
  })

  it('counts the last day whole, and begins where the day begins', async () => {
    const { slug } = await addMentor(test, { timeZone: 'Etc/UTC', starts: ['00:00', '23:00'] })
    const found = (await (await slots(slug, 'from=2030-01-09&to=2030-01-10')).json()) as { slots: { local: string }[] }
    expect(found.slots.map(({ local }) => local.slice(0, 16))).toEqual([
      '2030-01-09T00:00',
      '2030-01-09T23:00',
      '2030-01-10T00:00',
      '2030-01-10T23:00',
    ])
  })

  it('refuses days, zones and sessions that are none, and names the field', async () => {
    const { slug } = await addMentor(test)
    for (const [query, field] of [
      ['from=2030-01-08', 'to'],
      ['from=2030-01-08&to=2030-01-07', 'to'],
      ['from=2030-01-08&to=2030-03-11', 'to'],
      ['from=2030-01-08T00:00:00Z&to=2030-01-09', 'from'],
      ['from=2030-01-08&to=2030-01-09&zone=Mars/Olympus', 'zone'],
      ['from=2030-01-08&to=2030-01-09&session=first', 'session'],
    ] as const) {
      const { errors } = await expectProblem(await slots(slug, query), 400, 'invalid')
      expect(Object.keys(errors ?? {}), query).toEqual([field])
    }
  })

  it('gives nothing of a session that the mentor does not sell, or of a mentor who is not public', async () => {
    const [{ slug }, other] = [await addMentor(test), await addMentor(test)]
    const days = 'from=2030-01-08&to=2030-01-09'
    await expectProblem(await slots(slug, `${days}&session=${other.sessionTypeIds[0]}`), 404, 'not_found')
    const hidden = await addMentor(test, { status: 'suspended' })
    await expectProblem(await slots(hidden.slug, days), 404, 'not_found')
  })
})
