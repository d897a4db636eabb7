import { describe, expect, it } from 'vitest'
import { toMinorUnits } from '#domain/payments/money'
import { cancelBooking } from '#server/bookings/cancellation/cancel'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { setCodesDisabled } from '#server/discounts/managing-queries'
import { transact } from '#server/platform/db/connect'
import { eraseMentorRow } from '#server/privacy/erase-mentor-queries'
import { inLanguage } from '#server/platform/language/language'
import { readBookingDocuments } from '#server/tax-documents/booking-sheets'
import { settleRefunds } from '#server/bookings/settlement/refunds'
import { eraseMenteeRows } from '#server/privacy/erase-bookings-queries'
import { findBooking } from '#server/bookings/queries'
import { addCode } from '../../tests/support/discounts/codes.ts'
import { heldWithCode } from '../../tests/support/discounts/held-codes.ts'
import { payCheckout } from '../../tests/support/payments/checkout.ts'
import { addMentor } from '../../tests/support/product/app.ts'
import { test, usual, useProduct } from '../../tests/support/product/lifecycle.ts'
import { refundPart, sellSession } from '../../tests/support/tax-documents/sales.ts'
import { readReceipt } from '../../app/views/bookings/page/receipt.ts'

useProduct()

const readSheets = async (bookingId: string) =>
  (await readBookingDocuments(test.app, bookingId)).map(({ sheet }) => sheet)
const OPERATOR = {
  SELLER_NAME: 'Landfall Ltd',
  SELLER_ADDRESS: '1 Quay',
  SELLER_TAX_NUMBER: 'GB1',
  SELLER_COUNTRY: 'GB',
}

describe('readBookingDocuments', () => {
  it('says who sold what, when and at which VAT, and which receipt a credit note corrects', async () => {
    test.app.config = { ...usual.config, ...OPERATOR, SELLER: 'operator', VAT_PERCENT: 20 }
    const sale = await sellSession(test, { mentor: await addMentor(test, { name: 'Ada Lovelace' }) })
    await test.runJobs()
    await refundPart(test, sale, 1500)
    await test.runJobs()
    expect(await readSheets(sale.id)).toMatchObject([
      {
        language: 'en-GB',
        title: 'Receipt',
        facts: [
          ['Number', 'R-2030-000001'],
          ['Date of issue', '7 January 2030'],
          ['Date of supply', '8 January 2030'],
          ['Booking', sale.reference],
        ],
        parties: [
          { label: 'Sold by', lines: ['Landfall Ltd', '1 Quay', 'United Kingdom', 'Tax number: GB1'] },
          { label: 'Sold to', lines: ['Grace Hopper'] },
        ],
        head: ['Item', 'Amount (GBP)'],
        rows: [[expect.stringMatching(/, 60 minutes, with Ada Lovelace$/), '£45.00']],
        totals: [
          ['Without VAT', '£37.50'],
          ['VAT 20%', '£7.50'],
          ['Total', '£45.00'],
        ],
        notes: [],
        issuer: 'Issued by Landfall Ltd',
      },
      {
        title: 'Credit note',
        facts: expect.arrayContaining([['Corrects', 'R-2030-000001']]) as unknown,
        totals: [
          ['Without VAT', '−£12.50'],
          ['VAT 20%', '−£2.50'],
          ['Total', '−£15.00'],
        ],
        notes: ['We refunded this amount of R-2030-000001.'],
      },
    ])
  })

  it('is in the language of the moment, in the name of the mentor, and says when a refund failed', async () => {
    const mentor = await addMentor(test, { name: 'Ada Lovelace' })
    const sale = await sellSession(test, { mentor })
    const refund = await refundPart(test, sale, 4500)
    await test.runJobs()
    await test.stripe.control.settleRefund(refund, 'failed')
    await settleRefunds(test.app, sale.paymentIntent)
    await test.runJobs()
    const [receipt, , again] = await inLanguage('es', () => readSheets(sale.id))
    const own = mentor.id.slice(0, 6).toUpperCase()
    expect(receipt).toMatchObject({
      title: 'Recibo',
      totals: [['Total', expect.stringContaining('45,00')]],
      issuer: 'Emitido por Landfall en nombre de Ada Lovelace',
    })
    expect(again!.notes).toEqual([`El reembolso de C-${own}-2030-000002 falló; este recibo lo anula.`])
  })

  it('names no buyer once their data was erased', async () => {
    const sale = await sellSession(test)
    await test.runJobs()
    await eraseMenteeRows(test.db, [sale.id], test.clock.time)
    const [receipt] = await readSheets(sale.id)
    expect(receipt!.parties.map(({ label }) => label)).toEqual(['Sold by'])
  })
})

