/** Renders the emails about a session that someone else pays for, from what is true when they are sent. */
import { payerSeesName } from '#domain/bookings/payment-link'
import { toMinorUnits } from '#domain/payments/money'
import { sessionPart } from '#server/bookings/mails/session-part'
import { payerLink, requestLink } from '#server/bookings/payment-requests/link'
import { findPaymentRequest } from '#server/bookings/payment-requests/payment-requests-queries'
import type { BookedSession } from '#server/bookings/queries'
import type { App } from '#server/context'
import { readMoneyOfBooking } from '#server/payments/booking-money-queries'
import { siteAddress } from '#server/platform/language/site-address'
import type { RenderMail, WaitingMail } from '#server/platform/mail/outbox/send-mail'
import * as m from '#messages/emails'

/** Emails to someone who may pay or has paid. They have their own words and neither a calendar entry nor a link to the booking. */
export const isForPayer = ({ recipient }: { recipient: string }): boolean =>
  recipient !== 'mentee' && recipient !== 'mentor'

/** The mentee's emails about their link. */
export async function renderLinkMail(
  app: App,
  mail: WaitingMail,
  booking: BookedSession,
  to: { name: string; address: string },
): ReturnType<RenderMail> {
  const { linkEndedEmail, linkReadyEmail } = await import('./mails.tsx') // Late: scripts that Node runs unbundled cannot load JSX.
  if (mail.kind === 'payment_request_ended') {
    const link = `${siteAddress(app)}/mentors/${booking.mentorSlug}/book?session=${booking.sessionTypeId}`
    return { to, email: () => linkEndedEmail(booking, link) }
  }
  if (booking.status !== 'held') return { dropped: 'no_longer_so' }
  const link = requestLink(app, { bookingId: booking.id, reference: booking.reference })
  return { to, email: (sender) => linkReadyEmail(booking, link, sender) }
}

export async function renderPayerMail(app: App, mail: WaitingMail, booking: BookedSession): ReturnType<RenderMail> {
  const written = await writeWords(app, mail, booking)
  if ('dropped' in written) return written
  const session = payerSession(booking)
  return { to: written.to, email: (sender) => ({ ...written.email(sender), session }) }
}

async function writeWords(app: App, mail: WaitingMail, booking: BookedSession): ReturnType<RenderMail> {
  const mails = await import('./mails.tsx')
  const about = { booking, mentee: menteeName(booking) }
  if (mail.recipient !== 'payer') {
    const to = { name: '', address: mail.recipient }
    if (mail.kind === 'payment_request_ended') return { to, email: () => mails.payNoLongerEmail(about) }
    if (booking.status !== 'held') return { dropped: 'no_longer_so' }
    return { to, email: (sender) => mails.payRequestedEmail(about, payerLink(app, booking.id), sender) }
  }
  const address = (await findPaymentRequest(app.db, booking.id))?.payerEmail
  if (!address) return { dropped: 'mentee_erased' }
  const to = { name: '', address }
  const money = await readMoneyOfBooking(app.db, booking.id)
  const paid = money?.paid ?? booking.pricePence
  if (mail.kind === 'booking_confirmed') return { to, email: () => mails.payerPaidEmail(about, paid) }
  const back = toMinorUnits(money ? money.returned + money.onTheWay + money.delayed : 0)
  if (back === 0) return { dropped: 'no_longer_so' }
  return { to, email: () => mails.payerRefundEmail(about, paid, back) }
}

/** The session on the clocks of the two who meet. The payer's own is not known. */
function payerSession(booking: BookedSession) {
  const part = sessionPart(booking, 'mentee')
  const whose = m.theirTime({ name: menteeName(booking) })
  return { ...part, clocks: part.clocks.map((clock, index) => (index === 0 ? { ...clock, whose } : clock)) }
}

const menteeName = (booking: BookedSession): string => payerSeesName(booking.menteeName) ?? m.someone()
