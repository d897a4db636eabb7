import { describe, expect, it } from 'vitest'
import type { BookingRequest } from '#domain/bookings/booking'
import { minutesAfter } from '#domain/time/wall-time'
import { PaymentsUnavailable } from '#domain/payments/checkout'
import { holdSlot } from '#server/bookings/holds/hold'
import { findBookingBySecret, releaseHoldBySecret } from '#server/bookings/holds/release'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { sweep } from '#server/bookings/sweep/sweep'
import { addMentor } from '../../../tests/support/product/app.ts'
import { holdRequest } from '../../../tests/support/bookings/requests.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import {
  openCheckoutElsewhere,
  openLossyPayments,
  payCheckout,
  sandboxSessions,
  unreachablePayments,
} from '../../../tests/support/payments/checkout.ts'

useProduct()

async function request(changes: Partial<BookingRequest> = {}): Promise<BookingRequest> {
  const sessionTypeId = changes.sessionTypeId ?? (await addMentor(test)).sessionTypeIds[0]!
  return holdRequest(sessionTypeId, changes)
}

async function hold(changes: Partial<BookingRequest> = {}) {
  const held = await holdSlot(test.app, await request(changes))
  if (!held.ok) throw new Error(held.error.code)
  return { ...held.value, checkoutId: held.value.checkoutId ?? '' }
}

const bookings = () => test.db.selectFrom('bookings').selectAll().orderBy('createdAt').execute()
const claims = () => test.db.selectFrom('claims').selectAll().execute()
const findSecret = async (checkoutId: string) => {
  const [session] = (await sandboxSessions(test)).filter(({ id }) => id === checkoutId)
  return new URL(session!.cancel_url!).searchParams.get('hold')!
}

