/** Queues an email about a booking. It is rendered when it is sent (`render-mail.ts`), from what is true then. */
import { hasPayer } from '#server/bookings/payment-requests/payment-requests-queries'
import type { App } from '#server/context'
import type { Db } from '#server/platform/db/connect'
import type { MailKind, MailRecipient } from '#server/platform/db/tables'
import { queueMail } from '#server/platform/mail/outbox/queue-mail'

/**
 * `recipient`: one of the two people, `payer` for someone else who has paid, or the address of someone who may pay. `version`: of
 * the facts in the email, such as the booking's `revision`; each is sent once. `secret`: what the mail's link carries; it is stored
 * only until the email is sent.
 */
type MailOptions = { recipient?: MailRecipient | 'payer' | (string & {}); version?: number; secret?: string | null }

/** What a mentee reads about money that goes back. Someone else who has paid gets an email of the same kind. */
const ABOUT_REFUNDS: ReadonlySet<MailKind> = new Set([
  'booking_cancelled',
  'payment_returned',
  'refund_given',
  'no_show_decided',
  'problem_resolved',
])

/**
 * Queues an email in the caller's transaction. Does nothing when this person already has an email of this kind and version
 * about the booking.
 */
export async function queueBookingMail(
  app: Pick<App, 'now' | 'queue'>,
  tx: Db,
  bookingId: string,
  kind: MailKind,
  { recipient = 'mentee', version = 1, secret = null }: MailOptions = {},
): Promise<void> {
  await queueMail(app, tx, { about: 'booking', subject: bookingId, kind, recipient, version, secret })
  if (recipient !== 'mentee' || !ABOUT_REFUNDS.has(kind) || !(await hasPayer(tx, bookingId))) return
  await queueMail(app, tx, { about: 'booking', subject: bookingId, kind, recipient: 'payer', version })
}
