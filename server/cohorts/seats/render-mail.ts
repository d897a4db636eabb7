/** Writes the emails about seats in cohorts, which are queued as those about sessions are. */
import { menteeRecipient } from '#server/bookings/mails/recipients'
import { seatLink } from '#server/cohorts/seats/seat-link'
import { findSeat } from '#server/cohorts/seats/seats-queries'
import { findQuestion } from '#server/cohorts/members/members-queries'
import type { App } from '#server/context'
import type { WaitingMail, RenderMail } from '#server/platform/mail/outbox/send-mail'
import { siteAddress } from '#server/platform/language/site-address'
import { isReturnedForCode, readMoneyOfBooking } from '#server/payments/booking-money-queries'
import type { SeatMail, SeatMailKind } from './mails.tsx'

export async function renderSeatMail(app: App, mail: WaitingMail): ReturnType<RenderMail> {
  const seat = await findSeat(app.db, mail.subject)
  if (!seat) return { dropped: 'booking_gone' }
  const recipient = mail.recipient === 'mentor' ? 'mentor' : 'mentee'
  if (seat.erasedAt && recipient === 'mentee') return { dropped: 'member_erased' }
  const cohortUrl = `${siteAddress(app)}/cohorts/${seat.slug}`
  const kind = mail.kind as SeatMailKind
  const isQuestion = kind === 'question' || kind === 'answer'
  const question = isQuestion ? await findQuestion(app.db, mail.version) : undefined
  if (isQuestion && !question) return { dropped: 'question_gone' }
  const about: SeatMail = {
    kind,
    recipient,
    seat,
    cohortUrl,
    pageUrl: recipient === 'mentor' ? `${cohortUrl}/members` : seatLink(app, seat),
    ...((kind === 'booking_cancelled' || kind === 'refund_given') && {
      money: await readMoneyOfBooking(app.db, seat.id),
    }),
    ...(kind === 'payment_returned' && { codeUsedUp: await isReturnedForCode(app.db, seat.id) }),
    ...(question && { question }),
    ...(mail.secret && { confirmUrl: `${cohortUrl}/joined?hold=${mail.secret}` }),
  }
  const { seatEmail } = await import('./mails.tsx') // Late: scripts that Node runs unbundled cannot load JSX.
  const to =
    recipient === 'mentor'
      ? { name: seat.proposerName, address: seat.proposerEmail }
      : await menteeRecipient(app, seat, kind === 'confirm_address' ? kind : 'booking_confirmed')
  return { to, email: (sender) => seatEmail(about, sender) }
}
