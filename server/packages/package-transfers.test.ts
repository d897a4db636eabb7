import { beforeEach, describe, expect, it } from 'vitest'
import { addSeller, bookedWithCredit, buyPackage, completeSessions } from '../../tests/support/bookings/packages.ts'
import { findStatementFaults } from '../../tests/support/payments/statement-books.ts'
import { listMade, topUp, transferDue, withAccount } from '../../tests/support/payments/transfers.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'
import { giveBack } from '../bookings/cancellation/cancel.ts'
import { lockBooking } from '../bookings/queries.ts'
import { transact } from '../platform/db/connect.ts'

useProduct()

let seller: Awaited<ReturnType<typeof addSeller>>
beforeEach(async () => {
  test.app.config = { ...test.app.config, FEE_PERCENT: 15 }
  seller = await addSeller(test)
})

describe('transfers of a package’s sessions', () => {
  it('come from the package’s charge, each after its session', async () => {
    const { id } = await buyPackage(test, seller)
    test.app.config = { ...test.app.config, PAYOUTS: 'connect' }
    await withAccount(test, seller.id)
    for (const days of [0, 1]) await bookedWithCredit(test, id, days)
    await completeSessions(test, 9)
    await transferDue(test)
    const { paymentIntent } = await test.db
      .selectFrom('bookings')
      .select('paymentIntent')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const made = await test.db
      .selectFrom('transfers')
      .select(['amount', 'paymentIntent', 'status'])
      .orderBy('amount')
      .execute()
    expect(made).toEqual([
      { amount: 2_833, paymentIntent, status: 'sent' },
      { amount: 2_834, paymentIntent, status: 'sent' },
    ])
    expect(await findStatementFaults(test.db)).toEqual([])
  })

  it('come from the balance if the charge no longer covers them, since reversed transfers count as used', async () => {
    const { id } = await buyPackage(test, seller)
    test.app.config = { ...test.app.config, PAYOUTS: 'connect' }
    await withAccount(test, seller.id)
    await topUp(test, ['GBP'])
    const sessionId = await bookedWithCredit(test, id)
    await completeSessions(test, 9)
    await transferDue(test)
    await transact(test.db, async (tx) => {
      const session = (await lockBooking(tx, { id: sessionId }))!
      await giveBack(test.app, tx, session, { refund: 'all', reason: 'problem' })
    })
    await transferDue(test)
    for (const days of [364, 9]) await completeSessions(test, days)
    await transferDue(test)
    expect(await listMade(test)).toEqual(['2834 GBP, 2834 back', '8500 GBP'])
    expect(await findStatementFaults(test.db)).toEqual([])
  })
})
