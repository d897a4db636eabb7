import { describe, expect, it } from 'vitest'
import { readTotals } from '#server/payments/ledger-queries'
import { sendRefund, settleDispute, settleRefunds } from '#server/bookings/settlement/refunds'
import { lockBooking } from '#server/bookings/queries'
import { toMinorUnits } from '#domain/payments/money'
import { transact } from '#server/platform/db/connect'
import { issueRefund } from '#server/payments/issue-refund'
import { test, usual, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { unreachablePayments } from '../../../tests/support/payments/checkout.ts'
import { confirmedSession, payTooLate } from '../../../tests/support/bookings/sessions.ts'
import { deliver, readEventBodies } from '../../../tests/support/payments/webhooks.ts'

useProduct()

const refunds = () =>
  test.db.selectFrom('refunds').selectAll().orderBy('createdAt').orderBy('amountPence').orderBy('key').execute()
const kinds = async () =>
  (await test.db.selectFrom('concerns').select(['kind', 'resolvedAt']).execute())
    .map(({ kind, resolvedAt }) => (resolvedAt ? `${kind}, resolved` : kind))
    .toSorted()
const findPaymentIntent = async () =>
  (await test.db.selectFrom('bookings').select('paymentIntent').executeTakeFirstOrThrow()).paymentIntent!
const atService = async () => usual.payments.listRefunds(await findPaymentIntent())

async function deliverAllEvents() {
  for (const body of await readEventBodies(test)) await deliver(test, body)
  await test.runJobs()
}

describe('a refund', () => {
  it('is made once if the answer to the call is lost', async () => {
    await payTooLate(test)
    await test.stripe.control.outage({ answer: 'garbage', calls: 'refund', times: 1 }) // It is made all the same.
    await test.runJobs()
    expect(await refunds()).toMatchObject([{ status: 'queued' }])
    await test.hastenRetries()
    await test.runJobs()
    expect(await refunds()).toMatchObject([{ status: 'succeeded' }])
    expect(await atService()).toHaveLength(1)
  })

  it('of a part is made once if the answer to the call is lost and the service forgets its key', async () => {
    const { id } = await confirmedSession(test)
    await transact(test.db, async (tx) => {
      const locked = (await lockBooking(tx, { id }))!
      await issueRefund(test.app, tx, locked, { amount: toMinorUnits(1_000), reason: 'problem' })
    })
    await test.stripe.control.outage({ answer: 'garbage', calls: 'refund', times: 1 })
    await test.runJobs()
    test.clock.forward(25 * 60)
    await test.hastenRetries()
    await test.runJobs()
    expect(await refunds()).toMatchObject([{ status: 'succeeded' }])
    expect(await atService()).toHaveLength(1)
  })

  it('is recognised in a webhook event if the answer to the call was lost', async () => {
    await payTooLate(test)
    await test.stripe.control.outage({ answer: 'garbage', calls: 'refund' })
    await test.runJobs()
    await deliverAllEvents()
    expect(await refunds()).toMatchObject([{ status: 'succeeded', reason: 'too_late' }])
    expect(await kinds()).toEqual(['refund_made'])
  })

  it('raises its concern again if it fails for the third time after a refusal was resolved', async () => {
    await payTooLate(test)
    for (const n of [1, 2, 3]) {
      await test.stripe.control.refunds({ outcome: 'refused', times: 1 })
      await test.runJobs()
      await test.hastenRetries()
      await test.runJobs()
      const sent = (await refunds()).find(({ status }) => status === 'succeeded')
      await test.stripe.control.settleRefund(sent!.serviceId!, 'failed')
      await settleRefunds(test.app, await findPaymentIntent())
      expect(await refunds()).toHaveLength(Math.min(n + 1, 3))
    }
    expect((await kinds()).filter((kind) => kind === 'refund_failed')).toHaveLength(1)
  })

  it('is replaced by the amount left if the operator has refunded a part at the service', async () => {
    const id = await payTooLate(test)
    const [whole] = await refunds()
    await test.stripe.control.refund(id, 1000)
    // It is more than is left, so the service refuses it, to two processes at once.
    await Promise.all([sendRefund(test.app, whole!.id), sendRefund(test.app, whole!.id)])
    await test.runJobs()
    expect(await refunds()).toMatchObject([
      { amountPence: 1000, reason: 'at_service', status: 'succeeded' },
      { amountPence: 3500, reason: 'too_late', status: 'succeeded' },
      { amountPence: 4500, reason: 'too_late', status: 'withdrawn' },
    ])
    expect(await readTotals(test.db, { currency: 'GBP' })).toMatchObject({
      charged: 4500,
      refunded: 4500,
      kept: 0,
      fees: 0,
    })
    expect(await kinds()).not.toContain('refund_failed')
    expect(test.faults).toEqual([])
  })

  it.each([
    ['is made by hand by the operator', true, ['succeeded', 'withdrawn']],
    ['succeeds when it is retried', false, ['succeeded']],
  ])('raises a concern when it is refused, which is resolved once it %s', async (_what, byHand, statuses) => {
    const id = await payTooLate(test)
    await test.stripe.control.refunds({ outcome: 'refused', times: 1 })
    await test.runJobs()
    expect(await refunds()).toMatchObject([{ status: 'queued', refusals: 1 }])
    expect(await kinds()).toEqual(['refund_failed', 'refund_made'])
    if (byHand) await test.stripe.control.refund(id, 4500)
    await test.hastenRetries()
    await test.runJobs()
    expect((await refunds()).map(({ status }) => status).toSorted()).toEqual(statuses)
    expect(await kinds()).toContain('refund_failed, resolved')
  })

  it('is not sent again while it is pending, and enters the ledger when it succeeds', async () => {
    await payTooLate(test)
    await test.stripe.control.refunds({ outcome: 'pending', times: 1 })
    await test.runJobs()
    expect(await refunds()).toMatchObject([{ status: 'pending' }])
    expect(await readTotals(test.db, { currency: 'GBP' })).toMatchObject({ charged: 4500, refunded: 0 })
    await test.stripe.control.settleRefund((await atService())[0]!.id, 'succeeded')
    await deliverAllEvents()
    expect(await refunds()).toMatchObject([{ status: 'succeeded' }])
    expect(await readTotals(test.db, { currency: 'GBP' })).toEqual({ charged: 4500, refunded: 4500, kept: 0, fees: 0 })
  })

  it('is sent three times in all and then raises a concern, whatever other refunds of the payment failed before', async () => {
    const id = (await confirmedSession(test)).checkoutId
    const { id: bookingId } = await test.db.selectFrom('bookings').select('id').executeTakeFirstOrThrow()
    await test.stripe.control.refunds({ outcome: 'pending' })
    const sent: string[] = []
    for (const amount of [1000, 1500]) {
      await transact(test.db, async (tx) => {
        const booking = (await lockBooking(tx, { checkoutId: id }))!
        await issueRefund(test.app, tx, booking, { amount: toMinorUnits(amount), reason: 'problem' })
      })
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        await test.runJobs()
        const refund = (await atService()).find(({ status }) => status === 'pending')!
        sent.push(`${refund.amount} ${refund.key!.replace(bookingId, 'booking')}`)
        await test.stripe.control.settleRefund(refund.id, 'failed')
        await settleRefunds(test.app, await findPaymentIntent())
      }
    }
    expect(sent).toEqual([
      '1000 refund:booking',
      '1000 refund:booking:2',
      '1000 refund:booking:3',
      '1500 refund:booking:4',
      '1500 refund:booking:5',
      '1500 refund:booking:6',
    ])
    await deliverAllEvents() // The events of all of them change nothing more.
    expect(await atService()).toHaveLength(6)
    expect(await refunds()).toHaveLength(6)
    expect(await kinds()).toEqual(['refund_failed', 'refund_failed'])
  })

  it('is reversed in the ledger and sent again if it fails after it had succeeded', async () => {
    await payTooLate(test)
    await test.runJobs()
    await test.stripe.control.settleRefund((await atService())[0]!.id, 'failed')
    await settleRefunds(test.app, await findPaymentIntent())
    expect(await readTotals(test.db, { currency: 'GBP' })).toMatchObject({ charged: 4500, refunded: 0, kept: 4500 })
    await test.runJobs()
    expect((await refunds()).map(({ status }) => status)).toEqual(['failed', 'succeeded'])
    expect(await readTotals(test.db, { currency: 'GBP' })).toMatchObject({ charged: 4500, refunded: 4500, kept: 0 })
  })

  it('never returns to pending because of an older answer', async () => {
    await payTooLate(test)
    await test.stripe.control.refunds({ outcome: 'pending', times: 1 })
    await test.runJobs()
    const before = await atService()
    await test.stripe.control.settleRefund(before[0]!.id, 'succeeded')
    await settleRefunds(test.app, await findPaymentIntent())
    await settleRefunds(
      { ...test.app, payments: { ...usual.payments, listRefunds: async () => before } },
      await findPaymentIntent(),
    )
    expect(await refunds()).toMatchObject([{ status: 'succeeded' }])
  })

  it('made at the service is recorded, raises a concern, leaves the booking as it is, and is not sent again by us', async () => {
    const id = (await confirmedSession(test)).checkoutId
    await test.stripe.control.refund(id, 500)
    await deliverAllEvents()
    const last = await test.stripe.control.refund(id, 1000)
    await deliverAllEvents()
    expect((await refunds()).map(({ amountPence, reason, status }) => [amountPence, reason, status])).toEqual([
      [500, 'at_service', 'succeeded'],
      [1000, 'at_service', 'succeeded'],
    ])
    expect(await kinds()).toEqual(['refund_made', 'refund_made'])
    expect(await readTotals(test.db, { currency: 'GBP' })).toMatchObject({ charged: 4500, refunded: 1500, kept: 3000 })
    expect(await test.db.selectFrom('bookings').select('status').execute()).toEqual([{ status: 'confirmed' }])
    await test.stripe.control.settleRefund(last, 'failed')
    await deliverAllEvents()
    expect((await refunds()).map(({ status }) => status)).toEqual(['succeeded', 'failed'])
    expect(await kinds()).toEqual(['refund_failed', 'refund_made', 'refund_made'])
    expect(await readTotals(test.db, { currency: 'GBP' })).toMatchObject({ refunded: 500, kept: 4000 })
  })
})

