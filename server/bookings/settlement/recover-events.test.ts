/** Events whose webhooks are lost are fetched from the payment service. */
import { describe, expect, it } from 'vitest'
import { recoverEvents } from '#server/bookings/settlement/reconcile'
import { sweep } from '#server/bookings/sweep/sweep'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { payCheckout, unreachablePayments } from '../../../tests/support/payments/checkout.ts'
import { bookTuesday } from '../../../tests/support/bookings/requests.ts'
import { deliver, readEventBodies } from '../../../tests/support/payments/webhooks.ts'

useProduct()

const statuses = async () =>
  (await test.db.selectFrom('bookings').select('status').orderBy('createdAt').execute()).map(({ status }) => status)
const audit = () => test.db.selectFrom('auditLog').select(['actor', 'action']).execute()
/** Runs the hourly job, an hour later. */
async function hourly() {
  test.clock.forward(60)
  return (await recoverEvents(test.app))?.map(({ kind, repaired }) => [kind, repaired])
}

/** An expired hold that was paid at the last moment, and whose webhook is lost. */
async function paidLate() {
  const id = await bookTuesday(test)
  test.clock.forward(40)
  await sweep(test.app)
  await test.stripe.control.payLate(id)
}

describe('the hourly job', () => {
  it('books a late payment whose webhook is lost', async () => {
    await paidLate()
    expect(await hourly()).toEqual([
      ['event_missed', true],
      ['event_missed', true],
    ])
    expect(await statuses()).toEqual(['confirmed'])
    expect(await audit()).toEqual([
      { actor: 'product', action: 'payment_event.recovered' },
      { actor: 'product', action: 'payment_event.recovered' },
    ])
    expect(await hourly()).toEqual([])
  })

  it('recovers no event whose webhook arrived or may still be on its way', async () => {
    const id = await bookTuesday(test)
    await payCheckout(test, id)
    expect(await recoverEvents(test.app)).toEqual([])
    for (const body of await readEventBodies(test)) await deliver(test, body)
    await test.runJobs()
    expect(await hourly()).toEqual([])
    expect(await audit()).toEqual([])
  })

  it('reads the last six hours of the previous round again, since clocks may differ', async () => {
    expect(await hourly()).toEqual([])
    test.clock.forward(-5 * 60)
    await payCheckout(test, await bookTuesday(test))
    test.clock.forward(5 * 60)
    expect(await hourly()).toHaveLength(1)
    expect(await statuses()).toEqual(['confirmed'])
  })

  it('reads as far back again after a round in which the service did not answer', async () => {
    await hourly()
    await payCheckout(test, await bookTuesday(test))
    test.clock.forward(24 * 60)
    await expect(recoverEvents({ ...test.app, payments: unreachablePayments })).rejects.toThrow('no usable answer')
    expect(await hourly()).toHaveLength(1)
  })

  it('runs in one of two processes, and in the other once the first has died', async () => {
    await paidLate()
    test.clock.forward(60)
    const both = await Promise.all([recoverEvents(test.app), recoverEvents(test.app)])
    expect(both.filter((findings) => findings?.length)).toHaveLength(1)
    expect(await audit()).toHaveLength(2)
    await test.db.updateTable('reconciliations').set({ runningSince: test.clock.time }).execute()
    expect(await recoverEvents(test.app)).toBeNull()
    test.clock.forward(61)
    expect(await recoverEvents(test.app)).toEqual([])
  })
})
