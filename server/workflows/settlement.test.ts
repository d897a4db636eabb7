import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minutesAfter } from '#domain/time'
import { settleCheckout } from '#server/workflows/settlement'
import { sweep } from '#server/workflows/sweep'
import { addMentor, openTestApp, type TestApp } from '../../tests/support/app.ts'
import { payCheckout } from '../../tests/support/checkout.ts'
import { bookingOf, postBooking, TUESDAY } from '../../tests/support/requests.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
})
beforeEach(() => test.reset())
afterAll(() => test.close())

const startsAt = new Date(TUESDAY)

/** Holds Tuesday 14:30 with a mentor of its own, and gives the id of its checkout. */
async function book(): Promise<string> {
  const answer = await postBooking(test, bookingOf(await addMentor(test)))
  return ((await answer.json()) as { id: string }).id
}

const bookings = () => test.db.selectFrom('bookings').selectAll().orderBy('created_at').execute()
const claims = () => test.db.selectFrom('claims').selectAll().execute()

describe('a payment', () => {
  it('of a session that goes by a name of somebody else’s making changes nothing', async () => {
    const held = await book()
    const foreign = await test.app.payments.startCheckout({
      bookingId: 'order-1001',
      title: 'Elsewhere',
      description: 'Not ours',
      price: 4500 as never,
      currency: 'GBP',
      email: 'else@example.com',
      expiresAt: minutesAfter(test.clock.time, 31),
      successUrl: 'http://elsewhere.test/',
      cancelUrl: 'http://elsewhere.test/',
    })
    await payCheckout(test, foreign.id)
    await settleCheckout(test.app, foreign.id)
    expect(await bookings()).toMatchObject([{ checkout_id: held, status: 'held', paid_at: null }])
  })

  it('that comes when the session has begun goes back whole and frees the time', async () => {
    test.clock.time = minutesAfter(startsAt, -5)
    const checkoutId = await book()
    test.clock.forward(5)
    await payCheckout(test, checkoutId)
    await settleCheckout(test.app, checkoutId)
    await test.runJobs()
    expect(await bookings()).toMatchObject([{ status: 'expired', paid_amount_pence: 4500 }])
    expect(await claims()).toEqual([])
    expect(await test.db.selectFrom('refunds').selectAll().execute()).toMatchObject([
      { amount_pence: 4500, reason: 'too_late', status: 'succeeded' },
    ])
    expect((await test.mails()).map((mail) => mail.subject)).toEqual(['Your payment of £45.00 is on its way back'])
  })
})

describe('the sweeper', () => {
  it('passes by a hold that cannot be put right, and goes on with the others', async () => {
    const broken = await book()
    await payCheckout(test, broken)
    await sql`update sandbox_stripe.checkout_sessions set payment_intent = null`.execute(test.db)
    await test.db
      .updateTable('bookings')
      .set({ price_pence: 4400 as never })
      .execute()
    test.clock.forward(1)
    await book()
    test.clock.forward(60)
    await sweep(test.app)
    expect((await bookings()).map((booking) => booking.status)).toEqual(['held', 'expired'])
    expect(test.faults).toMatchObject([{ message: expect.stringContaining('names no payment to give back') }])
  })
})
