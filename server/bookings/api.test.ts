import { describe, expect, it } from 'vitest'
import { addMentor, ORIGIN } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'
import { sandboxSessions } from '../../tests/support/payments/checkout.ts'
import { makeBookingForm, expectProblem, postBooking, TUESDAY } from '../../tests/support/bookings/requests.ts'

useProduct()

type Mentor = Awaited<ReturnType<typeof addMentor>>

/** Posts a booking with these fields in place of the usual ones; undefined leaves one out. */
async function book(mentor: Mentor, changes: Record<string, unknown> = {}) {
  return postBooking(test, { ...makeBookingForm(mentor), ...changes })
}

const bookings = () => test.db.selectFrom('bookings').selectAll().execute()
const unknownId = '9b2e3c52-6a0d-4c27-8a3c-0d8a4e2b7f11'

describe('POST /create-checkout-session', () => {
  it('holds the slot and returns where to pay, the reference and until when', async () => {
    const response = await book(await addMentor(test))
    expect(response.status).toBe(200)
    const [session] = await sandboxSessions(test)
    const [booking] = await bookings()
    expect(await response.json()).toEqual({
      id: session!.id,
      url: `${ORIGIN}/sandbox/checkout/${session!.id}`,
      reference: booking!.reference,
      link: null,
      payBefore: '2030-01-07T09:31:00.000Z',
      startsAt: '2030-01-08T14:30:00+05:30',
      ambiguous: null,
    })
    expect(session).toMatchObject({ amount_total: 4500, currency: 'gbp', customer_email: 'grace@example.com' })
    expect(booking).toMatchObject({
      status: 'held',
      startsAt: new Date(TUESDAY),
      pricePence: 4500,
      menteeName: 'Grace Hopper',
      menteeEmail: 'grace@example.com',
      menteePhone: '07700 900000',
      topic: 'First weeks',
    })
  })

  it('accepts a booking without a topic', async () => {
    expect((await book(await addMentor(test), { topic: undefined })).status).toBe(200)
    expect(await bookings()).toMatchObject([{ topic: '' }])
  })

  it('accepts what the specification’s client sends: a mentor by name and price, a session by title', async () => {
    const mentor = await addMentor(test, { sessions: [{ title: 'CV review' }, { title: 'A plan', price: 6050 }] })
    const response = await book(mentor, { mentor: { name: mentor.name, price: 60.5, sessionTitle: 'A plan' } })
    expect(response.status).toBe(200)
    expect(await bookings()).toMatchObject([{ sessionTypeId: mentor.sessionTypeIds[1], pricePence: 6050 }])
  })

  it('books the mentor’s first session unless one is named', async () => {
    const mentor = await addMentor(test, { sessions: [{ title: 'CV review' }, { title: 'A plan' }] })
    await book(mentor)
    expect(await bookings()).toMatchObject([{ sessionTitle: 'CV review' }])
    await book(mentor, { time: '16:30', sessionTypeId: mentor.sessionTypeIds[1] })
    expect((await bookings()).map(({ sessionTitle }) => sessionTitle)).toContain('A plan')
  })

  it('ignores prices, states and unknown fields', async () => {
    const mentor = await addMentor(test)
    const sent = { ...makeBookingForm(mentor), price: 1, pricePence: 1, currency: 'JPY', status: 'confirmed' }
    const more = { paidAt: TUESDAY, role: 'admin', minutes: 600, id: unknownId, reference: 'B-0000-0000' }
    const text = JSON.stringify({ ...sent, ...more })
    const response = await postBooking(
      test,
      text.replace('{', '{"__proto__":{"status":"confirmed"},"constructor":{"price":1},'),
    )
    expect(response.status).toBe(200)
    expect(await bookings()).toMatchObject([
      { status: 'held', pricePence: 4500, currency: 'GBP', minutes: 60, paidAt: null, paidAmountPence: null },
    ])
    expect((await bookings())[0]!.id).not.toBe(unknownId)
    expect(await sandboxSessions(test)).toMatchObject([{ amount_total: 4500, currency: 'gbp' }])
    expect(Object.hasOwn(Object.prototype, 'status')).toBe(false)
  })
})

