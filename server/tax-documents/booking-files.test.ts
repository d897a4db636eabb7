import { beforeEach, describe, expect, it } from 'vitest'
import type { App } from '#server/context'
import { mailWriting } from '#server/mail-renderers'
import { queueBookingMail } from '#server/bookings/mails/queue-mail'
import { transact } from '#server/platform/db/connect'
import { bookingSecret } from '#server/bookings/booking-link'
import { mailLanguage } from '#server/mail-languages-queries'
import { findDueMails } from '#server/platform/mail/outbox/outbox-queries'
import { inLanguage } from '#server/platform/language/language'
import { cookieName } from '#server/site/guards/booking-guard'
import { visit } from '../../tests/support/bookings/opened-pages.ts'
import { addMentor } from '../../tests/support/product/app.ts'
import { openTestPdf, readPdf } from '../../tests/support/pdf.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'
import { refundPart, sellSession } from '../../tests/support/tax-documents/sales.ts'
import { loader } from '../../app/routes/booking/receipt-file.ts'

useProduct()
beforeEach(() => {
  test.app.pdf = openTestPdf()
})

/** Requests a document's file as someone with the link of `opener`. */
async function download(opener: { id: string; reference: string }, reference: string, number: string) {
  const { linkVersion } = await test.db
    .selectFrom('bookings')
    .select('linkVersion')
    .where('id', '=', opener.id)
    .executeTakeFirstOrThrow()
  const secret = bookingSecret(test.app, { id: opener.id, linkVersion })
  const cookie = `${cookieName(reference, test.app.config.PUBLIC_URL.startsWith('https:'))}=${secret}`
  const input = { ...visit(test, { cookie }), params: { reference, number } }
  return loader(input as unknown as Parameters<typeof loader>[0])
}

/** What an email about a booking is attached. */
async function listAttachments(
  bookingId: string,
  kind: string,
  app: App = test.app,
  language: 'en' | 'es' = 'en',
  recipient = 'mentee',
) {
  const queued = await test.db
    .selectFrom('outbox')
    .select('id')
    .where('subject', '=', bookingId)
    .where('kind', '=', kind)
    .where('recipient', '=', recipient)
    .executeTakeFirstOrThrow()
  const mail = (await findDueMails(test.db, [queued.id], test.clock.time, mailLanguage)).get(queued.id)!
  return inLanguage(language, async () => {
    const written = await mailWriting.renderers.booking(app, mail)
    if ('dropped' in written) throw new Error(written.dropped)
    return written.email({ siteName: 'Landfall', support: 'help@landfall.test' }).attachments ?? []
  })
}

describe('the file of a receipt', () => {
  it('is a PDF that no cache keeps, for those of its booking alone', async () => {
    const mentor = await addMentor(test)
    const [own, other] = [await sellSession(test, { mentor }), await sellSession(test, { mentor, time: '15:30' })]
    await test.runJobs()
    const prefix = `R-${mentor.id.slice(0, 6).toUpperCase()}-2030`
    const file = await download(own, own.reference, `${prefix}-000001`)
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="${prefix}-000001.pdf"`,
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
    })
    expect((await readPdf(new Uint8Array(await file.arrayBuffer()))).join('\n')).toContain(`${prefix}-000001`)
    await expect(download(own, own.reference, `${prefix}-000002`)).rejects.toMatchObject({ init: { status: 404 } })
    await expect(download(own, other.reference, `${prefix}-000002`)).rejects.toMatchObject({ init: { status: 404 } })
  })
})

describe('withBookingDocuments', () => {
  it('attaches the receipt to the confirmation, in its language, before the job has issued it', async () => {
    const sale = await sellSession(test)
    const attached = await listAttachments(sale.id, 'booking_confirmed', test.app, 'es')
    const pdf = attached.find(({ type }) => type === 'application/pdf')!
    expect(pdf.name).toMatch(/^R-[0-9A-F]{6}-2030-000001\.pdf$/)
    expect((await readPdf(pdf.content as Uint8Array)).join('\n')).toContain('Recibo')
    expect(attached.map(({ name }) => name)).toContain('session.ics')
  })

  it('attaches to an email about a refund the credit notes that are issued', async () => {
    const sale = await sellSession(test)
    await refundPart(test, sale, 1500)
    await test.db
      .updateTable('outbox')
      .set({ kind: 'refund_given' } as never)
      .where('recipient', '=', 'mentee')
      .execute()
    expect((await listAttachments(sale.id, 'refund_given')).map(({ name }) => name)).toEqual([
      expect.stringMatching(/^C-[0-9A-F]{6}-2030-000002\.pdf$/),
    ])
  })

  it('attaches the receipt for who has paid, and has none for a mentee for whom someone else has', async () => {
    const sale = await sellSession(test)
    const payer = { bookingId: sale.id, tokenHash: '', payerEmail: 'parent@example.com', createdAt: test.clock.time }
    await transact(test.db, async (tx) => {
      await tx.insertInto('paymentRequests').values(payer).execute()
      await queueBookingMail(test.app, tx, sale.id, 'booking_confirmed', { recipient: 'payer' })
    })
    const namesFor = async (recipient: string) =>
      (await listAttachments(sale.id, 'booking_confirmed', test.app, 'en', recipient)).map(({ name }) => name)
    const [receipt = '', ...others] = await namesFor('payer')
    expect([receipt, others]).toEqual([expect.stringMatching(/^R-[0-9A-F]{6}-2030-000001\.pdf$/), []])
    expect(await namesFor('mentee')).toEqual(['session.ics'])
    await expect(download(sale, sale.reference, receipt.replace('.pdf', ''))).rejects.toMatchObject({
      init: { status: 404 },
    })
  })

  it('lets the email go without a document that cannot be drawn', async () => {
    const sale = await sellSession(test)
    const pdf = { ...test.app.pdf, render: () => Promise.reject(new Error('No memory')) }
    const attached = await listAttachments(sale.id, 'booking_confirmed', { ...test.app, pdf })
    expect(attached.map(({ name }) => name)).toEqual(['session.ics'])
  })
})
