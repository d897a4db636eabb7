/** A booking's receipts and credit notes as PDFs: to download, and attached to emails. */
import type { App } from '#server/context'
import { readBookingDocuments } from '#server/tax-documents/booking-sheets'
import { drawDownload, type Download } from '#server/tax-documents/download'
import { issueDocuments } from '#server/tax-documents/issue-documents'
import type { EmailContent } from '../platform/mail/email.tsx'

/** Null if the booking has no document with this printed number. */
export async function drawBookingDocument(
  app: Pick<App, 'db' | 'config' | 'pdf'>,
  bookingId: string,
  number: string,
): Promise<Download | null> {
  const found = (await readBookingDocuments(app, bookingId)).find((document) => document.number === number)
  return found ? drawDownload(app, `${number}.pdf`, found.sheet) : null
}

/**
 * The documents of a booking that are attached to its email: those of this kind, issued first where the ledger has entries without one.
 * No email waits for them: what cannot be drawn is logged and left out.
 */
export async function drawAttachments(
  app: App,
  bookingId: string,
  kind: 'receipt' | 'credit_note',
): Promise<NonNullable<EmailContent['attachments']>> {
  try {
    await issueDocuments(app, bookingId)
    const wanted = (await readBookingDocuments(app, bookingId)).filter((document) => document.kind === kind)
    const draw = async ({ number, sheet }: (typeof wanted)[number]) => {
      return { name: `${number}.pdf`, type: 'application/pdf', content: await app.pdf.render(sheet) }
    }
    return await Promise.all(wanted.map(draw))
  } catch (error) {
    app.log.error('documents not attached', { bookingId, error })
    return []
  }
}
