import { describe, expect, it } from 'vitest'
import type { DocumentSheet } from '#domain/tax-documents/sheet'
import { settleDispute, settleRefunds } from '#server/bookings/settlement/refunds'
import { runJob } from '#server/jobs'
import { numberOf, writeFeeDocumentSheet } from '#server/tax-documents/statements/fee-document-sheet'
import { issueStatement, issueStatements } from '#server/tax-documents/statements/issue-statements'
import { listFeeDocuments, listFeeLines } from '#server/tax-documents/statements/fee-documents-queries'
import { listStatementMonths, readStatement } from '#server/tax-documents/statements/statements'
import { findMail, openMailDb } from '../../../sandbox/mailbox/store.ts'
import { mailsTo } from '../../../tests/support/accounts/accounts.ts'
import { holdSessions, sell, withPayee } from '../../../tests/support/payments/payouts.ts'
import { transferDue, withAccount } from '../../../tests/support/payments/transfers.ts'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, usual, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct()

const OPERATOR = {
  SELLER_NAME: 'Landfall Ltd',
  SELLER_ADDRESS: '1 Quay, London',
  SELLER_TAX_NUMBER: 'GB123456789',
  VAT_PERCENT: 20,
}

/** A mentor with an account, on a site whose first round has run. */
async function mentor(options: Parameters<typeof addMentor>[1] = {}) {
  test.app.config = { ...usual.config, ...OPERATOR, PAYOUTS: 'connect', FEE_PERCENT: 10 }
  const ada = await addMentor(test, { timeZone: 'Europe/London', ...options })
  await withPayee(test, ada.id)
  await runJob(test.app, 'statements', {})
  return { ...ada, email: `mentor-${ada.id.slice(0, 8)}@example.com` }
}

const at = (instant: string) => void (test.clock.time = new Date(instant))

async function round(instant: string): Promise<void> {
  at(instant)
  await runJob(test.app, 'statements', {})
  await test.runJobs()
}

const findPayment = (id: string) =>
  test.db.selectFrom('bookings').select(['checkoutId', 'paymentIntent']).where('id', '=', id).executeTakeFirstOrThrow()

async function refund(bookingId: string, amount: number): Promise<string> {
  const { checkoutId, paymentIntent } = await findPayment(bookingId)
  const made = await test.stripe.control.refund(checkoutId!, amount)
  await settleRefunds(test.app, paymentIntent!)
  return made
}

/** "F-2030-000001 GBP 450 (75)" with the VAT in brackets, and what a credit note corrects. */
async function documents(mentorId: string, month: string): Promise<string[]> {
  const all = await listFeeDocuments(test.db, mentorId, month)
  return all.map((each) => {
    const corrects = each.correctedNumber === null ? '' : ` of ${each.correctedNumber}`
    return `${numberOf(each)} ${each.currency} ${each.gross} (${each.vat})${corrects}`
  })
}

/** The names of an email's attachments. */
async function listFiles({ id }: { id: number }): Promise<(string | null)[]> {
  const { attachments } = (await findMail(await openMailDb(test.db), id))!
  return attachments.map(({ name }) => name)
}

const statementMails = async ({ email }: { email: string }) =>
  (await mailsTo(test, email)).filter(({ subject }) => subject.includes('your statement'))

