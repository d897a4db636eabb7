/** Holds as a browser meets them through the API: its own, how many, moved, free ones. */
import { describe, expect, it } from 'vitest'
import { addMentor, ORIGIN, type TestApp } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'
import { payCheckout, sandboxSessions } from '../../tests/support/payments/checkout.ts'
import { makeBookingForm, expectProblem, postBooking } from '../../tests/support/bookings/requests.ts'

useProduct()

type Mentor = Awaited<ReturnType<typeof addMentor>>
type Held = { id: string | null; url: string; reference: string; payBefore: string }

const JSON_BODY = { 'content-type': 'application/json' }
const from = (browser: string) => ({ ...JSON_BODY, origin: ORIGIN, cookie: `browser=${browser.repeat(24)}` })

const book = (mentor: Mentor, browser: string | null, changes: Record<string, unknown> = {}) =>
  postBooking(test, { ...makeBookingForm(mentor), ...changes }, browser ? from(browser) : JSON_BODY)

async function held(mentor: Mentor, browser: string | null, changes: Record<string, unknown> = {}): Promise<Held> {
  const answer = await book(mentor, browser, changes)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return (await answer.json()) as Held
}

/** Books by way of a proxy at 10.0.0.1, which names the client's `address` as it likes. */
const through = (mentor: Mentor, address: string, browser: string) =>
  test.site.request(
    '/create-checkout-session',
    {
      method: 'POST',
      headers: { ...from(browser), 'x-forwarded-for': address },
      body: JSON.stringify({ ...makeBookingForm(mentor), email: `${browser}@example.com` }),
    },
    { incoming: { socket: { remoteAddress: '10.0.0.1' } } },
  )

/** A hold without a known browser, as older ones are: it counts for its email address. */
async function lastHeldByNobody(mentor: Mentor, changes: Record<string, unknown>) {
  await held(mentor, null, changes)
  await test.db.updateTable('bookings').set({ browserHash: null }).execute()
}

const limit = (limits: Partial<TestApp['app']['config']>) => {
  test.app.config = { ...test.app.config, ...limits }
}
const bookings = () => test.db.selectFrom('bookings').selectAll().orderBy('createdAt').orderBy('startsAt').execute()
const claims = () => test.db.selectFrom('claims').selectAll().execute()

describe('a browser that books', () => {
  it('gets a cookie once and with it returns to the same checkout', async () => {
    const mentor = await addMentor(test)
    const first = await book(mentor, null)
    const cookie = first.headers.get('set-cookie')!.split(';')[0]!
    const second = await postBooking(test, makeBookingForm(mentor), { ...JSON_BODY, origin: ORIGIN, cookie })
    expect(second.headers.get('set-cookie')).toBeNull()
    expect(await second.json()).toEqual(await first.json())
    expect(await bookings()).toHaveLength(1)
    expect(await sandboxSessions(test)).toHaveLength(1)
  })

  it('keeps its hold when the other time is taken, or refused by a limit or a full day, which it can fill itself', async () => {
    const mentor = await addMentor(test)
    const first = await held(mentor, 'a')
    await expectProblem(await book(mentor, 'b'), 409, 'slot_taken') // Another browser with the same address.
    await held(mentor, 'b', { time: '16:30' })
    await expectProblem(await book(mentor, 'a', { time: '16:30' }), 409, 'slot_taken')
    await held(await addMentor(test, { name: 'Another' }), 'a', { email: 'busy@example.com' })
    limit({ HOLDS_PER_EMAIL: 1 })
    await expectProblem(await book(mentor, 'a', { time: '17:30', email: 'busy@example.com' }), 429, 'too_many_holds')
    limit({ HOLDS_PER_EMAIL: 100 })
    await held(mentor, 'c', { date: '2030-01-09', email: 'other@example.com' })
    await test.db.updateTable('mentors').set({ dayCap: 1 }).where('id', '=', mentor.id).execute()
    await expectProblem(await book(mentor, 'a', { date: '2030-01-09', time: '16:30' }), 409, 'slot_taken')
    expect(await (await book(mentor, 'a')).json()).toEqual(first)
    await held(mentor, 'c', { date: '2030-01-09', time: '16:30', email: 'other@example.com' })
  })

  it('learns that it has just paid instead of moving, and nothing more is held', async () => {
    const mentor = await addMentor(test)
    const first = await held(mentor, 'a')
    await payCheckout(test, first.id!)
    const refusal = await expectProblem(await book(mentor, 'a', { time: '16:30' }), 409, 'already_paid')
    expect(refusal).toMatchObject({ id: first.id })
    expect((await bookings()).map(({ status }) => status).toSorted()).toEqual(['confirmed', 'expired'])
    expect(await claims()).toHaveLength(1)
  })
})