describe('a price that is sent along', () => {
  it('is compared and refused with the current price if it has changed', async () => {
    const mentor = await addMentor(test)
    for (const price of [44.99, 4500, 0]) {
      const answer = await book(mentor, { mentor: { ...makeBookingForm(mentor).mentor, price } })
      const refusal = await expectProblem(answer, 409, 'price_changed')
      expect(refusal.price).toEqual({ amount: 4500, currency: 'GBP' })
    }
    expect(await bookings()).toEqual([])
    expect(await sandboxSessions(test)).toEqual([])
  })

  it('is a number, and none that the mentor’s currency does not have', async () => {
    const mentor = await addMentor(test)
    const send = (price: unknown) => book(mentor, { mentor: { id: mentor.id, name: mentor.name, price } })
    for (const price of ['45', -1])
      expect((await expectProblem(await send(price), 400, 'invalid')).errors).toHaveProperty(['mentor.price'])
    for (const price of [44.999, 1e300]) await expectProblem(await send(price), 409, 'price_changed')
    expect((await send(45)).status).toBe(200)
  })

  it('is in the mentor’s currency unless it names its own, which is compared as well', async () => {
    const mentor = await addMentor(test, { price: 4500, currency: 'JPY' })
    const send = (sent: object) => book(mentor, { mentor: { id: mentor.id, name: mentor.name, ...sent } })
    for (const sent of [{ price: 45 }, { price: 4500, currency: 'GBP' }]) {
      const refusal = await expectProblem(await send(sent), 409, 'price_changed')
      expect(refusal.price).toEqual({ amount: 4500, currency: 'JPY' })
    }
    expect((await send({ price: 4500, currency: 'jpy' })).status).toBe(200)
    expect(await bookings()).toMatchObject([{ pricePence: 4500, currency: 'JPY' }])
    expect(await sandboxSessions(test)).toMatchObject([{ amount_total: 4500, currency: 'jpy' }])
  })
})

describe('the mentor and session of a booking', () => {
  it('need an id where two mentors have the same name', async () => {
    const [first] = [await addMentor(test), await addMentor(test)]
    await expectProblem(await book(first, { mentor: { name: first.name } }), 409, 'ambiguous_mentor')
    expect((await book(first)).status).toBe(200)
    expect(await bookings()).toMatchObject([{ mentorId: first.id }])
  })

  it('must exist, and belong together', async () => {
    const [mentor, other] = [await addMentor(test), await addMentor(test, { name: 'Grace Hopper' })]
    const { name } = mentor
    await expectProblem(await book(mentor, { sessionTypeId: other.sessionTypeIds[0] }), 404, 'not_found')
    await expectProblem(await book(mentor, { mentor: { name: 'Renamed' } }), 404, 'not_found')
    await expectProblem(await book(mentor, { mentor: { id: unknownId, name } }), 404, 'not_found')
    await expectProblem(await book(mentor, { mentor: { name, sessionTitle: 'Astrology' } }), 404, 'not_found')
    await expectProblem(await book(mentor, { sessionTypeId: unknownId }), 404, 'not_found')
    await expectProblem(await book(await addMentor(test, { sessions: [] })), 404, 'not_found')
    expect(await bookings()).toEqual([])
  })

  it.each(['pending', 'paused'] as const)('are not found if the mentor is %s', async (status) => {
    const mentor = await addMentor(test, { status })
    await expectProblem(await book(mentor), 404, 'not_found')
    await expectProblem(await book(mentor, { mentor: { name: mentor.name } }), 404, 'not_found')
    await expectProblem(await book(mentor, { sessionTypeId: mentor.sessionTypeIds[0] }), 404, 'not_found')
  })
})