describe('issueStatements', () => {
  it('issues a month’s statement once, on its first morning in the mentor’s time zone, with invoice and email', async () => {
    const ada = await mentor()
    await sell(test, ada)
    await round('2030-02-01T05:59:00Z')
    expect(await statementMails(ada)).toHaveLength(0)
    for (const hour of ['06', '07']) await round(`2030-02-01T${hour}:11:00Z`)
    const [mail, ...others] = await statementMails(ada)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ subject: 'Landfall: your statement for January 2030' })
    expect(mail!.text).toContain('Closing balance: £40.50')
    expect(mail!.text).toContain('/desk/money/statements/2030-01')
    expect(await listFiles(mail!)).toEqual(['statement-2030-01-GBP.pdf', 'F-2030-000001.pdf'])
    expect(await documents(ada.id, '2030-01')).toEqual(['F-2030-000001 GBP 450 (75)'])
    const other = await addMentor(test, { name: 'Grace Hopper' })
    expect(await readStatement(test.app, other.id, '2030-01')).toBeNull()
    expect(await documents(other.id, '2030-01')).toEqual([])
  })

  it('issues once when several processes run the round at once', async () => {
    const ada = await mentor()
    await sell(test, ada)
    at('2030-02-01T06:11:00Z')
    await Promise.all(Array.from({ length: 6 }, () => issueStatements(test.app)))
    await Promise.all(Array.from({ length: 6 }, () => issueStatement(test.app, ada.id, '2030-01')))
    await test.runJobs()
    expect(await statementMails(ada)).toHaveLength(1)
    expect(await documents(ada.id, '2030-01')).toEqual(['F-2030-000001 GBP 450 (75)'])
  })

  it('issues nothing for a month without movements, or one that had ended when the site was upgraded', async () => {
    const ada = await mentor()
    await sell(test, ada)
    await test.db.deleteFrom('statementsStart').execute()
    await round('2030-02-01T12:00:00Z') // The first round of the release that has them.
    expect(await statementMails(ada)).toEqual([])
    await round('2030-03-01T12:00:00Z')
    expect(await statementMails(ada)).toEqual([])
    await sell(test, ada, { date: '2030-03-05' })
    await round('2030-04-01T12:00:00Z')
    expect((await statementMails(ada)).map(({ subject }) => subject)).toEqual([
      'Landfall: your statement for March 2030',
    ])
    expect((await listStatementMonths(test.app, ada.id)).map(({ month }) => month)).toEqual(['2030-03', '2030-01'])
    expect(await documents(ada.id, '2030-03')).toEqual(['F-2030-000001 GBP 450 (75)'])
  })

  it('dates an invoice in the year of its number, where the new year begins before UTC’s', async () => {
    const ada = await mentor({ timeZone: 'Pacific/Kiritimati' })
    at('2030-12-02T09:00:00Z')
    await sell(test, ada, { date: '2030-12-10' })
    await round('2030-12-31T16:11:00Z')
    const [invoice] = await listFeeDocuments(test.db, ada.id, '2030-12')
    const { facts } = await writeFeeDocumentSheet(test.app, invoice!)
    expect(facts.slice(0, 2)).toEqual([
      ['Number', 'F-2030-000001'],
      ['Date of issue', '31 December 2030'],
    ])
  })

  it('issues the months that a site missed while it was away, each with its own invoice', async () => {
    const ada = await mentor()
    await sell(test, ada)
    at('2030-02-04T09:00:00Z')
    await sell(test, ada, { date: '2030-02-05' })
    await round('2030-03-20T09:00:00Z')
    expect(await documents(ada.id, '2030-01')).toEqual(['F-2030-000001 GBP 450 (75)'])
    expect(await documents(ada.id, '2030-02')).toEqual(['F-2030-000002 GBP 450 (75)'])
    expect(await statementMails(ada)).toHaveLength(2)
  })

  it('keeps an issued statement as it is when the mentor moves to another time zone', async () => {
    const ada = await mentor({ timeZone: 'Asia/Tokyo' })
    at('2030-01-31T14:59:00Z')
    await sell(test, ada, { date: '2030-02-12' })
    at('2030-01-31T15:00:00Z') // February in Tokyo.
    await sell(test, ada, { date: '2030-02-13' })
    await round('2030-02-01T09:00:00Z')
    await test.db.updateTable('mentors').set({ timeZone: 'Pacific/Honolulu' }).where('id', '=', ada.id).execute()
    await round('2030-03-02T09:00:00Z')
    for (const month of ['2030-01', '2030-02']) {
      const read = await readStatement(test.app, ada.id, month)
      expect(read!.statements[0]!.movements.map(({ kind }) => kind)).toEqual(['charge'])
    }
    expect(await documents(ada.id, '2030-01')).toEqual(['F-2030-000001 GBP 450 (75)'])
    expect(await documents(ada.id, '2030-02')).toEqual(['F-2030-000002 GBP 450 (75)'])
  })

  it('writes the email in the mentor’s language, and sends it without a document that cannot be drawn', async () => {
    const ada = await mentor()
    await test.db.updateTable('accounts').set({ language: 'fr' }).where('email', '=', ada.email).execute()
    const render = async (sheet: DocumentSheet) => {
      if (sheet.title.startsWith('Facture')) throw new Error('The process was killed')
      return usual.pdf.render(sheet)
    }
    test.app.pdf = { ...usual.pdf, render }
    await sell(test, ada)
    await round('2030-02-01T06:11:00Z')
    const [mail] = (await mailsTo(test, ada.email)).filter(({ subject }) => subject.includes('relevé'))
    expect(mail!.subject).toBe('Landfall\u202F: votre relevé, janvier 2030')
    expect(mail!.text).toContain('Le document est joint en PDF.')
    expect(await listFiles(mail!)).toEqual(['statement-2030-01-GBP.pdf'])
    expect(test.faults).toEqual([expect.objectContaining({ message: 'The process was killed' })])
  })
})

