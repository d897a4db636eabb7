/** Packages by a program: buying one, reading what is left, and booking its sessions. */
import { beforeEach, describe, expect, it } from 'vitest'
import { bookingSecret } from '#server/bookings/booking-link'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { addKeyMaker, makeKey } from '../../tests/support/access/program-key.ts'
import { addSeller } from '../../tests/support/bookings/packages.ts'
import { bookTuesday, expectProblem, TUESDAY } from '../../tests/support/bookings/requests.ts'
import { payCheckout } from '../../tests/support/payments/checkout.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'

useProduct()

const PRICE = { amount: 10_000, currency: 'GBP' }
const BUYER = { name: 'Grace Hopper', email: 'grace@example.com', phone: '07700 900000' }

let seller: Awaited<ReturnType<typeof addSeller>>
beforeEach(async () => {
  seller = await addSeller(test)
})

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  Promise.resolve(
    test.site.request(`/api/v1/packages${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }),
  )
const buy = (more: object = {}) => post('', { sessionTypeId: seller.sessionTypeId, sessions: 3, ...BUYER, ...more })
const read = async (reference: string, secret: string) => {
  const response = await test.site.request(`/api/v1/packages/${reference}`, { headers: { 'booking-secret': secret } })
  return (await response.json()) as { status: string; sessions: { state: string }[] }
}
const book = (reference: string, secret: string, startsAt = TUESDAY) =>
  post(`/${reference}/sessions`, { startsAt }, { 'booking-secret': secret })
const cancel = (reference: string, secret: string, refund?: object) =>
  post(`/${reference}/cancel`, refund ? { refund } : {}, { 'booking-secret': secret })

/** A package that is paid, with both of its secrets: the checkout's, and the emailed link's. */
async function bought() {
  const { reference, secret } = (await (await buy()).json()) as { reference: string; secret: string }
  const row = test.db.selectFrom('bookings').select(['id', 'linkVersion', 'checkoutId'])
  const { checkoutId, ...booking } = await row.where('reference', '=', reference).executeTakeFirstOrThrow()
  await payCheckout(test, checkoutId!)
  await settleCheckout(test.app, checkoutId!)
  return { reference, secret, mailed: bookingSecret(test.app, booking) }
}

describe('a package by the API', () => {
  it('is on offer with its session type, and bought at the price that was shown', async () => {
    const { sessionTypes } = (await (await test.site.request(`/api/v1/mentors/${seller.id}`)).json()) as {
      sessionTypes: { packages: object[] }[]
    }
    expect(sessionTypes.map(({ packages }) => packages)).toEqual([[{ sessions: 3, price: PRICE }]])
    const refused = await buy({ price: { amount: 9_000, currency: 'GBP' } })
    expect(await expectProblem(refused, 409, 'price_changed')).toMatchObject({ price: PRICE })
    await expectProblem(await buy({ sessions: 5 }), 404, 'not_found')
    const response = await buy({ price: PRICE })
    expect(response.status).toBe(200)
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  it('books by the emailed link’s secret alone, as long as something is left', async () => {
    const { reference, secret, mailed } = await bought()
    await expectProblem(await book(reference, secret), 404, 'not_found')
    const response = await book(reference, mailed)
    expect(await response.json()).toMatchObject({ startsAt: TUESDAY })
    const taken = await expectProblem(await book(reference, mailed), 409, 'slot_taken')
    expect(taken.alternatives).toHaveLength(3)
    for (const { startsAt } of taken.alternatives!.slice(0, 2)) await book(reference, mailed, startsAt)
    await expectProblem(await book(reference, mailed, taken.alternatives![2]!.startsAt), 409, 'no_credit')
    const state = await read(reference, secret)
    expect(state).toMatchObject({ status: 'confirmed' })
    expect(state.sessions.map(({ state: each }) => each)).toEqual(['booked', 'booked', 'booked'])
  })

  it('is cancelled by the emailed link’s secret, and refunds what is not booked, once', async () => {
    const { reference, secret, mailed } = await bought()
    await book(reference, mailed)
    const left = { amount: 6_666, currency: 'GBP' }
    expect(await read(reference, secret)).toMatchObject({ refundIfCancelled: null })
    expect(await read(reference, mailed)).toMatchObject({ refundIfCancelled: left })
    await expectProblem(await cancel(reference, secret, left), 409, 'not_cancellable')
    await expectProblem(await cancel(reference, mailed), 400, 'invalid')
    await expectProblem(await cancel(reference, mailed, { ...left, currency: 'EUR' }), 400, 'invalid')
    const changed = await expectProblem(await cancel(reference, mailed, PRICE), 409, 'refund_changed')
    expect(changed).toMatchObject({ refund: left })
    const responses = await Promise.all([cancel(reference, mailed, left), cancel(reference, mailed, left)])
    const [done, repeated] = responses.toSorted((a, b) => a.status - b.status)
    expect(await done!.json()).toMatchObject({
      status: 'cancelled',
      refundIfCancelled: null,
      sessions: ['booked', 'refunded', 'refunded'].map((state) => ({ state })),
    })
    await expectProblem(repeated!, 409, 'not_cancellable')
    await expectProblem(await cancel(reference, mailed, left), 409, 'not_cancellable')
    const refunds = await test.db.selectFrom('refunds').select(['amountPence', 'reason']).execute()
    expect(refunds).toEqual([{ amountPence: 6_666, reason: 'mentee_cancelled' }])
  })

  it('is not cancelled when all its sessions are booked', async () => {
    const { reference, mailed } = await bought()
    for (const hour of ['09', '10', '11']) await book(reference, mailed, TUESDAY.replace('T09', `T${hour}`))
    expect(await read(reference, mailed)).toMatchObject({ refundIfCancelled: null })
    await expectProblem(await cancel(reference, mailed, { amount: 0, currency: 'GBP' }), 409, 'not_cancellable')
    expect(await read(reference, mailed)).toMatchObject({ status: 'confirmed' })
  })

  it('is released before it is paid, by the checkout’s secret', async () => {
    const { reference, secret } = (await (await buy()).json()) as { reference: string; secret: string }
    expect(await (await cancel(reference, secret)).json()).toMatchObject({ status: 'expired' })
  })

  it('is named by the sessions that it paid for, and by no other booking', async () => {
    await addKeyMaker(test)
    const headers = { authorization: `Bearer ${await makeKey(test, ['bookings:read'])}` }
    const { reference, mailed } = await bought()
    const session = (await (await book(reference, mailed)).json()) as { reference: string }
    test.clock.forward(1)
    await bookTuesday(test, { mentor: seller, time: '15:30' })
    test.clock.forward(1)
    const get = async (path: string) => (await test.site.request(`/api/v1/bookings${path}`, { headers })).json()
    const share = { package: reference, price: { amount: 3_334, currency: 'GBP' }, discount: null }
    expect(await get(`/${session.reference}`)).toMatchObject(share)
    expect(await get('')).toMatchObject({ bookings: [{ reference: session.reference, ...share }, { package: null }] })
  })
})
