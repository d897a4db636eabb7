/** What a visitor meets while the payment service fails in each way it can, and that all is right again after. */
import { describe, expect, it } from 'vitest'
import { PaymentsUnavailable } from '#domain/payments/checkout'
import { releaseHoldBySecret } from '#server/bookings/holds/release'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { sweep } from '#server/bookings/sweep/sweep'
import { addMentor } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'
import { payCheckout, sandboxSessions } from '../../tests/support/payments/checkout.ts'
import {
  makeBookingForm,
  bookTuesday,
  expectProblem,
  postBooking,
  TUESDAY,
} from '../../tests/support/bookings/requests.ts'
import { payTooLate } from '../../tests/support/bookings/sessions.ts'

useProduct()

const statuses = async () =>
  (await test.db.selectFrom('bookings').select('status').orderBy('createdAt').execute()).map(({ status }) => status)

// How the client takes every other kind of broken answer: `payments/stripe/stripe.test.ts`.
describe('while every call of the payment service fails', () => {
  it.each([
    ['a 500', 'error'],
    ['half a response, although its work is done', 'reset'],
    ['no response', 'hang'],
  ] as const)(
    'a buyer gets an error, and the next buyer the slot after the outage: with %s',
    async (_what, answer) => {
      const mentor = await addMentor(test)
      await test.stripe.control.outage({ answer })
      await expectProblem(await postBooking(test, makeBookingForm(mentor)), 502, 'payments_unavailable')
      expect(await test.db.selectFrom('claims').selectAll().execute()).toEqual([])

      await test.stripe.control.heal()
      const checkoutId = await bookTuesday(test, { mentor, email: 'next@example.com' })
      await payCheckout(test, checkoutId)
      await settleCheckout(test.app, checkoutId)
      test.clock.forward(3)
      await sweep(test.app)
      await test.check()
      expect((await statuses()).toSorted()).toEqual(['confirmed', 'expired'])
      const orphans = (await sandboxSessions(test)).filter(({ id }) => id !== checkoutId)
      expect(orphans.filter(({ status }) => status === 'open')).toEqual([]) // Whatever was opened all the same is ended.
    },
    60_000,
  )

  it('a buyer who has paid keeps the slot and is confirmed after the outage', async () => {
    const checkoutId = await bookTuesday(test)
    const [session] = await sandboxSessions(test)
    const secret = new URL(session!.cancel_url!).searchParams.get('hold')!
    await payCheckout(test, checkoutId)
    await test.stripe.control.outage({ answer: 'reset' })
    // As the success page and the cancel page do; how long they may wait is tested in `payments/deadline.test.ts`.
    await expect(settleCheckout(test.app, checkoutId)).rejects.toBeInstanceOf(PaymentsUnavailable)
    expect(await releaseHoldBySecret(test.app, secret)).toBe('kept')
    test.clock.time = new Date(new Date(TUESDAY).getTime() - 3_600_000)
    await sweep(test.app).catch(() => {})
    expect(await statuses()).toEqual(['held'])
    await test.check()

    await test.stripe.control.heal()
    await sweep(test.app)
    await test.check()
    expect(await statuses()).toEqual(['confirmed'])
    expect(await test.db.selectFrom('claims').selectAll().execute()).toHaveLength(1)
  }, 60_000)
})

it('a job uses the client that waits longer for the payment service than the one for pages', async () => {
  await payTooLate(test)
  const refund = () => Promise.reject(new PaymentsUnavailable('Too slow'))
  test.app.payments = { ...test.app.payments, refund }
  await test.runJobs()
  expect(await test.db.selectFrom('refunds').select('status').execute()).toEqual([{ status: 'succeeded' }])
  expect(test.faults).toEqual([])
})
