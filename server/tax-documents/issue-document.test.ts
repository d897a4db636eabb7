import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { OPERATOR } from '#domain/tax-documents/tax-document'
import { transact } from '#server/platform/db/connect'
import { insertDocument, type NewDocument } from '#server/tax-documents/issue-document'
import { addMentor } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'

useProduct()

/** A fee invoice, which needs no booking, of the month with this number. */
async function invoice(month: number, issuedAt = '2030-03-01T00:00:00Z'): Promise<NewDocument> {
  const mentor = await test.db.selectFrom('mentors').select('id').executeTakeFirst()
  return {
    kind: 'fee_invoice',
    seller: OPERATOR,
    bookingId: null,
    mentorId: mentor?.id ?? (await addMentor(test)).id,
    ledgerEntry: null,
    corrects: null,
    currency: 'GBP',
    gross: 1200,
    vat: 200,
    vatPercent: 20,
    sellerDetails: { name: 'Landfall', address: '1 Quay', taxNumber: 'GB123', country: 'GB' },
    period: `${2000 + month}-01-01`,
    suppliedAt: new Date('2030-02-28T23:59:59Z'),
    issuedAt: new Date(issuedAt),
  }
}
const issue = async (document: NewDocument) => transact(test.db, (tx) => insertDocument(tx, document))
const listNumbers = () =>
  test.db.selectFrom('taxDocuments').select(['year', 'number']).orderBy('year').orderBy('number').execute()

describe('insertDocument', () => {
  it('numbers without a gap when 40 issue at once and every third fails', async () => {
    const documents = await Promise.all(Array.from({ length: 40 }, (_, month) => invoice(month)))
    const failing = (document: NewDocument) =>
      transact(test.db, async (tx) => {
        await insertDocument(tx, document)
        throw new Error('The process was killed')
      })
    const issued = await Promise.allSettled(
      documents.map((document, index) => (index % 3 === 0 ? failing(document) : issue(document))),
    )
    expect(issued.filter(({ status }) => status === 'fulfilled')).toHaveLength(26)
    expect((await listNumbers()).map(({ number }) => number)).toEqual(Array.from({ length: 26 }, (_, at) => at + 1))
  })

  it('begins again with each year of issue in UTC, and for each seller', async () => {
    await issue(await invoice(1, '2029-12-31T23:59:59.999Z'))
    await issue(await invoice(2, '2030-01-01T00:00:00Z'))
    await issue({ ...(await invoice(3, '2029-06-01T00:00:00Z')), seller: randomUUID() })
    await issue(await invoice(4, '2029-12-31T23:59:59.999Z'))
    expect((await listNumbers()).map(({ year, number }) => `${year} ${number}`)).toEqual([
      '2029 1',
      '2029 1',
      '2029 2',
      '2030 1',
    ])
  })

  it('gives a mentor’s month one invoice in a currency, and the number that failed to the next', async () => {
    await issue(await invoice(1))
    await expect(issue(await invoice(1))).rejects.toThrow('tax_documents_once_a_month')
    await issue(await invoice(2))
    expect((await listNumbers()).map(({ number }) => number)).toEqual([1, 2])
  })
})

describe('an issued document', () => {
  it('cannot be changed or deleted, but for the seller’s details, which can be emptied alone', async () => {
    const id = await issue(await invoice(1))
    const empty = `seller_details = '{"name": "", "address": "", "taxNumber": "", "country": ""}'`
    await expect(sql.raw(`update tax_documents set ${empty}, gross = 1`).execute(test.db)).rejects.toThrow(
      'append-only',
    )
    await sql.raw(`update tax_documents set ${empty}`).execute(test.db)
    for (const change of ['gross = 1', 'number = 7', "seller_details = '{}'"])
      await expect(sql.raw(`update tax_documents set ${change}`).execute(test.db)).rejects.toThrow('append-only')
    await expect(test.db.deleteFrom('taxDocuments').where('id', '=', id).execute()).rejects.toThrow('append-only')
  })
})