describe('date and time', () => {
  it('are the mentor’s wall time unless a zone is named', async () => {
    await book(await addMentor(test, { timeZone: 'America/New_York' }))
    expect(await bookings()).toMatchObject([
      { startsAt: new Date('2030-01-08T19:30:00Z'), menteeTimeZone: 'America/New_York' },
    ])
  })

  it('are wall time in the named zone, perhaps on another date there, which becomes the visitor’s', async () => {
    const response = await book(await addMentor(test), {
      date: '2030-01-07',
      time: '23:00',
      timeZone: 'Pacific/Honolulu',
    })
    expect(response.status).toBe(200)
    expect(await bookings()).toMatchObject([
      { startsAt: new Date(TUESDAY), menteeTimeZone: 'Pacific/Honolulu', mentorTimeZone: 'Asia/Kolkata' },
    ])
  })

  it.each([
    ['has just begun', { date: '2030-01-07' }],
    ['is not one of the daily starts', { time: '14:31' }],
    ['is a daily start only in another zone', { timeZone: 'Europe/London' }],
    ['lies more than 60 days ahead', { date: '2030-03-09' }],
    ['lies in the year 9999', { date: '9999-12-31' }],
  ])('that %s is not on offer', async (_why, when) => {
    await expectProblem(await book(await addMentor(test), when), 422, 'slot_not_bookable')
    expect(await bookings()).toEqual([])
  })

  it('are refused when clocks skip them', async () => {
    test.clock.time = new Date('2030-03-20T09:00:00Z')
    const skipped = { date: '2030-03-31', time: '01:30', timeZone: 'Europe/London' }
    const { errors } = await expectProblem(await book(await addMentor(test), skipped), 422, 'slot_not_bookable')
    expect(errors).toEqual({
      time: '01:30 does not exist in London on 2030-03-31, because clocks go forward',
    })
  })

  it('mean the first occurrence when they occur twice, and the response names the second', async () => {
    test.clock.time = new Date('2030-10-20T09:00:00Z')
    const mentor = await addMentor(test, { timeZone: 'Europe/London', starts: ['01:30'] })
    const response = await book(mentor, { date: '2030-10-27', time: '01:30' })
    expect(await response.json()).toMatchObject({
      startsAt: '2030-10-27T01:30:00+01:00',
      ambiguous: {
        taken: 'first',
        other: '2030-10-27T01:30:00+00:00',
        note: 'This is the first of two 01:30s in London: clocks go back that night.',
      },
    })
    expect(await bookings()).toMatchObject([{ startsAt: new Date('2030-10-27T00:30:00Z') }])
  })

  it('can be left out if `startsAt` gives the instant, with any offset', async () => {
    const startsAt = { date: undefined, time: undefined, startsAt: '2030-01-08T04:00:00-05:00' }
    const response = await book(await addMentor(test), startsAt)
    expect(await response.json()).toMatchObject({ startsAt: '2030-01-08T14:30:00+05:30', ambiguous: null })
    expect(await bookings()).toMatchObject([{ startsAt: new Date(TUESDAY) }])
  })

  it.each([
    ['date', { date: undefined }],
    ['time', { time: undefined }],
    ['startsAt', { startsAt: '2030-01-08T14:30:00+05:30' }],
    ['startsAt', { date: undefined, time: undefined, startsAt: '2030-01-08T14:30:00' }],
  ])('or `startsAt`, not half of them and not both: %s is named', async (field, changes) => {
    const { errors } = await expectProblem(await book(await addMentor(test), changes), 400, 'invalid')
    expect(Object.keys(errors ?? {})).toEqual([field])
    expect(await bookings()).toEqual([])
  })

  it.each([
    ['date', '2030-02-29'],
    ['date', '12030-01-08'],
    ['time', '24:30'],
    ['time', '2:30 pm'],
    ['timeZone', 'Mars/Olympus_Mons'],
    ['timeZone', '+05:30'],
  ])('with the %s %s are refused, and the field is named', async (field, value) => {
    const { errors } = await expectProblem(await book(await addMentor(test), { [field]: value }), 400, 'invalid')
    expect(Object.keys(errors ?? {})).toEqual([field])
  })
})

describe('a body that is not a booking', () => {
  it('gets a message for each invalid field', async () => {
    const { errors } = await expectProblem(await postBooking(test, {}), 400, 'invalid')
    expect(Object.keys(errors ?? {}).toSorted()).toEqual(['date', 'email', 'mentor', 'name', 'phone', 'time'])
  })

  it('is refused, however malformed', async () => {
    const nested = '['.repeat(10_000) + ']'.repeat(10_000)
    for (const body of ['', 'null', '[]', '42', '{"name":"Grace"', '\u0000', '{"a":1}{"b":2}', nested]) {
      const { errors } = await expectProblem(await postBooking(test, body), 400, 'invalid')
      expect(errors).not.toEqual({})
    }
    expect(test.faults).toEqual([])
  })

  it('is refused over 32 KB, with or without a Content-Length', async () => {
    const mentor = await addMentor(test)
    const text = JSON.stringify({ ...makeBookingForm(mentor), padding: 'x'.repeat(32 * 1024) })
    await expectProblem(await postBooking(test, text), 413, 'too_large')
    const headers = { 'content-type': 'application/json', 'content-length': String(text.length) }
    await expectProblem(await postBooking(test, text, headers), 413, 'too_large')
    expect(await bookings()).toEqual([])
  })

  it('is read at exactly 32 KB, as JSON in any case, with a charset', async () => {
    const body = { ...makeBookingForm(await addMentor(test)), padding: '' }
    body.padding = 'x'.repeat(32 * 1024 - JSON.stringify(body).length)
    const headers = { 'content-type': 'Application/JSON; charset=utf-8' }
    expect((await postBooking(test, body, headers)).status).toBe(200)
  })

  it.each(['application/problem+json', 'application/json-seq'])('sent as %s is refused', async (type) => {
    const body = makeBookingForm(await addMentor(test))
    await expectProblem(await postBooking(test, body, { 'content-type': type }), 415, 'unsupported_type')
    expect(await bookings()).toEqual([])
  })

  it.each(['GET', 'PUT'])('cannot come by %s, and the answer says by what it can', async (method) => {
    const response = await test.site.request('/create-checkout-session', { method, headers: { origin: ORIGIN } })
    await expectProblem(response, 405, 'method_not_allowed')
    expect(response.headers.get('allow')).toBe('POST')
  })
})
