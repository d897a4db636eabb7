import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Finding } from '#domain/payments/mismatch'
import { reconcile } from '#server/bookings/settlement/reconcile'
import { readTotals } from '#server/payments/ledger-queries'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { sweep } from '#server/bookings/sweep/sweep'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { openCheckoutElsewhere, payCheckout, unreachablePayments } from '../../../tests/support/payments/checkout.ts'
import { bookTuesday } from '../../../tests/support/bookings/requests.ts'
import { confirmedSession, payTooLate } from '../../../tests/support/bookings/sessions.ts'
import { deliver, readEventBody } from '../../../tests/support/payments/webhooks.ts'

useProduct({ unchecked: true })

/** What is found 100 minutes later, when nothing is under way any more. */
async function found(days?: number) {
  test.clock.forward(100)
  return (await compared(days)).map(({ kind, subject, repaired }) => ({ kind, subject, ...(repaired && { repaired }) }))
}

async function compared(days?: number): Promise<Finding[]> {
  const findings = await reconcile(test.app, days)
  if (!findings) throw new Error('Another reconciliation is said to be running')
  return findings
}

const bookingId = async () => (await test.db.selectFrom('bookings').select('id').executeTakeFirstOrThrow()).id
const statuses = async () =>
  (await test.db.selectFrom('bookings').select('status').execute()).map(({ status }) => status)
const audit = () => test.db.selectFrom('auditLog').select(['actor', 'action', 'subjectId']).orderBy('id').execute()
const concerns = async () =>
  (await test.db.selectFrom('concerns').select(['kind', 'subject']).where('kind', '=', 'mismatch').execute()).map(
    ({ subject }) => subject,
  )