describe('a dispute', () => {
  it('is stored with the service’s status, and raises one concern', async () => {
    const dispute = await test.stripe.control.dispute((await confirmedSession(test)).checkoutId)
    await deliverAllEvents()
    const disputes = () => test.db.selectFrom('disputes').select(['id', 'amountPence', 'status']).execute()
    expect(await disputes()).toEqual([{ id: dispute, amountPence: 4500, status: 'needs_response' }])
    const before = await usual.payments.readDispute(dispute)
    await test.stripe.control.closeDispute(dispute, 'won')
    await deliverAllEvents()
    expect(await disputes()).toEqual([{ id: dispute, amountPence: 4500, status: 'won' }])
    expect(await kinds()).toEqual(['dispute'])

    await settleDispute({ ...test.app, payments: { ...usual.payments, readDispute: async () => before } }, dispute)
    expect(await disputes()).toMatchObject([{ status: 'won' }])
  })

  it('of another product’s payment is ignored', async () => {
    test.app.payments = { ...usual.payments, readDispute: unreachablePayments.readDispute }
    await expect(settleDispute(test.app, 'dp_elsewhere')).rejects.toThrow('no usable answer')
    test.app.payments = usual.payments
    await settleDispute(test.app, 'dp_elsewhere')
    expect(await kinds()).toEqual([])
  })
})
