import { describe, expect, it } from 'vitest'
import type { BookingRequest } from '#domain/bookings/booking'
import { holdSlot } from '#server/bookings/holds/hold'
import { findBookingBySecret, releaseHoldBySecret } from '#server/bookings/holds/release'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { sweep } from '#server/bookings/sweep/sweep'
import { addMentor } from '../../../tests/support/product/app.ts'
import { holdRequest } from '../../../tests/support/bookings/requests.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { payCheckout, sandboxSessions } from '../../../tests/support/payments/checkout.ts'

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

describe('holdSlot', () => {
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
})

describe('settleCheckout', () => {
  it('finds the booking by its id when the webhook comes before the checkout’s id was written', async () => {
    const held = await hold()
    await test.db.updateTable('bookings').set({ checkoutId: null, checkoutUrl: null }).execute()
    await payCheckout(test, held.checkoutId)
    await settleCheckout(test.app, held.checkoutId)
    expect(await bookings()).toMatchObject([{ status: 'confirmed', checkoutId: held.checkoutId }])
  })
})

it('releaseHoldBySecret needs the hold’s own secret, and reveals nothing without it', async () => {
  const held = await hold()
  expect(await releaseHoldBySecret(test.app, held.bookingId)).toBe('unknown')
  expect(await releaseHoldBySecret(test.app, held.reference)).toBe('unknown')
  expect(await findBookingBySecret(test.app, held.checkoutId)).toBeUndefined()
  expect(await claims()).toHaveLength(1)
})

it('the sweeper finds and expires a checkout whose id never reached us', async () => {
  const held = await hold()
  await test.db.updateTable('bookings').set({ checkoutId: null, checkoutUrl: null }).execute()
  test.clock.forward(3)
  await sweep(test.app)
  expect(await sandboxSessions(test)).toMatchObject([{ id: held.checkoutId, status: 'expired' }])
  expect(await bookings()).toMatchObject([{ status: 'expired', orphanSince: null }])
  expect(await claims()).toEqual([])
})
