/** Renders the emails that `queue-mail.ts` queued, when they are sent, from what is true then. */
import type { App } from '#server/context'
import { isAfterSession, readAfterSessionEmail } from '#server/bookings/after-session/read-email'
import { bookingLink } from '#server/bookings/booking-link'
import { readCreditFate } from '#server/bookings/credits/credits'
import { findBooking, type BookedSession } from '#server/bookings/queries'
import { clockNotesFor } from '#server/bookings/mails/clock-notes'
import { readExtras, withExtras } from '#server/bookings/mails/session-part'
import type { AfterSessionMail, MailKind, MailRecipient } from '#server/platform/db/tables'
import { confirmationPage } from '#server/bookings/holds/free-sessions'
import { isForPayer, renderLinkMail, renderPayerMail } from '#server/bookings/payment-requests/render-mail'
import { isReturnedForCode, readMoneyOfBooking } from '#server/payments/booking-money-queries'
import { isMoveMail, renderMoveMail } from '#server/bookings/session-moves/render-mail'
import { readMovedFrom } from '#server/bookings/mails/moved-from'
import type { BookingMail } from './mails.tsx'
import { menteeRecipient, mentorRecipient } from '#server/bookings/mails/recipients'
import { isSessionMail, renderSessionMail } from '#server/bookings/mails/render-session-mail'
import { readNextFree } from '#server/mentors/availability/slots'
import type { WaitingMail, RenderMail } from '#server/platform/mail/outbox/send-mail'
import { siteAddress } from '#server/platform/language/site-address'

/** @param renderSeat Renders the email if the booking is a seat in a cohort. */
export const createBookingRenderer =
  (renderSeat: RenderMail): RenderMail =>
  async (app, mail) => {
    const booking = await findBooking(app.db, mail.subject)
    if (!booking) return renderSeat(app, mail)
    if (booking.erasedAt && mail.recipient !== 'mentor') return { dropped: 'mentee_erased' }
    if (isForPayer(mail)) return renderPayerMail(app, mail, booking)
    const written = await writeWords(app, mail, booking)
    if ('dropped' in written) return written
    const { kind, recipient } = mail
    const extras = await readExtras(app, booking, { kind, side: recipient as MailRecipient, to: written.to })
    return { to: written.to, email: (sender) => withExtras(written.email(sender), extras) }
  }

/** Recipient, and content besides the session itself. */
async function writeWords(app: App, mail: WaitingMail, booking: BookedSession): ReturnType<RenderMail> {
  const kind = mail.kind as MailKind
  if (isAfterSession(kind)) return writeAfterSession(app, { ...mail, kind }, booking)
  if (isMoveMail(kind)) return renderMoveMail(app, { ...mail, kind }, booking)
  if (kind === 'payment_request' || kind === 'payment_request_ended') {
    return renderLinkMail(app, mail, booking, await menteeRecipient(app, booking, kind))
  }
  if (isSessionMail(kind, mail.recipient)) return renderSessionMail(app, mail, booking)
  const about: BookingMail = {
    kind: kind as BookingMail['kind'],
    booking,
    movedFrom: kind === 'booking_confirmed' ? await readMovedFrom(app.db, booking) : null,
    clockNotes: clockNotesFor('mentee', booking, app.now()),
    pageUrl: bookingLink(app, booking),
    ...(kind === 'payment_returned' && (await readWhyReturned(app, booking))),
    ...((kind === 'booking_cancelled' || kind === 'refund_given') && {
      money: await readMoneyOfBooking(app.db, booking.id),
    }),
    credit: await readCreditFate(app, booking),
    ...(mail.secret && { confirmUrl: `${confirmationPage(app)}?hold=${mail.secret}` }),
  }
  const { bookingEmail } = await import('./mails.tsx') // Late: scripts that Node runs unbundled cannot load JSX.
  const to = await menteeRecipient(app, booking, kind)
  return { to, email: (sender) => bookingEmail(about, sender) }
}

/** For either side. A mentor without an account has no address, and gets no email. */
async function writeAfterSession(
  app: App,
  mail: { kind: AfterSessionMail; recipient: string; version: string },
  booking: BookedSession,
): ReturnType<RenderMail> {
  const recipient = mail.recipient === 'mentor' ? 'mentor' : 'mentee'
  const to =
    recipient === 'mentee' ? await menteeRecipient(app, booking, mail.kind) : await mentorRecipient(app, booking)
  if (!to) return { dropped: 'mentor_no_account' }
  const about = await readAfterSessionEmail(app, booking, { ...mail, recipient })
  const { afterSessionEmail } = await import('../after-session/mails.tsx')
  return { to, email: () => afterSessionEmail(about) }
}

async function readWhyReturned(app: App, booking: BookedSession) {
  const codeUsedUp = await isReturnedForCode(app.db, booking.id)
  return { ...(await readOtherTimes(app, booking)), codeUsedUp }
}

/** Other free times with the mentor, after a payment that goes back. Empty if the mentor is no longer listed. */
async function readOtherTimes(app: App, booking: BookedSession) {
  if (booking.mentorStatus !== 'accepted') return {}
  const nextFree = await readNextFree(app, { mentorId: booking.mentorId, minutes: booking.minutes, free: false })
  const bookUrl = `${siteAddress(app)}/mentors/${booking.mentorSlug}/book?session=${booking.sessionTypeId}`
  return { nextFree, bookUrl }
}