describe('reconcile', () => {
  it('finds nothing when all is well: booked, held, expired, refunded by us and at the service', async () => {
    const mentor = await addMentor(test)
    const partly = (await confirmedSession(test, { mentor, time: '15:30' })).checkoutId
    await test.stripe.control.refund(partly, 1000)
    await deliver(test, await readEventBody(test, 'charge.refunded'))
    await test.runJobs()
    await bookTuesday(test, { mentor, time: '16:30', email: 'lapsed@example.com' })
    const late = await bookTuesday(test, { mentor, time: '17:30', email: 'late@example.com' })
    test.clock.forward(40)
    await sweep(test.app)
    await bookTuesday(test, { mentor, time: '17:30', email: 'quick@example.com' })
    await test.stripe.control.payLate(late)
    await settleCheckout(test.app, late)
    await test.runJobs()
    test.clock.forward(30)
    await sweep(test.app)
    await bookTuesday(test, { mentor, time: '18:30', email: 'held@example.com' })
    expect(await compared()).toEqual([])
    expect(await found()).toEqual([])
    expect(await concerns()).toEqual([])
  })

  it('finds a payment without a booking, and a second one of a booking, until they are refunded at the service', async () => {
    await confirmedSession(test)
    const second = await openCheckoutElsewhere(test, { bookingId: await bookingId() })
    const lost = await openCheckoutElsewhere(test, { bookingId: randomUUID() })
    for (const id of [second, lost]) await payCheckout(test, id)
    await payCheckout(test, await openCheckoutElsewhere(test, { bookingId: 'order-1001' })) // Another product's.
    expect((await found()).map(({ kind }) => kind).toSorted()).toEqual(['paid_twice', 'paid_without_booking'])
    expect((await concerns()).toSorted()).toEqual([`paid_twice:${second}`, `paid_without_booking:${lost}`])
    await test.stripe.control.refund(second, 4500)
    await test.stripe.control.refund(lost, 1000)
    expect(await found()).toEqual([{ kind: 'paid_without_booking', subject: lost }])
    await test.stripe.control.refund(lost, 3500)
    expect(await found()).toEqual([])
  })

  it('settles a payment that was never settled, once it is no longer under way', async () => {
    const id = await bookTuesday(test)
    await payCheckout(test, id)
    expect(await compared()).toEqual([])
    expect(await found()).toEqual([{ kind: 'not_settled', subject: id, repaired: true }])
    expect(await statuses()).toEqual(['confirmed'])
    expect(await found()).toEqual([])
    expect(await audit()).toEqual([{ actor: 'product', action: 'books.repaired', subjectId: await bookingId() }])
    expect(await concerns()).toEqual([])
  })

  it('finds a hold whose session the payment service does not know, and shares one concern with the sweeper', async () => {
    await bookTuesday(test)
    await sql`delete from sandbox_stripe.checkout_sessions`.execute(test.db)
    test.clock.forward(60)
    await sweep(test.app)
    expect(await found()).toEqual([{ kind: 'checkout_unknown', subject: await bookingId() }])
    expect(await concerns()).toEqual([`checkout_unknown:${await bookingId()}`])
  })

  it('sends a refund that is owed and was never sent', async () => {
    await payTooLate(test) // The refund's job never runs.
    await test.stripe.control.outage({ answer: 'limit', calls: 'refund' })
    expect(await found()).toEqual([{ kind: 'refund_missing', subject: await bookingId() }])
    expect(await concerns()).toEqual([`refund_missing:${await bookingId()}`])
    await test.stripe.control.heal()
    expect(await found()).toEqual([{ kind: 'refund_missing', subject: await bookingId(), repaired: true }])
    expect(await test.db.selectFrom('refunds').select('status').execute()).toEqual([{ status: 'succeeded' }])
    const open = test.db
      .selectFrom('concerns')
      .select('kind')
      .where('kind', '=', 'mismatch')
      .where('resolvedAt', 'is', null)
    expect(await open.execute()).toEqual([])
    await test.runJobs()
    expect(await found()).toEqual([])
  })

  it('does not report a refund as missing that has been pending at the service for days', async () => {
    await payTooLate(test)
    await test.stripe.control.refunds({ outcome: 'pending', times: 1 })
    await test.runJobs()
    test.clock.forward(3 * 24 * 60)
    expect(await found()).toEqual([])
  })

  it('records a refund made at the service whose event is lost', async () => {
    const refund = await test.stripe.control.refund((await confirmedSession(test)).checkoutId, 1000)
    expect(await found()).toEqual([{ kind: 'refund_not_ours', subject: refund, repaired: true }])
    expect(await readTotals(test.db, { currency: 'GBP' })).toMatchObject({ charged: 4500, refunded: 1000 })
    expect(await found()).toEqual([])
  })

  it('settles a refund that has another outcome at the service', async () => {
    await payTooLate(test)
    await test.runJobs()
    const refund = await test.db.selectFrom('refunds').selectAll().executeTakeFirstOrThrow()
    await test.stripe.control.settleRefund(refund.serviceId!, 'failed')
    expect(await found()).toEqual([{ kind: 'refund_differs', subject: refund.serviceId, repaired: true }])
  })

  it('compares as many days as it is given, and raises one concern however often something is found', async () => {
    await confirmedSession(test)
    await sql`truncate ledger cascade`.execute(test.db)
    test.clock.forward(3 * 24 * 60)
    expect(await found(2)).toEqual([])
    for (let time = 0; time < 2; time += 1)
      expect(await found(4)).toEqual([{ kind: 'ledger_missing', subject: await bookingId() }])
    expect(await concerns()).toEqual([`ledger_missing:${await bookingId()}`])
  })

  it('accepts unpaid past sessions of demo mentors, but not on a live site', async () => {
    await confirmedSession(test)
    await sql`update bookings set status = 'completed', checkout_id = null, payment_intent = null`.execute(test.db)
    await sql`truncate ledger cascade`.execute(test.db)
    await sql`delete from sandbox_stripe.checkout_sessions`.execute(test.db)
    expect(await found()).toEqual([])
    await test.db.insertInto('installation').values({ mode: 'live', createdAt: test.clock.time }).execute()
    expect((await found()).map(({ kind }) => kind)).toEqual(['not_paid', 'ledger_missing'])
  })

  it('throws while the payment service does not answer, and raises no concern', async () => {
    await expect(reconcile({ ...test.app, payments: unreachablePayments })).rejects.toThrow('no usable answer')
    expect(await concerns()).toEqual([])
  })
})
