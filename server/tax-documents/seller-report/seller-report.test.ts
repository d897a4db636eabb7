import { describe, expect, it } from 'vitest'
import { confirmFreeSession } from '#server/bookings/holds/free-sessions'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { settleRefunds } from '#server/bookings/settlement/refunds'
import { makePayoutBatch, markBatchPaid } from '#server/payouts/payouts'
import { transact } from '#server/platform/db/connect'
import { eraseMentorProfile } from '#server/privacy/erase-mentor'
import { writeSellerMessage, writeSellerTable } from '#server/tax-documents/seller-report/seller-report-files'
import { readSellers } from '#server/tax-documents/seller-report/seller-report'
import { saveTaxDetails } from '#server/tax-documents/tax-details'
import { readPayoutFile } from '../../../app/views/payments/payout-files.ts'
import { readSellerReport } from '../../../app/views/tax-documents/seller-report.ts'
import type { Mentor } from '../../../tests/support/bookings/paid-session.ts'
import { addCode } from '../../../tests/support/discounts/codes.ts'
import { heldWithCode } from '../../../tests/support/discounts/held-codes.ts'
import { payCheckout } from '../../../tests/support/payments/checkout.ts'
import { actingAs, holdSessions, sell, someone, withPayee } from '../../../tests/support/payments/payouts.ts'
import { topUp, transferDue, withAccount } from '../../../tests/support/payments/transfers.ts'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, usual, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { checkDpiMessage } from '../../../tests/support/tax-documents/dpi-schema.ts'
import { findAll, parseXml } from '../../../tests/support/tax-documents/parse-xml.ts'
import { BUSINESS_DETAILS, TAX_DETAILS } from '../../../tests/support/tax-documents/tax-details.ts'

useProduct()

const SETTINGS = {
  FEE_PERCENT: 10,
  SELLER_NAME: 'Landfall Ltd',
  SELLER_ADDRESS: '1 Quay Street, Bristol',
  SELLER_COUNTRY: 'GB',
}
const change = (settings: Partial<typeof test.app.config> = {}) =>
  (test.app.config = { ...usual.config, ...SETTINGS, ...settings })

async function people() {
  change()
  const ada = await addMentor(test)
  await withPayee(test, ada.id)
  return { ada, admin: await someone(test, 'admin@example.com') }
}
type Admin = Awaited<ReturnType<typeof people>>['admin']

const giveDetails = (mentorId: string, details = TAX_DETAILS) =>
  saveTaxDetails(test.app, { mentorId, details }, actingAs(crypto.randomUUID(), test.clock.time))

async function payOut(admin: Admin, currency = 'GBP'): Promise<void> {
  const made = await makePayoutBatch(test.app, admin, currency)
  if (!made.ok) throw new Error(made.error.code)
  await markBatchPaid(test.app, admin, made.value.id)
}

async function refund(bookingId: string, amount: number): Promise<void> {
  const booking = test.db.selectFrom('bookings').select(['checkoutId', 'paymentIntent']).where('id', '=', bookingId)
  const { checkoutId, paymentIntent } = await booking.executeTakeFirstOrThrow()
  await test.stripe.control.refund(checkoutId!, amount)
  await settleRefunds(test.app, paymentIntent!)
}

/** Sells at 14:30 on a day, and holds the session. */
async function sellOn(mentor: { id: string; name: string }, today: string, date: string): Promise<string> {
  test.clock.time = new Date(`${today}T09:00:00Z`)
  const id = await sell(test, mentor, { date })
  await test.db.updateTable('bookings').set({ status: 'completed' }).where('id', '=', id).execute()
  await test.db.deleteFrom('claims').execute()
  return id
}

/** Sells a session of £45.00 with a code. */
async function sellWithCode(mentor: Mentor, code: string, time: string): Promise<string> {
  const held = await heldWithCode(test, mentor, { code, browser: code, time })
  await payCheckout(test, held.checkoutId!)
  await settleCheckout(test.app, held.checkoutId!)
  return held.bookingId
}

const quartersOf = async (year = 2030) =>
  (await readSellers(test.app, year)).map(({ currency, quarters }) => [
    currency,
    ...quarters.map(({ activities, consideration, fees }) => `${activities}: ${consideration} − ${fees}`),
  ])
const NONE = '0: 0 − 0'