describe('the limit on simultaneous holds', () => {
  it('refuses a browser’s third hold until the first has ended', async () => {
    limit({ HOLDS_PER_BROWSER: 2 })
    const mentors = [await addMentor(test), await addMentor(test), await addMentor(test)]
    await held(mentors[0]!, 'a', { email: 'one@example.com' })
    test.clock.forward(10)
    await held(mentors[1]!, 'a', { email: 'two@example.com' })
    const refused = await book(mentors[2]!, 'a', { email: 'three@example.com' })
    // 31 minutes of the checkout and 4 more, of which 10 have gone.
    expect(refused.headers.get('retry-after')).toBe(String(25 * 60))
    await expectProblem(refused, 429, 'too_many_holds')
    await held(mentors[2]!, 'b', { email: 'three@example.com' })
  })

  it('counts a network, which a trusted proxy names', async () => {
    limit({ HOLDS_PER_ADDRESS: 1, TRUSTED_PROXIES: ['10.0.0.0/8'] })
    const mentors = [await addMentor(test), await addMentor(test), await addMentor(test)]
    expect((await through(mentors[0]!, '2001:db8:1:2::1', 'a')).status).toBe(200)
    await expectProblem(await through(mentors[1]!, '2001:db8:1:2::2', 'b'), 429, 'too_many_holds')
    expect((await through(mentors[1]!, '2001:db8:1:3::2', 'b')).status).toBe(200)
    expect((await through(mentors[2]!, '192.0.2.1', 'c')).status).toBe(200)
  })

  it('gives an email address a share of one mentor’s next two weeks, and counts only live holds in it', async () => {
    limit({ HOLDS_SHARE_PERCENT: 2 }) // Of 5 starts on each of 14 days, two.
    const mentor = await addMentor(test)
    await lastHeldByNobody(mentor, { time: '14:30' })
    await lastHeldByNobody(mentor, { time: '15:30' })
    await expectProblem(await book(mentor, 'c', { time: '16:30' }), 429, 'too_many_holds')
    await test.db.updateTable('bookings').set({ network: null }).execute()
    await expectProblem(await book(mentor, 'c', { time: '14:30', email: 'ada@example.com' }), 409, 'slot_taken')
    await held(mentor, 'c', { time: '16:30', email: 'ada@example.com' })
    await held(mentor, 'c', { date: '2030-02-08', time: '16:30' })
  })

  it('does not count the hold that is moved or resumed', async () => {
    limit({ HOLDS_PER_BROWSER: 1, HOLDS_PER_EMAIL: 1, HOLDS_PER_ADDRESS: 1, HOLDS_SHARE_PERCENT: 0 })
    const mentor = await addMentor(test)
    const first = await held(mentor, 'a')
    expect(await held(mentor, 'a')).toEqual(first)
    await held(mentor, 'a', { time: '16:30' })
    expect(await claims()).toHaveLength(1)
  })
})

describe('a free session', () => {
  const free = () => addMentor(test, { price: 0 })

  it('is held for half an hour without a checkout, with a link to the next step', async () => {
    const answer = await held(await free(), 'a')
    expect(answer).toEqual({
      id: null,
      url: `${ORIGIN}/confirm`,
      reference: expect.stringMatching(/^B-/),
      link: null,
      payBefore: '2030-01-07T09:30:00.000Z',
      startsAt: '2030-01-08T14:30:00+05:30',
      ambiguous: null,
    })
    expect(await sandboxSessions(test)).toEqual([])
    expect(await bookings()).toMatchObject([{ status: 'held', pricePence: 0, paidAt: null }])
  })
})
