/** Sends what `settlement.ts` queued. The mail is written when it is sent, from what is true then. */
import type { App } from '#server/context'
import { findBooking } from '#server/db/bookings'
import { findUnsentMail, markMailSent } from '#server/db/mails'

/** Sends a queued mail. Its Message-ID is the row's, so that a repeat after a crash is recognised as the same mail. */
export async function deliverMail(app: App, mailId: string): Promise<void> {
  const mail = await findUnsentMail(app.db, mailId)
  if (!mail) return
  const booking = await findBooking(app.db, mail.booking_id)
  if (!booking) throw new Error(`Mail ${mailId} is about no booking`)
  await app.mailer.sendAboutBooking({
    id: mail.id,
    to: { name: booking.mentee_name, address: booking.mentee_email },
    date: mail.created_at,
    kind: mail.kind,
    booking,
  })
  await markMailSent(app.db, mail.id, app.now())
}