describe('the receipt of a session that a code made cheaper', () => {
  /** A session of £45 with a mentor's own code that takes a fifth off, paid. */
  async function sellWithCode() {
    const mentor = await addMentor(test, { name: 'Ada Lovelace' })
    const codeId = await addCode(test, { code: 'FIFTH', percent: 20, mentorId: mentor.id, borneBy: 'mentor' })
    const { bookingId: id, checkoutId } = await heldWithCode(test, mentor, { code: 'FIFTH', browser: 'grace' })
    return { id, checkoutId: checkoutId!, codeId, mentor }
  }
  async function pay({ checkoutId }: { checkoutId: string }) {
    await payCheckout(test, checkoutId)
    await settleCheckout(test.app, checkoutId)
    await test.runJobs()
  }

  it('has the full price and the code above the total that was paid, unlike what corrects it', async () => {
    test.app.config = { ...usual.config, ...OPERATOR, SELLER: 'operator', VAT_PERCENT: 20 }
    const sale = await sellWithCode()
    await pay(sale)
    const [receipt] = await readSheets(sale.id)
    expect(receipt).toMatchObject({
      rows: [
        [expect.stringContaining('with Ada Lovelace'), '£45.00'],
        ['Discount code FIFTH', '−£9.00'],
      ],
      totals: [
        ['Without VAT', '£30.00'],
        ['VAT 20%', '£6.00'],
        ['Total', '£36.00'],
      ],
    })
    await setCodesDisabled(test.db, { id: sale.codeId }, test.clock.time)
    await cancelBooking(test.app, { id: sale.id, by: 'mentor', shown: toMinorUnits(0) })
    await test.runJobs()
    const refund = await test.db.selectFrom('refunds').select(['serviceId', 'paymentIntent']).executeTakeFirstOrThrow()
    await test.stripe.control.settleRefund(refund.serviceId!, 'failed')
    await settleRefunds(test.app, refund.paymentIntent)
    await test.runJobs()
    const [again, ...corrections] = await readSheets(sale.id)
    expect(again).toEqual(receipt)
    // The refund that failed is sent again.
    const amounts = corrections.flatMap(({ rows }) => rows.map(([, amount]) => amount))
    expect(amounts.toSorted()).toEqual(['£36.00', '−£36.00', '−£36.00'])
  })

  it('names only what was paid if that was a wrong amount', async () => {
    const sale = await sellWithCode()
    await test.db
      .updateTable('bookings')
      .set({ pricePence: toMinorUnits(3_500), discountPence: toMinorUnits(1_000) } as never)
      .execute()
    await test.db
      .updateTable('discountRedemptions')
      .set({ discount: 1_000 } as never)
      .execute()
    await pay(sale)
    expect(await readSheets(sale.id)).toMatchObject([
      { rows: [[expect.any(String), '£36.00']] },
      { rows: [[expect.any(String), '−£36.00']] },
    ])
  })

  it('keeps its amounts, and not the word of the code, once the mentor who made it is erased', async () => {
    const sale = await sellWithCode()
    await pay(sale)
    await transact(test.db, (tx) => eraseMentorRow(tx, sale.mentor.id, test.clock.time))
    const [receipt] = await readSheets(sale.id)
    expect(receipt!.rows).toEqual([
      [expect.any(String), '£45.00'],
      ['Discount code', '−£9.00'],
    ])
  })
})

describe('the page of a receipt', () => {
  const readPage = async (bookingId: string) =>
    readReceipt(test.app, { booking: (await findBooking(test.db, bookingId))!, side: 'mentee', guest: true })

  it('shows what was paid and that the receipt is being prepared, until it is issued', async () => {
    const sale = await sellSession(test)
    expect(await readPage(sale.id)).toMatchObject({
      documents: { documents: [], preparing: true },
      facts: { lines: [{ amount: '£45.00' }] },
    })
    await test.runJobs()
    expect(await readPage(sale.id)).toMatchObject({
      documents: { documents: [{ sheet: { title: 'Receipt' } }], preparing: false },
      facts: null,
    })
    await refundPart(test, sale, 1500)
    expect(await readPage(sale.id)).toMatchObject({ documents: { documents: [{}], preparing: true }, facts: null })
  })
})
