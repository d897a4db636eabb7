import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { loadConfig } from '#server/platform/config'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { sweep } from '#server/bookings/sweep/sweep'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { openCheckoutElsewhere, payCheckout, sandboxSessions } from '../../../tests/support/payments/checkout.ts'
import { bookTuesday, TUESDAY } from '../../../tests/support/bookings/requests.ts'
import { deliver, readEventBody } from '../../../tests/support/payments/webhooks.ts'

useProduct()

const startsAt = new Date(TUESDAY)
const bookings = () => test.db.selectFrom('bookings').selectAll().orderBy('createdAt').execute()
const statuses = async () => (await bookings()).map(({ status }) => status)
const claims = () => test.db.selectFrom('claims').selectAll().execute()
const refunds = () => test.db.selectFrom('refunds').selectAll().execute()
const subjects = async () => (await test.mails()).map((mail) => mail.subject)

/** Delivers the newest event of this type again, under an id of its own. */
async function sendEvent(type: Parameters<typeof readEventBody>[1], id = 'evt_again') {
  const event = JSON.parse(await readEventBody(test, type)) as object
  await deliver(test, JSON.stringify({ ...event, id }))
  await test.runJobs()
}

describe('settleCheckout', () => {
  it('ignores a checkout whose reference is not one of our ids, or no booking’s', async () => {
    const held = await bookTuesday(test)
    for (const bookingId of ['order-1001', randomUUID()]) {
      const foreign = await openCheckoutElsewhere(test, { bookingId })
      await payCheckout(test, foreign)
      await settleCheckout(test.app, foreign)
    }
    expect(await bookings()).toMatchObject([{ checkoutId: held, status: 'held', paidAt: null }])
  })

  it.each([
    ['in another currency', sql`currency = 'EUR'`],
    ['of another amount than the price', sql`price_pence = 4400`],
  ])('refunds a payment %s in full', async (_what, sold) => {
    const checkoutId = await bookTuesday(test)
    await sql`update bookings set ${sold}`.execute(test.db)
    await payCheckout(test, checkoutId)
    await settleCheckout(test.app, checkoutId)
    await test.runJobs()
    expect(await statuses()).toEqual(['expired'])
    expect(await claims()).toEqual([])
    expect(await refunds()).toMatchObject([
      { amountPence: 4500, currency: 'GBP', reason: 'wrong_amount', status: 'succeeded' },
    ])
  })

  it('refunds a payment that comes after the session began, and frees the slot', async () => {
    const checkoutId = await bookTuesday(test)
    test.clock.time = startsAt
    await test.stripe.control.payLate(checkoutId)
    await settleCheckout(test.app, checkoutId)
    await test.runJobs()
    expect(await bookings()).toMatchObject([{ status: 'expired', paidAmountPence: 4500 }])
    expect(await claims()).toEqual([])
    expect(await refunds()).toMatchObject([{ amountPence: 4500, reason: 'too_late', status: 'succeeded' }])
    expect(await subjects()).toEqual(['Your refund of £45.00 is on its way'])
  })

  it('raises a concern about a second paid checkout of one booking, and confirms nothing again', async () => {
    const checkoutId = await bookTuesday(test)
    const [booking] = await bookings()
    const second = await openCheckoutElsewhere(test, { bookingId: booking!.id })
    for (const id of [checkoutId, second]) {
      await payCheckout(test, id)
      await settleCheckout(test.app, id)
    }
    expect(await statuses()).toEqual(['confirmed'])
    expect(await test.db.selectFrom('concerns').select(['kind', 'subject']).execute()).toEqual([
      { kind: 'mismatch', subject: `paid_twice:${second}` },
    ])
  })
})

