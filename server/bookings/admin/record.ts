/** Everything that is known of one booking, for an admin: what happened, its money and its emails. */
import { listAuditEvents } from '#server/accounts/audit-queries'
import { findCompletion } from '#server/bookings/after-session/completions-queries'
import { findBookingFeedback, findMentorFeedback } from '#server/bookings/after-session/feedback-queries'
import { findNoShow, listProblems, readCheckIns } from '#server/bookings/after-session/reports-queries'
import { readReturnable } from '#server/bookings/credits/credits'
import { findRecordedBooking, listCreditsWithSessions } from '#server/bookings/admin/record-queries'
import { listProposals } from '#server/bookings/session-moves/proposals-queries'
import { listMoves } from '#server/bookings/session-moves/session-moves-queries'
import type { App } from '#server/context'
import { listMailsAbout } from '#server/platform/mail/outbox/outbox-queries'
import { canSendAgain, versionSent } from '#server/platform/mail/outbox/queue-mail'
import {
  listDisputesOfBooking,
  listLedgerOfBooking,
  listRefundsOfBooking,
  readMoneyOfBooking,
} from '#server/payments/booking-money-queries'
import { readRefundable } from '#server/payments/issue-refund'

const MAX_EVENTS = 200

export type { StoredMail } from '#server/platform/mail/outbox/outbox-queries'

export type BookingRecord = NonNullable<Awaited<ReturnType<typeof readBookingRecord>>>

/** Null for an unknown reference. */
export async function readBookingRecord({ db }: Pick<App, 'db'>, reference: string) {
  const booking = await findRecordedBooking(db, reference)
  if (!booking) return null
  const { id } = booking
  const mails = await listMailsAbout(db, id)
  return {
    booking,
    moves: await listMoves(db, id),
    proposals: await listProposals(db, id),
    arrivals: await readCheckIns(db, id),
    noShow: await findNoShow(db, id),
    completion: await findCompletion(db, id),
    problems: await listProblems(db, id),
    feedback: await findBookingFeedback(db, id),
    mentorFeedback: await findMentorFeedback(db, id),
    events: await listAuditEvents(db, { subject: 'bookings', id }, MAX_EVENTS),
    ledger: await listLedgerOfBooking(db, id),
    refunds: await listRefundsOfBooking(db, id),
    disputes: await listDisputesOfBooking(db, id),
    money: await readMoneyOfBooking(db, id),
    // Of a package only the shares of open credits go back.
    returnable: booking.sessions === null ? await readRefundable(db, booking) : await readReturnable(db, booking),
    credits: booking.sessions === null ? [] : await listCreditsWithSessions(db, id),
    mails: mails.map((mail) => ({
      ...mail,
      // An email that has failed is a sending, too: the next has the next number.
      sending: mails.filter((other) => isSameMail(other, mail)).length + 1,
      again: canSendAgain(mail) && mails.findLast((other) => isSameMail(other, mail))?.id === mail.id,
    })),
  }
}

type Mail = { kind: string; recipient: string; version: string }

const isSameMail = (one: Mail, other: Mail) =>
  one.kind === other.kind &&
  one.recipient === other.recipient &&
  versionSent(one.version) === versionSent(other.version)
