/** Loads the facts of an email about a session that has begun (`AfterSessionEmail`), when it is sent. */
import type { App } from '#server/context'
import { bookingLinkFor } from '#server/bookings/booking-link'
import { findCompletion } from '#server/bookings/after-session/completions-queries'
import { findNoShow, listProblems } from '#server/bookings/after-session/reports-queries'
import type { BookedSession } from '#server/bookings/queries'
import type { AfterSessionMail, MailRecipient } from '#server/platform/db/tables'

const KINDS: readonly string[] = [
  'no_show_reported',
  'no_show_contested',
  'no_show_decided',
  'next_steps',
  'problem_resolved',
] satisfies AfterSessionMail[]

export const isAfterSession = (kind: string): kind is AfterSessionMail => KINDS.includes(kind)

export async function readAfterSessionEmail(
  app: App,
  booking: BookedSession,
  { kind, recipient, version }: { kind: AfterSessionMail; recipient: MailRecipient; version: string },
) {
  const noShow = await findNoShow(app.db, booking.id)
  const problem = (await listProblems(app.db, booking.id)).find(
    ({ side }) => side === (version === '1' ? 'mentee' : 'mentor'),
  )
  return {
    kind,
    recipient,
    booking,
    pageUrl: bookingLinkFor(app, booking, recipient),
    noShow: noShow ? { ...noShow, byAdmin: noShow.contestedAt !== null } : null,
    completion: (await findCompletion(app.db, booking.id)) ?? null,
    problem: problem && problem.refundPence !== null ? { ...problem, refundPence: problem.refundPence } : null,
  }
}