describe('an invoice of platform fees', () => {
  it('has the fees of the month’s sessions, less what was given back in it', async () => {
    const ada = await mentor()
    const first = await sell(test, ada)
    await sell(test, ada, { time: '16:30', email: 'b@example.com' })
    const third = await sell(test, ada, { time: '18:30', email: 'c@example.com' })
    await refund(first, 1500)
    await refund(third, 4500)
    await round('2030-02-01T06:11:00Z')
    expect(await documents(ada.id, '2030-01')).toEqual(['F-2030-000001 GBP 750 (125)'])
    const [invoice] = await listFeeDocuments(test.db, ada.id, '2030-01')
    expect((await listFeeLines(test.db, invoice!.id)).map(({ fee }) => fee).toSorted()).toEqual([300, 450])
    expect(invoice).toMatchObject({
      seller: 'operator',
      vatPercent: 20,
      sellerDetails: { name: 'Landfall Ltd', address: '1 Quay, London', taxNumber: 'GB123456789' },
      suppliedAt: new Date('2030-01-31T23:59:59.999Z'),
    })
  })

  it('is corrected by credit notes at its own rate when fees are given back later, until nothing is left of it', async () => {
    const ada = await mentor()
    await withAccount(test, ada.id)
    const first = await sell(test, ada)
    const second = await sell(test, ada, { time: '16:30', email: 'b@example.com' })
    await holdSessions(test)
    await transferDue(test)
    await round('2030-02-01T06:11:00Z')
    test.app.config = { ...test.app.config, VAT_PERCENT: 25 }
    const failing = await refund(first, 1700)
    const dispute = await test.stripe.control.dispute((await findPayment(second)).checkoutId!, { amount: 4500 })
    await settleDispute(test.app, dispute)
    await test.stripe.control.closeDispute(dispute, 'lost')
    await settleDispute(test.app, dispute)
    await transferDue(test)
    await round('2030-03-01T06:11:00Z')
    expect(await documents(ada.id, '2030-01')).toEqual(['F-2030-000001 GBP 900 (150)'])
    expect(await documents(ada.id, '2030-02')).toEqual(['FC-2030-000002 GBP -620 (-103) of 1'])
    await test.stripe.control.settleRefund(failing, 'failed')
    await settleRefunds(test.app, (await findPayment(first)).paymentIntent!)
    await round('2030-04-01T06:11:00Z')
    expect(await documents(ada.id, '2030-03')).toEqual(['F-2030-000003 GBP 170 (34)'])
    await refund(first, 1700)
    await round('2030-05-01T06:11:00Z')
    expect(await documents(ada.id, '2030-04')).toEqual(['FC-2030-000004 GBP -170 (-34) of 3'])
    await refund(first, 1400)
    await round('2030-06-01T06:11:00Z')
    await refund(first, 1400)
    await round('2030-07-01T06:11:00Z')
    expect(await documents(ada.id, '2030-05')).toEqual(['FC-2030-000005 GBP -140 (-24) of 1'])
    expect(await documents(ada.id, '2030-06')).toEqual(['FC-2030-000006 GBP -140 (-23) of 1'])
    const { sum } = await test.db
      .selectFrom('taxDocuments')
      .select(({ fn }) => [fn.sum('gross').as('sum')])
      .where('seller', '=', 'operator')
      .executeTakeFirstOrThrow()
    expect(Number(sum)).toBe(0)
  })

  it('is made for each currency in its own units, and for no fee', async () => {
    const ada = await mentor({ currency: 'JPY' })
    await sell(test, ada)
    await test.db.updateTable('mentors').set({ currency: 'KWD' }).where('id', '=', ada.id).execute()
    await sell(test, ada, { time: '16:30', email: 'b@example.com' })
    test.app.config = { ...test.app.config, FEE_PERCENT: 0 }
    await test.db.updateTable('mentors').set({ currency: 'GBP' }).where('id', '=', ada.id).execute()
    await sell(test, ada, { time: '18:30', email: 'c@example.com' })
    await round('2030-02-01T06:11:00Z')
    expect(await documents(ada.id, '2030-01')).toEqual(['F-2030-000001 JPY 450 (75)', 'F-2030-000002 KWD 450 (75)'])
  })

  it('is not made where the operator sells the sessions, but what was invoiced before is corrected', async () => {
    const ada = await mentor()
    const first = await sell(test, ada)
    await round('2030-02-01T06:11:00Z')
    test.app.config = { ...test.app.config, SELLER: 'operator' }
    at('2030-02-04T09:00:00Z')
    await sell(test, ada, { date: '2030-02-05' })
    await refund(first, 4500)
    await round('2030-03-01T06:11:00Z')
    expect(await documents(ada.id, '2030-02')).toEqual(['FC-2030-000002 GBP -450 (-75) of 1'])
    expect(await statementMails(ada)).toHaveLength(2)
  })
})
