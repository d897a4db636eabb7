/** Adds receipts and credit notes to the emails about bookings, which are of an earlier area. */
import { hasPayer } from '#server/bookings/payment-requests/payment-requests-queries'
import type { App } from '#server/context'
import type { RenderMail } from '#server/platform/mail/outbox/send-mail'
import { drawAttachments } from '#server/tax-documents/booking-files'

/** Which documents an email to who has paid has, by its kind. Those of refunds have what is issued by the time they are sent. */
const ATTACHED: Record<string, 'receipt' | 'credit_note'> = {
  booking_confirmed: 'receipt',
  booking_cancelled: 'credit_note',
  payment_returned: 'credit_note',
  refund_given: 'credit_note',
  no_show_decided: 'credit_note',
  problem_resolved: 'credit_note',
}

/** The emails that `render` writes, with the documents of their bookings. */
export const withBookingDocuments =
  (render: RenderMail): RenderMail =>
  async (app, mail) => {
    const written = await render(app, mail)
    const kind = ATTACHED[mail.kind]
    if ('dropped' in written || !kind || mail.recipient !== (await readBuyer(app, mail.subject))) return written
    const files = await drawAttachments(app, mail.subject, kind)
    return {
      ...written,
      email: (sender) => {
        const email = written.email(sender)
        return files.length > 0 ? { ...email, attachments: [...(email.attachments ?? []), ...files] } : email
      },
    }
  }

/** Who gets the documents of a booking: who has paid for it. */
const readBuyer = async (app: App, bookingId: string) => ((await hasPayer(app.db, bookingId)) ? 'payer' : 'mentee')