describe('the seller report', () => {
  it('has what batches paid by quarter and currency, without fees, and lowers the quarter in which something was set off', async () => {
    const { ada, admin } = await people()
    const first = await sell(test, ada, { time: '14:30' })
    await sell(test, ada, { time: '16:30' })
    await holdSessions(test)
    await payOut(admin)
    await refund(first, 4500)
    await sellOn(ada, '2030-05-06', '2030-05-07')
    await sellOn(ada, '2030-06-20', '2030-06-21')
    await test.db.updateTable('mentors').set({ currency: 'JPY' }).where('id', '=', ada.id).execute()
    await sellOn(ada, '2030-06-20', '2030-06-24')
    test.clock.time = new Date('2030-06-30T09:00:00Z')
    for (const currency of ['GBP', 'JPY']) await payOut(admin, currency)
    expect(await quartersOf()).toEqual([
      ['GBP', '2: 8100 − 900', '2: 4050 − 450', NONE, NONE],
      ['JPY', NONE, '1: 4050 − 450', NONE, NONE],
    ])
    expect(await quartersOf(2029)).toEqual([])
  })

  it('has transfers, and lowers the quarter in which one was reversed', async () => {
    change({ PAYOUTS: 'connect' })
    const ada = await addMentor(test)
    const account = await withAccount(test, ada.id)
    const id = await sell(test, ada)
    await holdSessions(test)
    await transferDue(test)
    test.clock.time = new Date('2030-04-02T09:00:00Z')
    await refund(id, 1500)
    await transferDue(test)
    expect(await quartersOf()).toEqual([['GBP', '1: 4050 − 450', '0: -1350 − -150', NONE, NONE]])
    expect(await readSellers(test.app, 2030)).toMatchObject([
      { accountCountry: 'GB', payee: null, accounts: [{ identifier: account, holder: null, kind: 'stripe' }] },
    ])
  })

  it('counts what the operator adds for a code of its own as paid to the mentor, until a refund takes it back', async () => {
    change({ PAYOUTS: 'connect' })
    const ada = await addMentor(test)
    await withAccount(test, ada.id)
    await topUp(test, ['GBP'])
    await addCode(test, { code: 'FIFTH', percent: 20 })
    await addCode(test, { code: 'OWNFIFTH', percent: 20, mentorId: ada.id, borneBy: 'mentor' })
    const id = await sellWithCode(ada, 'FIFTH', '14:30') // £36.00, and £9.00 of the operator's.
    await sellWithCode(ada, 'OWNFIFTH', '16:30') // £36.00.
    await holdSessions(test)
    await transferDue(test)
    test.clock.time = new Date('2030-04-02T09:00:00Z')
    await refund(id, 1800)
    await transferDue(test)
    expect(await quartersOf()).toEqual([['GBP', '2: 7290 − 810', '0: -2025 − -225', NONE, NONE]])
  })

  it('counts a session for which the operator paid all', async () => {
    const { ada, admin } = await people()
    await addCode(test, { code: 'SCHOLAR' })
    const { bookingId: id } = await heldWithCode(test, ada, { code: 'SCHOLAR', browser: 'grace' })
    const hold = test.db.selectFrom('bookings').select('secretHash').where('id', '=', id)
    await confirmFreeSession(test.app, (await hold.executeTakeFirstOrThrow()).secretHash)
    await holdSessions(test)
    await payOut(admin)
    expect(await quartersOf()).toEqual([['GBP', '1: 4050 − 450', NONE, NONE, NONE]])
  })

  it('has the tax details of mentors who were erased since', async () => {
    const { ada, admin } = await people()
    await giveDetails(ada.id)
    await sell(test, ada)
    await holdSessions(test)
    await payOut(admin)
    const { accountId } = await test.db.selectFrom('mentors').select('accountId').executeTakeFirstOrThrow()
    await transact(test.db, (tx) => eraseMentorProfile(test.app, tx, { id: accountId!, closedAt: null }))
    expect(await readSellers(test.app, 2030)).toMatchObject([
      { displayName: 'Former mentor', details: TAX_DETAILS, accounts: [{ identifier: 'GB82WEST12345698765432' }] },
    ])
  })
})