describe('holdSlot', () => {
  it('claims the mentor’s minutes and opens one checkout for the price in the database', async () => {
    const held = await hold()
    expect(await claims()).toMatchObject([{ bookingId: held.bookingId }])
    expect(await sandboxSessions(test)).toMatchObject([
      { id: held.checkoutId, amount_total: 4500, currency: 'gbp', client_reference_id: held.bookingId, status: 'open' },
    ])
    expect(held.payBefore).toEqual(minutesAfter(test.clock.time, 31))
    expect(held.reference).toMatch(/^B-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
  })

  it('charges the session’s own price where it has one', async () => {
    const { sessionTypeIds } = await addMentor(test, { price: 4500, sessions: [{ price: 3000 }] })
    await hold({ sessionTypeId: sessionTypeIds[0]! })
    expect(await sandboxSessions(test)).toMatchObject([{ amount_total: 3000 }])
  })

  it('refuses the second buyer of the same minutes and offers the three nearest free times', async () => {
    const { sessionTypeIds } = await addMentor(test)
    const sessionTypeId = sessionTypeIds[0]!
    await hold({ sessionTypeId })
    const second = await holdSlot(test.app, await request({ sessionTypeId, email: 'late@example.com' }))
    expect(second).toMatchObject({ ok: false, error: { code: 'slot_taken' } })
    if (second.ok || second.error.code !== 'slot_taken') throw new Error('not refused')
    expect(second.error.alternatives.map((slot) => slot.startsAt.toISOString())).toEqual([
      '2030-01-08T10:00:00.000Z',
      '2030-01-08T11:00:00.000Z',
      '2030-01-08T12:00:00.000Z',
    ])
    expect(await bookings()).toHaveLength(1)
  })

  it('gives the next buyer the time of a hold that is overdue, and the late payment of the first goes back', async () => {
    const { sessionTypeIds } = await addMentor(test)
    const first = await hold({ sessionTypeId: sessionTypeIds[0]! })
    const ask = async () =>
      holdSlot(test.app, await request({ sessionTypeId: sessionTypeIds[0]!, email: 'ada@example.com' }))
    test.clock.forward(30)
    expect(await ask()).toMatchObject({ ok: false, error: { code: 'slot_taken' } })
    test.clock.forward(1)
    expect(await ask()).toMatchObject({ ok: true })
    expect(await bookings()).toMatchObject([
      { id: first.bookingId, status: 'expired' },
      { menteeEmail: 'ada@example.com', status: 'held' },
    ])
    await test.stripe.control.payLate(first.checkoutId)
    await settleCheckout(test.app, first.checkoutId)
    expect(await bookings()).toMatchObject([{ status: 'expired' }, { status: 'held' }])
    expect(await test.db.selectFrom('refunds').select('amountPence').execute()).toEqual([{ amountPence: 4500 }])
  })

  it('ends no hold early where the machine’s clock is wrong, as it may be minutes fast', async () => {
    const { sessionTypeIds } = await addMentor(test)
    const first = await hold({ sessionTypeId: sessionTypeIds[0]! })
    test.clock.forward(40)
    test.app.clockAgrees = false
    const ask = async () =>
      holdSlot(test.app, await request({ sessionTypeId: sessionTypeIds[0]!, email: 'ada@example.com' }))
    expect(await ask()).toMatchObject({ ok: false, error: { code: 'slot_taken' } })
    expect(await bookings()).toMatchObject([{ id: first.bookingId, status: 'held' }])
    test.app.clockAgrees = true
    expect(await ask()).toMatchObject({ ok: true })
  })

  it('gives one browser that asks twice at the same moment one hold and one checkout', async () => {
    const client = { browser: 'b'.repeat(32), network: null, farNetwork: null }
    const wanted = await request()
    const [one, other] = await Promise.all([holdSlot(test.app, wanted, client), holdSlot(test.app, wanted, client)])
    expect(one).toMatchObject({ ok: true })
    expect(other).toEqual(one)
    expect(await sandboxSessions(test)).toHaveLength(1)
  })

  it('refuses a longer session that runs into a booked one', async () => {
    const { sessionTypeIds } = await addMentor(test, { sessions: [{ minutes: 60 }, { minutes: 90 }] })
    await hold({ sessionTypeId: sessionTypeIds[0]!, startsAt: new Date('2030-01-08T10:00:00Z') })
    const longer = await holdSlot(test.app, await request({ sessionTypeId: sessionTypeIds[1]! }))
    expect(longer).toMatchObject({ ok: false, error: { code: 'slot_taken' } })
  })

  it.each([
    ['in the past', '2030-01-06T09:00:00Z'],
    ['not one of the mentor’s starts', '2030-01-08T09:05:00Z'],
    ['more than 60 days ahead', '2030-03-09T09:00:00Z'],
    ['in the year 9999', '9999-12-31T09:00:00Z'],
  ])('refuses a time that is %s', async (_why, time) => {
    const refused = await holdSlot(test.app, await request({ startsAt: new Date(time) }))
    expect(refused).toEqual({ ok: false, error: { code: 'slot_not_bookable' } })
    expect(await bookings()).toEqual([])
  })

  it.each(['pending', 'rejected', 'paused'] as const)('sells nothing of a mentor who is %s', async (status) => {
    const { sessionTypeIds } = await addMentor(test, { status })
    const refused = await holdSlot(test.app, await request({ sessionTypeId: sessionTypeIds[0]! }))
    expect(refused).toEqual({ ok: false, error: { code: 'session_type_not_found' } })
  })

  it('says that payments are unavailable and frees the time when no checkout can be opened', async () => {
    const app = { ...test.app, payments: unreachablePayments }
    const refused = await holdSlot(app, await request())
    expect(refused).toEqual({ ok: false, error: { code: 'payments_unavailable' } })
    expect(await claims()).toEqual([])
    expect(await bookings()).toMatchObject([{ status: 'expired', orphanSince: test.clock.time }])
  })
})

describe('settleCheckout', () => {
  it('confirms the booking once and queues one email, however often it is called', async () => {
    const held = await hold()
    await payCheckout(test, held.checkoutId)
    await Promise.all(Array.from({ length: 10 }, () => settleCheckout(test.app, held.checkoutId)))
    await test.runJobs()
    expect(await bookings()).toMatchObject([{ status: 'confirmed', paidAmountPence: 4500, paidAt: test.clock.time }])
    const mails = await test.mails()
    expect(mails).toHaveLength(1)
    expect(mails[0]!.subject).toBe(
      'Booked: First ninety days with Ada Lovelace, Tuesday 8 January 2030, 09:00 (London, UTC+0)',
    )
    expect(mails[0]!.text).toContain(`Booking: ${held.reference}`)
    expect(mails[0]!.text).toContain('Tuesday 8 January 2030, 14:30 (Kolkata, UTC+5:30)')
  })

  it('confirms nothing before the payment', async () => {
    const held = await hold()
    await settleCheckout(test.app, held.checkoutId)
    expect(await bookings()).toMatchObject([{ status: 'held' }])
  })

  it('finds the booking by its id when the webhook comes before the checkout’s id was written', async () => {
    const held = await hold()
    await test.db.updateTable('bookings').set({ checkoutId: null, checkoutUrl: null }).execute()
    await payCheckout(test, held.checkoutId)
    await settleCheckout(test.app, held.checkoutId)
    expect(await bookings()).toMatchObject([{ status: 'confirmed', checkoutId: held.checkoutId }])
  })

  it('refunds a payment in full when its amount is not the price', async () => {
    const held = await hold()
    await test.db
      .updateTable('bookings')
      .set({ pricePence: 4400 as never })
      .execute()
    await payCheckout(test, held.checkoutId)
    await settleCheckout(test.app, held.checkoutId)
    await test.runJobs()
    expect(await bookings()).toMatchObject([{ status: 'expired' }])
    expect(await claims()).toEqual([])
    expect(await test.db.selectFrom('refunds').selectAll().execute()).toMatchObject([
      { amountPence: 4500, reason: 'wrong_amount', status: 'succeeded' },
    ])
    expect((await test.mails()).map((mail) => mail.subject)).toEqual(['Your refund of £45.00 is on its way'])
  })

  it('ignores a checkout that belongs to another booking', async () => {
    const held = await hold()
    const foreign = await openCheckoutElsewhere(test, { bookingId: held.bookingId.replace(/^./, 'f') })
    await payCheckout(test, foreign)
    await settleCheckout(test.app, foreign)
    expect(await bookings()).toMatchObject([{ id: held.bookingId, status: 'held', paidAt: null }])
  })

  it('refunds a late payment in full, once, when the slot is sold to another person', async () => {
    const { sessionTypeIds } = await addMentor(test)
    const late = await hold({ sessionTypeId: sessionTypeIds[0]! })
    await payCheckout(test, late.checkoutId)
    await test.db.deleteFrom('claims').execute()
    await test.db.updateTable('bookings').set({ status: 'expired' }).execute()
    const quick = await hold({ sessionTypeId: sessionTypeIds[0]!, email: 'quick@example.com' })
    await Promise.all([settleCheckout(test.app, late.checkoutId), settleCheckout(test.app, late.checkoutId)])
    await test.runJobs()
    expect(
      await test.db.selectFrom('refunds').select(['bookingId', 'amountPence', 'reason', 'status']).execute(),
    ).toEqual([{ bookingId: late.bookingId, amountPence: 4500, reason: 'slot_taken', status: 'succeeded' }])
    expect(await claims()).toMatchObject([{ bookingId: quick.bookingId }])
  })

  it('reclaims the slot for a late payment if it is still free', async () => {
    const held = await hold()
    await payCheckout(test, held.checkoutId)
    await test.db.deleteFrom('claims').execute()
    await test.db.updateTable('bookings').set({ status: 'expired' }).execute()
    await settleCheckout(test.app, held.checkoutId)
    expect(await bookings()).toMatchObject([{ status: 'confirmed' }])
    expect(await claims()).toHaveLength(1)
  })
})

describe('releaseHoldBySecret', () => {
  it('expires the checkout first and then frees the slot', async () => {
    const held = await hold()
    expect(await releaseHoldBySecret(test.app, await findSecret(held.checkoutId))).toBe('released')
    expect(await sandboxSessions(test)).toMatchObject([{ status: 'expired' }])
    expect(await bookings()).toMatchObject([{ status: 'expired' }])
    expect(await claims()).toEqual([])
  })

  it('is safe to call twice', async () => {
    const secret = await findSecret((await hold()).checkoutId)
    await releaseHoldBySecret(test.app, secret)
    expect(await releaseHoldBySecret(test.app, secret)).toBe('released')
  })

  it('confirms the booking instead when the checkout turns out to be paid', async () => {
    const held = await hold()
    const secret = await findSecret(held.checkoutId)
    await payCheckout(test, held.checkoutId)
    expect(await releaseHoldBySecret(test.app, secret)).toBe('paid')
    expect(await bookings()).toMatchObject([{ status: 'confirmed' }])
  })

  it('keeps the hold when the payment service does not answer', async () => {
    const secret = await findSecret((await hold()).checkoutId)
    expect(await releaseHoldBySecret({ ...test.app, payments: unreachablePayments }, secret)).toBe('kept')
    expect(await claims()).toHaveLength(1)
  })

  it('needs the hold’s own secret, and reveals nothing without it', async () => {
    const held = await hold()
    expect(await releaseHoldBySecret(test.app, held.bookingId)).toBe('unknown')
    expect(await releaseHoldBySecret(test.app, held.reference)).toBe('unknown')
    expect(await findBookingBySecret(test.app, held.checkoutId)).toBeUndefined()
    expect(await claims()).toHaveLength(1)
  })
})

describe('the sweeper', () => {
  it('expires a hold once its checkout has expired', async () => {
    await hold()
    test.clock.forward(30)
    await sweep(test.app)
    expect(await bookings()).toMatchObject([{ status: 'held' }])
    test.clock.forward(1)
    await sweep(test.app)
    expect(await bookings()).toMatchObject([{ status: 'expired' }])
    expect(await claims()).toEqual([])
  })

  it('confirms a paid booking when every webhook was lost', async () => {
    const held = await hold()
    await payCheckout(test, held.checkoutId)
    test.clock.forward(31)
    await sweep(test.app)
    expect(await bookings()).toMatchObject([{ status: 'confirmed' }])
  })

  it('keeps a hold while the payment service does not answer', async () => {
    await hold()
    test.clock.forward(60)
    await expect(sweep({ ...test.app, payments: unreachablePayments })).rejects.toThrow(PaymentsUnavailable)
    expect(await claims()).toHaveLength(1)
  })

  it('keeps a hold whose checkout the payment service does not know, and continues with the others', async () => {
    await hold()
    await test.db.updateTable('bookings').set({ checkoutId: 'cs_test_of_another_account' }).execute()
    test.clock.forward(1)
    await hold()
    test.clock.forward(60)
    await sweep(test.app)
    expect((await bookings()).map((booking) => booking.status)).toEqual(['held', 'expired'])
    expect(await claims()).toHaveLength(1)
  })

  it('finds and expires a checkout whose id never reached us', async () => {
    const held = await hold()
    await test.db.updateTable('bookings').set({ checkoutId: null, checkoutUrl: null }).execute()
    test.clock.forward(3)
    await sweep(test.app)
    expect(await sandboxSessions(test)).toMatchObject([{ id: held.checkoutId, status: 'expired' }])
    expect(await bookings()).toMatchObject([{ status: 'expired', orphanSince: null }])
    expect(await claims()).toEqual([])
  })

  it('expires a checkout that was opened although the call seemed to fail', async () => {
    const lossy = await openLossyPayments(test)
    const refused = await holdSlot({ ...test.app, payments: lossy.payments }, await request())
    await lossy.close()
    expect(refused).toEqual({ ok: false, error: { code: 'payments_unavailable' } })
    test.clock.forward(3)
    await sweep(test.app)
    expect(await sandboxSessions(test)).toMatchObject([{ status: 'expired' }])
    expect(await bookings()).toMatchObject([{ status: 'expired', orphanSince: null }])
  })
})
