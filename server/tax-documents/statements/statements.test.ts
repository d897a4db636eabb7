import { describe, expect, it } from 'vitest'
import { settleDispute, settleRefunds } from '#server/bookings/settlement/refunds'
import { queueTransfers } from '#server/payouts/connect/queue-transfers'
import { makePayoutBatch, markBatchPaid } from '#server/payouts/payouts'
import { writeStatementSheets } from '#server/tax-documents/statements/statement-sheet'
import { listStatementMonths, readStatement } from '#server/tax-documents/statements/statements'
import { addOpenCohort, joinPaid } from '../../../tests/support/bookings/seats.ts'
import { holdSessions, sell, someone, withPayee } from '../../../tests/support/payments/payouts.ts'
import { findStatementFaults } from '../../../tests/support/payments/statement-books.ts'
import { withAccount } from '../../../tests/support/payments/transfers.ts'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, usual, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct()

async function mentor(options: Parameters<typeof addMentor>[1] = {}, payouts: 'connect' | 'batches' = 'connect') {
  test.app.config = { ...usual.config, PAYOUTS: payouts, FEE_PERCENT: 10 }
  const ada = await addMentor(test, { timeZone: 'Europe/London', ...options })
  await withPayee(test, ada.id)
  if (payouts === 'connect') await withAccount(test, ada.id)
  return ada
}

const findPayment = (id: string) =>
  test.db.selectFrom('bookings').select(['checkoutId', 'paymentIntent']).where('id', '=', id).executeTakeFirstOrThrow()

/** Refunds at the payment service, and hears of it. */
async function refund(bookingId: string, amount: number): Promise<void> {
  const { checkoutId, paymentIntent } = await findPayment(bookingId)
  await test.stripe.control.refund(checkoutId!, amount)
  await settleRefunds(test.app, paymentIntent!)
}

/** Loses a dispute about a booking. */
async function lose(bookingId: string, amount: number): Promise<void> {
  const dispute = await test.stripe.control.dispute((await findPayment(bookingId)).checkoutId!, { amount })
  await settleDispute(test.app, dispute)
  await test.stripe.control.closeDispute(dispute, 'lost')
  await settleDispute(test.app, dispute)
}

/** "GBP 0 → 4050: charge 4050" for each currency of a month. */
async function summary(mentorId: string, month: string): Promise<string[] | null> {
  const read = await readStatement(test.app, mentorId, month)
  return (
    read?.statements.map(({ currency, opening, movements, closing }) => {
      const lines = movements.map(({ kind, amount }) => `${kind} ${amount}`)
      return `${currency} ${opening} → ${closing}: ${lines.join(', ')}`
    }) ?? null
  )
}

/** The closing balance of the last month up to now is what the desk says. */
async function expectDeskToAgree(): Promise<void> {
  expect(await findStatementFaults(test.db)).toEqual([])
}