describe('the files of the seller report', () => {
  /** Ada gave tax details, Grace did not, Lin lives outside of the EU. All were paid £40.50. */
  async function three() {
    const { ada, admin } = await people()
    const grace = await addMentor(test, { name: '=Grace' })
    const lin = await addMentor(test, { name: 'Lin' })
    for (const mentor of [grace, lin]) await withPayee(test, mentor.id)
    await giveDetails(ada.id, BUSINESS_DETAILS)
    await giveDetails(lin.id, { ...TAX_DETAILS, country: 'IN', tinCountry: 'IN', tin: 'ABCDE1234F' })
    for (const mentor of [ada, grace, lin]) await sell(test, mentor)
    await holdSessions(test)
    await payOut(admin)
    return { ada, grace, lin, admin }
  }

  it('list everyone who was paid as CSV, with what is missing, and hold no formulas', async () => {
    const { admin } = await three()
    const [head, grace, ada, lin, end] = (await writeSellerTable(test.app, admin, 2030)).split('\r\n')
    const zeros = ',0,0,0,0'.repeat(3)
    expect(head).toBe(
      '\u{FEFF}Kind,Legal name,Display name,Date of birth,Place of birth,Company registration number,Address,Country,Tax number,Tax number issued by,VAT number,Account,Account holder,Missing,In the XML file,Currency,' +
        [1, 2, 3, 4].map((n) => `Q${n} activities,Q${n} consideration,Q${n} fees,Q${n} taxes`).join(),
    )
    expect(ada).toBe(
      `Business,Engine GmbH,Ada Lovelace,,,HRB 1234,"Torstraße 1, 10119 Berlin",DE,30/123/45678,DE,DE123456789,GB82WEST12345698765432,Ada Lovelace,,yes,GBP,1,40.5,4.5,0${zeros}`,
    )
    expect(grace).toBe(
      `,Ada Lovelace,"'=Grace",,,,"12 St James’s Square, London",GB,,,,GB82WEST12345698765432,Ada Lovelace,date of birth or registration number; tax number,no: details missing,GBP,1,40.5,4.5,0${zeros}`,
    )
    expect(lin).toMatch(
      /^Individual,Ada King Lovelace,Lin,1985-12-10,,,.*,IN,ABCDE1234F,IN,.*,,yes,GBP,1,40\.5,4\.5,0,/,
    )
    expect(end).toBe('')
  })

  it('follow the schema as XML, with those whose details are complete and whose country is reported', async () => {
    const { admin } = await three()
    for (const [SELLER_COUNTRY, names] of [
      ['GB', ['Engine GmbH', 'Lovelace']],
      ['FR', ['Engine GmbH']],
    ] as const) {
      change({ SELLER_COUNTRY })
      const root = parseXml((await writeSellerMessage(test.app, admin, 2030))!)
      expect(checkDpiMessage(root)).toEqual([])
      const sellers = findAll(root, 'dpi:ReportableSeller')
      const shown = sellers.flatMap((seller) => [...findAll(seller, 'dpi:LastName'), ...findAll(seller, 'dpi:Name')])
      expect(shown.map(({ text }) => text.trim()).filter(Boolean)).toEqual(names)
    }
    expect(findAll(parseXml((await writeSellerMessage(test.app, admin, 2031))!), 'dpi:ReportableSeller')).toEqual([])
  })

  it('are recorded, and say in their names that the year is not over', async () => {
    const { admin } = await three()
    const nameOf = async (typed: Record<string, string>) => (await readPayoutFile(test.app, admin, typed))?.name
    expect(await nameOf({ year: '2030' })).toBe('sellers-2030-year-to-date.csv')
    expect(await nameOf({ year: '2030', format: 'xml' })).toBe('sellers-2030-year-to-date.xml')
    expect(await nameOf({ year: '2029', format: 'xml' })).toBe('sellers-2029.xml')
    for (const typed of [{ year: 'now' }, { year: '2030', format: 'pdf' }]) expect(await nameOf(typed)).toBeUndefined()
    change({ SELLER_COUNTRY: undefined })
    expect(await nameOf({ year: '2030', format: 'xml' })).toBeUndefined()
    const events = test.db.selectFrom('auditLog').select(['subjectId', 'after']).orderBy('id')
    expect(await events.where('action', '=', 'payouts.sellers_downloaded').execute()).toEqual([
      { subjectId: '2030', after: { format: 'csv' } },
      { subjectId: '2030', after: { format: 'xml' } },
      { subjectId: '2029', after: { format: 'xml' } },
    ])
  })

  it('are announced with the mentors whose tax details are missing', async () => {
    const { grace } = await three()
    expect(await readSellerReport(test.app)).toMatchObject({
      years: [{ year: 2030, label: '2030 (year to date)' }, { year: 2029, label: '2029' }, { year: 2028 }],
      identification: [
        {
          year: 2030,
          sentence:
            '1 of the mentors paid in 2030 hasn’t given tax details. The CSV file says what’s missing; they aren’t in the XML file.',
          mentors: [{ id: grace.id, name: '=Grace' }],
        },
      ],
      hasXml: true,
    })
    await giveDetails(grace.id)
    const [year] = (await readSellerReport(test.app)).identification
    expect(year).toMatchObject({ sentence: 'All mentors paid in 2030 have given their tax details.', mentors: [] })
  })
})
