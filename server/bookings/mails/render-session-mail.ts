/** Writes the emails around a session to its two people, from what is true when they are sent. */
import type { App } from '#server/context'
import { toMinorUnits } from '#domain/payments/money'
import { bookingLinkFor } from '#server/bookings/booking-link'
import { menteeRecipient, mentorRecipient } from '#server/bookings/mails/recipients'
import { clockNotesFor } from '#server/bookings/mails/clock-notes'
import { readMovedFrom } from '#server/bookings/mails/moved-from'
import { readCreditFate } from '#server/bookings/credits/credits'
import type { BookedSession } from '#server/bookings/queries'
import { isReminder, outdated } from '#server/bookings/reminders/reminders'
import type { MailKind, MailRecipient } from '#server/platform/db/tables'
import type { RenderMail, WaitingMail } from '#server/platform/mail/outbox/send-mail'
import { readMoneyOfBooking } from '#server/payments/booking-money-queries'
import type { SessionMail } from './session-mails.tsx'

/** Emails about bookings and cancellations whose words differ for the mentor. */
export const isSessionMail = (kind: MailKind, recipient: string): boolean =>
  isReminder(kind) || (recipient === 'mentor' && (kind === 'booking_confirmed' || kind === 'booking_cancelled'))

export async function renderSessionMail(app: App, mail: WaitingMail, booking: BookedSession): ReturnType<RenderMail> {
  const kind = mail.kind as SessionMail['kind']
  const dropped = isReminder(kind) ? outdated(kind, mail.version, booking, app.now()) : null
  if (dropped) return { dropped }
  if (kind === 'booking_confirmed' && booking.status !== 'confirmed') return { dropped: 'booking_over' }
  const reader = mail.recipient as MailRecipient
  const to = reader === 'mentee' ? await menteeRecipient(app, booking, kind) : await mentorRecipient(app, booking)
  if (!to) return { dropped: 'mentor_no_account' }
  const about: SessionMail = {
    kind,
    reader,
    booking,
    money: await readMoney(app, booking),
    movedFrom: kind === 'booking_confirmed' ? await readMovedFrom(app.db, booking) : null,
    clockNotes: clockNotesFor(reader, booking, app.now()),
    pageUrl: bookingLinkFor(app, booking, reader),
    now: app.now(),
  }
  const { sessionEmail } = await import('./session-mails.tsx') // Late: scripts that Node runs unbundled cannot load JSX.
  return { to, email: () => sessionEmail(about) }
}

async function readMoney(app: App, booking: BookedSession): Promise<SessionMail['money']> {
  if (!booking.paidAmountPence) return null
  const money = await readMoneyOfBooking(app.db, booking.id)
  const fate = await readCreditFate(app, booking)
  if (fate) return { paid: booking.paidAmountPence, back: fate === 'taken' ? toMinorUnits(0) : booking.paidAmountPence }
  const back = money ? money.returned + money.onTheWay + money.delayed : 0
  return { paid: booking.paidAmountPence, back: toMinorUnits(back) }
}