describe('readStatement', () => {
  it('has sessions, transfers, refunds, lost disputes and what was taken back in their months', async () => {
    const ada = await mentor()
    const [first, second] = [await sell(test, ada), await sell(test, ada, { time: '16:30', email: 'b@example.com' })]
    await expectDeskToAgree()
    await holdSessions(test)
    await queueTransfers(test.app)
    await expectDeskToAgree() // While it is on its way.
    await test.runJobs()
    expect(await summary(ada.id, '2030-01')).toEqual([
      'GBP 0 → 0: charge 4050, charge 4050, transfer -4050, transfer -4050',
    ])
    test.clock.time = new Date('2030-02-10T09:00:00Z')
    await refund(first, 1500)
    test.clock.forward(1)
    await lose(second, 1500)
    test.clock.forward(1)
    await expectDeskToAgree()
    await queueTransfers(test.app)
    await expectDeskToAgree() // While it is on its way.
    await test.runJobs()
    expect(await summary(ada.id, '2030-02')).toEqual([
      'GBP 0 → 0: refund -1350, lost -1350, transfer_reversal 1350, transfer_reversal 1350',
    ])
    await expectDeskToAgree()
    expect(await listStatementMonths(test.app, ada.id)).toEqual([
      { month: '2030-02', isOpen: true },
      { month: '2030-01', isOpen: false },
    ])
    expect(await summary(ada.id, '2030-03')).toBeNull()
    expect(await summary(ada.id, '2029-12')).toBeNull()
  })

  it('has what a batch paid once it is paid, and what it set off', async () => {
    const ada = await mentor({}, 'batches')
    const admin = await someone(test, 'admin@example.com')
    const pay = async () => {
      const made = await makePayoutBatch(test.app, admin, 'GBP')
      if (!made.ok) throw new Error(made.error.code)
      await expectDeskToAgree()
      await markBatchPaid(test.app, admin, made.value.id)
    }
    const first = await sell(test, ada)
    await holdSessions(test)
    await pay()
    test.clock.forward(1)
    await refund(first, 1500)
    test.clock.time = new Date('2030-02-04T09:00:00Z')
    await sell(test, ada, { date: '2030-02-05' })
    test.clock.time = new Date('2030-02-12T09:00:00Z')
    await test.db.updateTable('bookings').set({ status: 'completed' }).where('status', '=', 'confirmed').execute()
    await test.db.deleteFrom('claims').execute()
    await pay()
    expect(await summary(ada.id, '2030-01')).toEqual(['GBP 0 → -1350: charge 4050, batch -4050, refund -1350'])
    expect(await summary(ada.id, '2030-02')).toEqual(['GBP -1350 → 0: charge 4050, batch -2700'])
    const february = await readStatement(test.app, ada.id, '2030-02')
    expect(february!.statements[0]!.movements[1]).toMatchObject({ kind: 'batch', setOff: 1350 })
    await expectDeskToAgree()
  })

  it('keeps currencies apart, in their own units', async () => {
    const ada = await mentor({ currency: 'JPY' })
    await sell(test, ada)
    for (const [currency, time] of [
      ['KWD', '16:30'],
      ['GBP', '18:30'],
    ] as const) {
      await test.db.updateTable('mentors').set({ currency }).where('id', '=', ada.id).execute()
      await sell(test, ada, { time, email: `${currency}@example.com` })
    }
    expect(await summary(ada.id, '2030-01')).toEqual([
      'GBP 0 → 4050: charge 4050',
      'JPY 0 → 4050: charge 4050',
      'KWD 0 → 4050: charge 4050',
    ])
    const sheets = writeStatementSheets(test.app, (await readStatement(test.app, ada.id, '2030-01'))!)
    expect(sheets.map(({ rows }) => rows[0]!.slice(1))).toEqual([
      ['£45.00', '−£4.50', '£40.50'],
      ['¥4,500', '−¥450', '¥4,050'],
      ['KWD\u00A04.500', '−KWD\u00A00.450', 'KWD\u00A04.050'],
    ])
    await expectDeskToAgree()
  })

  it('ends a month at midnight of the mentor’s clock, also when clocks change that day', async () => {
    const [london, newYork] = [await mentor(), await addMentor(test, { timeZone: 'America/New_York' })]
    test.clock.time = new Date('2030-03-31T22:59:59Z') // 23:59:59 in London, since clocks went forward at 01:00 UTC.
    await sell(test, london, { date: '2030-04-09' })
    await sell(test, newYork, { date: '2030-04-09' })
    test.clock.time = new Date('2030-03-31T23:00:00Z')
    await sell(test, london, { date: '2030-04-10' })
    await sell(test, newYork, { date: '2030-04-10' })
    expect(await summary(london.id, '2030-03')).toEqual(['GBP 0 → 4050: charge 4050'])
    expect(await summary(london.id, '2030-04')).toEqual(['GBP 4050 → 8100: charge 4050'])
    expect(await summary(newYork.id, '2030-03')).toEqual(['GBP 0 → 8100: charge 4050, charge 4050'])
  })

  it('has the seats of the mentor’s cohorts, and nothing of other mentors', async () => {
    await addOpenCohort(test)
    const ada = await test.db.selectFrom('mentors').select('id').executeTakeFirstOrThrow()
    await joinPaid(test)
    await sell(test, await addMentor(test, { name: 'Grace Hopper' }))
    expect(await summary(ada.id, '2030-01')).toEqual(['GBP 0 → 6000: charge 6000'])
    await expectDeskToAgree()
  })
})