describe('a late payment', () => {
  /** A hold of Tuesday that expired and was then paid at the last moment. */
  async function expiredAndPaid(mentor?: { id: string; name: string }) {
    const checkoutId = await bookTuesday(test, { ...(mentor && { mentor }), email: 'late@example.com' })
    test.clock.forward(35)
    await sweep(test.app)
    await test.check()
    expect((await bookings()).at(-1)).toMatchObject({ status: 'expired' })
    return checkoutId
  }

  it('retakes its slot while that is free', async () => {
    const checkoutId = await expiredAndPaid()
    await test.stripe.control.payLate(checkoutId)
    await sendEvent('checkout.session.completed')
    expect(await statuses()).toEqual(['confirmed'])
    expect(await claims()).toHaveLength(1)
    expect(await refunds()).toEqual([])
    expect(await subjects()).toEqual([expect.stringMatching(/^Booked: /)])
  })

  it('is refunded in full, once, when its slot is sold', async () => {
    const mentor = await addMentor(test)
    const late = await expiredAndPaid(mentor)
    const quick = await bookTuesday(test, { mentor, email: 'quick@example.com' })
    await payCheckout(test, quick)
    await settleCheckout(test.app, quick)
    await test.stripe.control.payLate(late)
    await Promise.all(Array.from({ length: 5 }, () => settleCheckout(test.app, late)))
    await sendEvent('checkout.session.completed')
    await test.runJobs()
    expect(await bookings()).toMatchObject([
      { checkoutId: late, status: 'expired' },
      { checkoutId: quick, status: 'confirmed' },
    ])
    expect(await refunds()).toMatchObject([{ amountPence: 4500, reason: 'slot_taken', status: 'succeeded' }])
    expect(await test.db.selectFrom('concerns').select(['kind', 'subject']).execute()).toEqual([
      { kind: 'refund_made', subject: (await refunds())[0]!.id },
    ])
    expect((await subjects()).toSorted()).toEqual([
      expect.stringMatching(/^Booked: /),
      'Your refund of £45.00 is on its way',
    ])
  })
})

describe('a checkout', () => {
  const hostedPage = async (id: string) => (await test.stripe.pages.request(`/sandbox/checkout/${id}`)).text()

  it('accepts only cards by default, since a bank debit holds the slot for days, and debits if they are allowed', async () => {
    expect(test.app.config.PAYMENT_METHODS).toEqual(['card', 'bacs_debit'])
    expect(await hostedPage(await bookTuesday(test))).toContain('Bank debit')
    const usual = loadConfig({})
    test.app.config = { ...test.app.config, ...(usual.ok && { PAYMENT_METHODS: usual.value.PAYMENT_METHODS }) }
    const id = await bookTuesday(test)
    const session = (await sandboxSessions(test)).find((each) => each.id === id)
    expect(session).toMatchObject({ payment_method_types: ['card'] })
    expect(await hostedPage(id)).not.toContain('Bank debit')
    await expect(test.stripe.control.payByDebit(id)).rejects.toThrow('not open to debits')
  })
})

describe('a bank debit', () => {
  it('keeps the hold while the payment is processing, known since its first report, and then confirms it', async () => {
    const checkoutId = await bookTuesday(test)
    await test.stripe.control.payByDebit(checkoutId)
    await sendEvent('checkout.session.completed')
    expect(await bookings()).toMatchObject([{ status: 'held', processingSince: test.clock.time, paidAt: null }])
    const since = test.clock.time
    test.clock.forward(12 * 60)
    await sweep(test.app)
    await test.check()
    expect(await bookings()).toMatchObject([{ status: 'held', processingSince: since, paidAt: null }])
    expect(await claims()).toHaveLength(1)

    await test.stripe.control.settleDebit(checkoutId, 'succeeded')
    await sendEvent('checkout.session.async_payment_succeeded', 'evt_paid')
    expect(await bookings()).toMatchObject([{ status: 'confirmed', paidAmountPence: 4500 }])
  })

  it('frees the slot when it fails, and confirms if it succeeds after, in whatever order both are reported', async () => {
    const checkoutId = await bookTuesday(test)
    await test.stripe.control.payByDebit(checkoutId)
    await test.stripe.control.settleDebit(checkoutId, 'failed')
    await sendEvent('checkout.session.async_payment_failed', 'evt_failed')
    expect(await statuses()).toEqual(['expired'])
    expect(await claims()).toEqual([])
    await test.stripe.control.settleDebit(checkoutId, 'succeeded')
    await sendEvent('checkout.session.async_payment_succeeded', 'evt_paid')
    await sendEvent('checkout.session.async_payment_failed', 'evt_failed_late')
    expect(await statuses()).toEqual(['confirmed'])
    expect(await claims()).toHaveLength(1)
  })
})
