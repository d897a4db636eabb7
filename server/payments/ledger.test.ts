import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { listLedgerCurrencies, readTotals } from '#server/payments/ledger-queries'
import { findMissingCurrency } from '#server/payments/sold-currencies'
import { settleRefunds } from '#server/bookings/settlement/refunds'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { addMentor } from '../../tests/support/product/app.ts'
import { test, usual, useProduct } from '../../tests/support/product/lifecycle.ts'
import { payCheckout } from '../../tests/support/payments/checkout.ts'
import { bookTuesday } from '../../tests/support/bookings/requests.ts'

useProduct()

const entries = async () =>
  (await test.db.selectFrom('ledger').select(['kind', 'amountPence']).execute())
    .map(({ kind, amountPence }) => `${kind} ${amountPence}`)
    .toSorted()

async function sell(mentor?: { id: string; name: string }, time = '14:30'): Promise<string> {
  const id = await bookTuesday(test, { ...(mentor && { mentor }), time })
  await payCheckout(test, id)
  await settleCheckout(test.app, id)
  return id
}

/** Refunds a part in the service's dashboard. */
async function refundAtService(checkoutId: string, amount: number): Promise<string> {
  const refund = await test.stripe.control.refund(checkoutId, amount)
  await settle(checkoutId)
  return refund
}

async function settle(checkoutId: string): Promise<void> {
  const paid = test.db.selectFrom('bookings').select('paymentIntent').where('checkoutId', '=', checkoutId)
  await settleRefunds(test.app, (await paid.executeTakeFirstOrThrow()).paymentIntent!)
}

describe('the ledger', () => {
  it('gets a charge, with the operator’s fee if they take one, which goes back in proportion at the rate of then', async () => {
    test.app.config = { ...usual.config, FEE_PERCENT: 12.5 }
    const id = await sell()
    expect(await entries()).toEqual(['charge 4500', 'fee 563'])
    test.app.config = { ...usual.config, FEE_PERCENT: 50 }
    await refundAtService(id, 1500)
    expect(await readTotals(test.db, { currency: 'GBP' })).toEqual({
      charged: 4500,
      refunded: 1500,
      kept: 3000,
      fees: 375,
    })
    await refundAtService(id, 3000)
    expect(await readTotals(test.db, { currency: 'GBP' })).toEqual({ charged: 4500, refunded: 4500, kept: 0, fees: 0 })
    expect(await entries()).toEqual(['charge 4500', 'fee -188', 'fee -375', 'fee 563', 'refund -1500', 'refund -3000'])
  })

  it('rounds the fee on what is kept to the nearest penny after each refund, halves up, and gives back no more', async () => {
    test.app.config = { ...usual.config, FEE_PERCENT: 12.5 }
    const id = await sell()
    const fees: [kept: number, fees: number][] = []
    for (const part of [1000, 1000, 1012, 744, 744]) {
      await refundAtService(id, part)
      const totals = await readTotals(test.db, { currency: 'GBP' })
      fees.push([totals.kept, totals.fees])
    }
    // Of the £5.63 taken with £45.00: 437.9, 312.8, 186.2, 93.1 and 0 pence.
    expect(fees).toEqual([
      [3500, 438],
      [2500, 313],
      [1488, 186],
      [744, 93],
      [0, 0],
    ])
    test.app.config = { ...usual.config, FEE_PERCENT: 1 }
    const small = await sell(await addMentor(test, { price: 500 }))
    await refundAtService(small, 50)
    expect(await readTotals(test.db, { currency: 'GBP' })).toMatchObject({ kept: 450, fees: 5 }) // 4.5 pence.
    for (let part = 1; part < 10; part += 1) await refundAtService(small, 50)
    expect(await readTotals(test.db, { currency: 'GBP' })).toEqual({ charged: 5000, refunded: 5000, kept: 0, fees: 0 })
  })

  it('takes the fee again when a refund that had succeeded fails', async () => {
    test.app.config = { ...usual.config, FEE_PERCENT: 10 }
    const id = await sell()
    const refund = await refundAtService(id, 1000)
    expect(await readTotals(test.db, { currency: 'GBP' })).toEqual({
      charged: 4500,
      refunded: 1000,
      kept: 3500,
      fees: 350,
    })
    await test.stripe.control.settleRefund(refund, 'failed')
    await settle(id)
    expect(await readTotals(test.db, { currency: 'GBP' })).toEqual({
      charged: 4500,
      refunded: 0,
      kept: 4500,
      fees: 450,
    })
  })

  it('sums what one mentor earned, and what all earned', async () => {
    const ada = await addMentor(test, { name: 'Ada Lovelace' })
    const mary = await addMentor(test, { name: 'Mary Somerville', price: 3000 })
    await sell(ada)
    await refundAtService(await sell(ada, '15:30'), 500)
    await sell(mary)
    expect(await readTotals(test.db, { mentorId: ada.id, currency: 'GBP' })).toMatchObject({
      charged: 9000,
      refunded: 500,
      kept: 8500,
    })
    expect(await readTotals(test.db, { mentorId: mary.id, currency: 'GBP' })).toMatchObject({
      charged: 3000,
      refunded: 0,
      kept: 3000,
    })
    expect(await readTotals(test.db, { currency: 'GBP' })).toMatchObject({
      charged: 12_000,
      refunded: 500,
      kept: 11_500,
    })
    expect(await readTotals(test.db, { bookingId: randomUUID(), currency: 'GBP' })).toMatchObject({
      charged: 0,
      kept: 0,
    })
  })

  it('sums each currency by itself', async () => {
    test.app.config = { ...usual.config, FEE_PERCENT: 12.5 }
    await sell(await addMentor(test))
    const checkout = await sell(await addMentor(test, { currency: 'JPY' }), '15:30')
    await refundAtService(checkout, 1500)
    expect(await readTotals(test.db, { currency: 'GBP' })).toEqual({
      charged: 4500,
      refunded: 0,
      kept: 4500,
      fees: 563,
    })
    const yen = await readTotals(test.db, { currency: 'JPY' })
    expect(yen).toEqual({ charged: 4500, refunded: 1500, kept: 3000, fees: 375 })
    expect(await readTotals(test.db, { currency: 'EUR' })).toMatchObject({ charged: 0, kept: 0 })
    expect(await listLedgerCurrencies(test.db)).toEqual(['GBP', 'JPY'])
    expect(await findMissingCurrency(test.db, ['JPY', 'GBP', 'EUR'])).toBeNull()
    expect(await findMissingCurrency(test.db, ['GBP'])).toMatch('this site has sold in JPY')
  })

  it('is never changed and nothing is ever taken out of it', async () => {
    await sell()
    await expect(sql`update ledger set amount_pence = 1`.execute(test.db)).rejects.toThrow('append-only')
    await expect(sql`delete from ledger`.execute(test.db)).rejects.toThrow('append-only')
    expect(await entries()).toEqual(['charge 4500'])
  })

  it('refuses amounts that no entry of its kind can have', async () => {
    await sell()
    const impossible = { charge: -100, refund: 100, reversal: -100, fee: 0 }
    for (const [kind, amount] of Object.entries(impossible)) {
      const row = sql`insert into ledger (id, booking_id, kind, amount_pence, currency, service_id, created_at)
        select ${randomUUID()}::uuid, id, ${kind}, ${amount}::int, 'GBP', 'x', created_at from bookings`
      await expect(row.execute(test.db), kind).rejects.toThrow(/violates check constraint/)
    }
  })
})
