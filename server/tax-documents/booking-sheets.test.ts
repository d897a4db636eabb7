import { describe, expect, it } from 'vitest'
import { inLanguage } from '#server/platform/language/language'
import { readBookingDocuments } from '#server/tax-documents/booking-sheets'
import { settleRefunds } from '#server/bookings/settlement/refunds'
import { eraseMenteeRows } from '#server/privacy/erase-bookings-queries'
import { findBooking } from '#server/bookings/queries'
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
