/** Whom an email about a booking goes to. */
import type { App } from '#server/context'
import { findAccountByEmail } from '#server/accounts/queries'
import type { BookedSession } from '#server/bookings/queries'
import type { MailKind } from '#server/platform/db/tables'
import { findMailedMentor } from '#server/mentors/queries'

type Recipient = { name: string; address: string }

/**
 * The mentee is greeted by an account's own name, or by the typed one once its address has confirmed this booking.
 * Otherwise without a name, because anyone can book with another person's address and would choose what that person reads.
 */
export async function menteeRecipient(
  app: App,
  booking: Pick<BookedSession, 'menteeEmail' | 'menteeName' | 'pricePence'>,
  kind: MailKind,
): Promise<Recipient> {
  const account = await findAccountByEmail(app.db, booking.menteeEmail)
  const confirmed = booking.pricePence === 0 && kind !== 'confirm_address'
  return { name: account?.name ?? (confirmed ? booking.menteeName : ''), address: booking.menteeEmail }
}

/** The account that the mentor's record belongs to by then; null without one. */
export async function mentorRecipient(app: App, booking: BookedSession): Promise<Recipient | null> {
  const mentor = await findMailedMentor(app.db, booking.mentorId)
  return mentor ? { name: mentor.name, address: mentor.email } : null
}
