/** What is lost for good between the payment service and us is fetched from there. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readTotals } from '#server/payments/ledger-queries'
import { recoverEvents } from '#server/payments/reconcile'
import { settleCheckout } from '#server/bookings/settle'
import { sweep } from '#server/bookings/sweep'
import { addMentor, openTestApp, type TestApp } from '../../tests/support/product/app.ts'
import { payCheckout, unreachablePayments } from '../../tests/support/payments/checkout.ts'
import { bookTuesday } from '../../tests/support/bookings/requests.ts'
import { deliver, readEventBodies } from '../../tests/support/payments/webhooks.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
})
beforeEach(() => test.reset())
afterAll(() => test.close())

const statuses = async () =>
  (await test.db.selectFrom('bookings').select('status').orderBy('created_at').execute()).map(({ status }) => status)
const audit = () => test.db.selectFrom('audit_log').select(['actor', 'action']).execute()
/** An hour later, as the job does. */
async function hourly() {
  test.clock.forward(60)
  return (await recoverEvents(test.app))?.map(({ kind, repaired }) => [kind, repaired])
}

/** A hold that lapsed, and was paid at the last moment: told by a webhook that is lost. */
async function paidLate(mentor?: { id: string; name: string }) {
  const id = await bookTuesday(test, { ...(mentor && { mentor }), email: 'late@example.com' })
  test.clock.forward(40)
  await sweep(test.app)
  await test.stripe.control.payLate(id)
  return id
}

describe('every hour', () => {
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

  it('gives a late payment back whose webhook is lost and whose hour is somebody else’s', async () => {
    const mentor = await addMentor(test)
    await paidLate(mentor)
    await bookTuesday(test, { mentor, email: 'quick@example.com' })
    await hourly()
    await test.runJobs()
    expect(await test.db.selectFrom('refunds').select(['reason', 'status']).execute()).toEqual([
      { reason: 'slot_taken', status: 'succeeded' },
    ])
  })

  it('learns of refunds and disputes at the service whose events are lost', async () => {
    const id = await bookTuesday(test)
    await payCheckout(test, id)
    await settleCheckout(test.app, id)
    const refund = await test.stripe.control.refund(id, 1000)
    await test.stripe.control.dispute(id, { amount: 3500 })
    await hourly()
    expect(await readTotals(test.db)).toMatchObject({ charged: 4500, refunded: 1000 })
    expect(await test.db.selectFrom('disputes').select(['amount_pence', 'status']).execute()).toEqual([
      { amount_pence: 3500, status: 'needs_response' },
    ])
    await test.stripe.control.settleRefund(refund, 'failed')
    await hourly()
    expect(await readTotals(test.db)).toMatchObject({ refunded: 0 })
  })

  it('finds nothing where every webhook came, nor takes one for lost that is on its way', async () => {
    const id = await bookTuesday(test)
    await payCheckout(test, id)
    expect(await recoverEvents(test.app)).toEqual([])
    for (const body of await readEventBodies(test)) await deliver(test, body)
    await test.runJobs()
    expect(await hourly()).toEqual([])
    expect(await audit()).toEqual([])
  })

  it('looks again at what the last round has looked at, as far as the clocks may differ', async () => {
    expect(await hourly()).toEqual([])
    test.clock.forward(-5 * 60)
    await payCheckout(test, await bookTuesday(test))
    test.clock.forward(5 * 60)
    expect(await hourly()).toHaveLength(1)
    expect(await statuses()).toEqual(['confirmed'])
  })

  it('looks as far back again after a round in which the service did not answer', async () => {
    await hourly()
    await payCheckout(test, await bookTuesday(test))
    test.clock.forward(24 * 60)
    await expect(recoverEvents({ ...test.app, payments: unreachablePayments })).rejects.toThrow('no usable answer')
    expect(await hourly()).toHaveLength(1)
  })

  it('is done by one process of two, and by another once that one has died', async () => {
    await paidLate()
    test.clock.forward(60)
    const both = await Promise.all([recoverEvents(test.app), recoverEvents(test.app)])
    expect(both.filter((findings) => findings?.length)).toHaveLength(1)
    expect(await audit()).toHaveLength(2)
    await test.db.updateTable('reconciliations').set({ running_since: test.clock.time }).execute()
    expect(await recoverEvents(test.app)).toBeNull()
    test.clock.forward(61)
    expect(await recoverEvents(test.app)).toEqual([])
  })
})
