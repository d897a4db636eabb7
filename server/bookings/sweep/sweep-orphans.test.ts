/** Bookings whose payment session never reached us, as an outage leaves them by the hundred. */
import { describe, expect, it, vi } from 'vitest'
import type { Checkout } from '#domain/payments/checkout'
import { toPence } from '#domain/payments/money'
import { minutesAfter } from '#domain/time/wall-time'
import { sweep } from '#server/bookings/sweep/sweep'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { copyBooking } from '../../../tests/support/bookings/copied-bookings.ts'
import { bookTuesday } from '../../../tests/support/bookings/requests.ts'

useProduct()

/**
 * So many bookings with nothing to show for it at our side, `apart` minutes after each other; gives their ids, the
 * oldest first.
 */
async function leaveOrphans(count: number, apart: number): Promise<string[]> {
  await bookTuesday(test)
  const made = test.clock.time
  const ids = await copyBooking(test, count, (n) => ({
    status: 'expired',
    checkoutId: null,
    checkoutUrl: null,
    createdAt: minutesAfter(made, n * apart),
    orphanSince: made,
  }))
  await test.db.deleteFrom('claims').execute()
  await test.db.deleteFrom('bookings').where('orphanSince', 'is', null).execute()
  test.clock.forward(count * apart + 5)
  return ids
}

/** A payment service at which each booking has an open session, and that ends one when the test says so. */
function heldBack(ids: string[]) {
  const waiting: { bookingId: string; release: () => void }[] = []
  const lists: number[] = []
  const makeSession = (bookingId: string, status: Checkout['status']): Checkout => ({
    id: `cs_test_${bookingId}`,
    url: null,
    status,
    amount: toPence(4500),
    currency: 'GBP',
    bookingId,
    paymentIntent: null,
  })
  const payments = {
    ...test.app.payments,
    async eachCheckout(from: Date, to: Date, take: (checkout: Checkout) => void) {
      lists.push((to.getTime() - from.getTime()) / 60_000)
      for (const id of ids) take(makeSession(id, 'open'))
    },
    async expireCheckout(id: string) {
      const bookingId = id.slice('cs_test_'.length)
      await new Promise<void>((release) => waiting.push({ bookingId, release }))
      return makeSession(bookingId, 'expired')
    },
  }
  return { app: { ...test.app, payments }, waiting, lists }
}

describe('orphans', () => {
  it('are settled oldest first, twenty at a time', async () => {
    const ids = await leaveOrphans(60, 0.01)
    const { app, waiting } = heldBack(ids)
    const swept = sweep(app)
    const ended: string[] = []
    while (ended.length < ids.length) {
      const atOnce = Math.min(20, ids.length - ended.length)
      await vi.waitFor(() => expect(waiting).toHaveLength(atOnce), { interval: 1, timeout: 10_000 })
      const begun = [...ended, ...waiting.map(({ bookingId }) => bookingId)]
      expect(begun.toSorted()).toEqual(ids.slice(0, begun.length).toSorted()) // Of those at once, any may be the first to ask.
      const first = waiting.shift()!
      ended.push(first.bookingId)
      first.release()
    }
    await swept
    expect(ended.toSorted()).toEqual(ids.toSorted())
  })

  it('are all settled in one round, even if they are more than one batch', async () => {
    await leaveOrphans(210, 0.01)
    await sweep(heldBack([]).app)
    const left = test.db.selectFrom('bookings').select('id').where('orphanSince', 'is not', null)
    expect(await left.execute()).toEqual([])
  })

  it('of one outage share one list of checkouts', async () => {
    const near = await leaveOrphans(10, 1)
    const { app, waiting, lists } = heldBack(near)
    const swept = sweep(app)
    await vi.waitFor(() => expect(waiting).toHaveLength(10), { timeout: 10_000 })
    for (const { release } of waiting.splice(0)) release()
    await swept
    expect(lists).toEqual([9 + 30]) // A quarter of an hour before the first and after the last.
  })

  it('of different times have separate lists of checkouts', async () => {
    const far = await leaveOrphans(30, 60)
    const { app, lists } = heldBack([])
    await sweep(app)
    expect(lists).toEqual(far.map(() => 30))
  })
})
