import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { formatDocumentNumber } from '#domain/tax-documents/numbers'
import { settleRefunds } from '#server/bookings/settlement/refunds'
import { issueDocuments, issueMissingDocuments } from '#server/tax-documents/issue-documents'
import { upsertTaxDetails } from '#server/tax-documents/tax-details-queries'
import { sealRecord } from '#server/payouts/sealed-record'
import { addOpenCohort, joinPaid } from '../../tests/support/bookings/seats.ts'
import { addMentor } from '../../tests/support/product/app.ts'
import { test, usual, useProduct } from '../../tests/support/product/lifecycle.ts'
import { refundPart, sellSession } from '../../tests/support/tax-documents/sales.ts'
import { TAX_DETAILS } from '../../tests/support/tax-documents/tax-details.ts'

useProduct()

function letOperatorSell() {
  test.app.config = { ...usual.config, SELLER: 'operator', SELLER_NAME: 'Landfall Ltd', VAT_PERCENT: 20 }
}

const listDocuments = () =>
  test.db.selectFrom('taxDocuments').selectAll().orderBy('issuedAt').orderBy('year').orderBy('number').execute()
const summaries = async () =>
  (await listDocuments()).map((each) => [formatDocumentNumber(each).slice(-11), each.kind, each.gross, each.vat])

describe('issueDocuments', () => {
  it('issues a receipt, a credit note for each refund, and a receipt again when a refund failed after all', async () => {
    letOperatorSell()
    const sale = await sellSession(test)
    await test.runJobs()
    const failing = await refundPart(test, sale, 1001)
    await test.runJobs()
    await test.stripe.control.settleRefund(failing, 'failed')
    await settleRefunds(test.app, sale.paymentIntent)
    await test.runJobs()
    await refundPart(test, sale, 4500)
    await test.runJobs()
    expect(await summaries()).toEqual([
      ['2030-000001', 'receipt', 4500, 750],
      ['2030-000002', 'credit_note', -1001, -167],
      ['2030-000003', 'receipt', 1001, 167],
      ['2030-000004', 'credit_note', -4500, -750],
    ])
    const [receipt, first, again, last] = await listDocuments()
    expect([first!.corrects, again!.corrects, last!.corrects]).toEqual([receipt!.id, first!.id, receipt!.id])
  })

  it('numbers without a gap, each once, when 40 issue for four bookings at once', async () => {
    letOperatorSell()
    const sales: Awaited<ReturnType<typeof sellSession>>[] = []
    for (const time of ['14:30', '15:30', '16:30', '17:30']) sales.push(await sellSession(test, { time }))
    await Promise.all(Array.from({ length: 40 }, (_, at) => issueDocuments(test.app, sales[at % 4]!.id)))
    expect((await listDocuments()).map(({ number }) => number)).toEqual([1, 2, 3, 4])
    await test.runJobs()
    expect(await listDocuments()).toHaveLength(4)
  })

  it('names the mentor as the seller by default: by their tax details, or by display name without VAT', async () => {
    const [ada, mary] = [
      await addMentor(test, { name: 'Ada Lovelace' }),
      await addMentor(test, { name: 'Mary Somerville' }),
    ]
    const sealed = sealRecord(test.app, 'tax details', ada.id, TAX_DETAILS)
    await upsertTaxDetails(test.db, { mentorId: ada.id, sealed, changedAt: test.clock.time })
    await sellSession(test, { mentor: ada })
    await sellSession(test, { mentor: mary })
    await test.runJobs()
    const bySeller = new Map((await listDocuments()).map((each) => [each.seller, each]))
    expect(bySeller.get(ada.id)).toMatchObject({
      number: 1,
      vat: 750,
      vatPercent: 20,
      sellerDetails: {
        name: 'Ada King Lovelace',
        address: '12 St James’s Square, SW1Y 4JH London',
        taxNumber: 'GB123456789',
        country: 'GB',
      },
    })
    expect(bySeller.get(mary.id)).toMatchObject({
      number: 1,
      vat: 0,
      sellerDetails: { name: 'Mary Somerville', address: '', taxNumber: '', country: '' },
    })
  })

  it('keeps seller and rate of the receipt in its credit note when the settings changed between', async () => {
    letOperatorSell()
    const sale = await sellSession(test)
    await test.runJobs()
    test.app.config = { ...usual.config, SELLER: 'mentor', VAT_PERCENT: 5 }
    await refundPart(test, sale, 1500)
    await test.runJobs()
    const [receipt, note] = await listDocuments()
    const { seller, sellerDetails, vatPercent, suppliedAt } = receipt!
    expect(note).toMatchObject({ seller, sellerDetails, vatPercent, suppliedAt, number: 2, gross: -1500, vat: -250 })
  })

  it('issues for seats in cohorts in the name of who leads them', async () => {
    await addOpenCohort(test)
    await joinPaid(test)
    await test.runJobs()
    const leader = await test.db.selectFrom('mentors').select('id').executeTakeFirstOrThrow()
    expect(await listDocuments()).toMatchObject([
      { kind: 'receipt', gross: 6000, seller: leader.id, mentorId: leader.id },
    ])
  })
})

describe('issueMissingDocuments', () => {
  it('finds what no job was queued for, such as sales of before an upgrade', async () => {
    const [one, two] = [await sellSession(test), await sellSession(test, { time: '15:30' })]
    await sql`delete from jobs.job`.execute(test.db)
    await issueMissingDocuments(test.app)
    expect((await listDocuments()).map(({ bookingId }) => bookingId).toSorted()).toEqual([one.id, two.id].toSorted())
    await issueMissingDocuments(test.app)
    expect(await listDocuments()).toHaveLength(2)
  })
})
