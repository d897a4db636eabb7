import { describe, expect, it } from 'vitest'
import { lockBooking } from '#server/bookings/queries'
import { readTotals } from '#server/payments/ledger-queries'
import { sendRefund, settleRefunds } from '#server/bookings/settlement/refunds'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'
import { passesLock } from '../../tests/support/database/locks.ts'
import { payTooLate } from '../../tests/support/bookings/sessions.ts'

useProduct()

const refunds = () => test.db.selectFrom('refunds').selectAll().orderBy('createdAt').orderBy('key').execute()
const states = async () => (await refunds()).map(({ reason, status }) => [reason, status])

/** A payment that has to go back: it came when the session had begun. Its refund is queued and not sent. */
async function queuedRefund() {
  await payTooLate(test)
  return (await refunds())[0]!
}

describe('a refund that is sent', () => {
  it('is recorded only while no other transaction settles the same booking', async () => {
    const refund = await queuedRefund()
    await test.stripe.control.refunds({ outcome: 'pending', times: 1 }) // An entry in the ledger would wait by itself.
    const wasOver = await passesLock(test.db, {
      lock: (tx) => lockBooking(tx, { id: refund.bookingId }),
      work: () => sendRefund(test.app, refund.id),
    })
    expect(wasOver).toBe(false)
    expect(await states()).toEqual([['too_late', 'pending']])
  })

  it('enters the ledger once when its response and its events come at the same moment', async () => {
    const refund = await queuedRefund()
    await Promise.all([
      sendRefund(test.app, refund.id),
      ...Array.from({ length: 5 }, () => settleRefunds(test.app, refund.paymentIntent)),
    ])
    expect(await states()).toEqual([['too_late', 'succeeded']])
    expect(await readTotals(test.db, { currency: 'GBP' })).toMatchObject({ charged: 4500, refunded: 4500 })
  })
})

it('two refunds that the payment service made for one key are recorded as ours and another one, and both enter the ledger', async () => {
  const { key, paymentIntent, amountPence: amount, currency } = await queuedRefund()
  const sent = { paymentIntent, amount, currency, key }
  const first = await test.app.payments.refund({ ...sent, idempotencyKey: 'first' })
  await settleRefunds(test.app, paymentIntent)
  await test.stripe.control.settleRefund(first.id, 'failed')
  await settleRefunds(test.app, paymentIntent) // What failed is queued anew, under a key of its own.
  await test.app.payments.refund({ ...sent, idempotencyKey: 'second' })
  await settleRefunds(test.app, paymentIntent)
  expect(await readTotals(test.db, { currency: 'GBP' })).toMatchObject({ charged: 4500, refunded: 4500, kept: 0 })
  await test.runJobs() // Nothing is left of the payment: ours is withdrawn.
  expect((await states()).toSorted()).toEqual([
    ['at_service', 'succeeded'],
    ['too_late', 'failed'],
    ['too_late', 'withdrawn'],
  ])
  expect(await readTotals(test.db, { currency: 'GBP' })).toMatchObject({ charged: 4500, refunded: 4500, kept: 0 })
})
