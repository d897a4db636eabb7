/** Writes the emails that bring a mentee links, from the bookings that there are when they are sent. */
import type { App } from '#server/context'
import { findAccountByEmail } from '#server/accounts/queries'
import { bookingLink, linkEnd } from '#server/bookings/booking-link'
import { findBooking, listBookingsOfAddress, type BookedSession } from '#server/bookings/queries'
import type { LinkedBooking } from './mails.tsx'
import type { RenderMail, WaitingMail } from '#server/platform/mail/outbox/send-mail'
import { menteeClock } from '#server/bookings/clocks'
import * as m from '#messages/emails'
import { momentIn } from '#words/moments'

const MAX_LINKS = 30

/** A booking with what its link depends on. */
type LinkableBooking = { reference: string; startsAt: Date; minutes: number; link: LinkedBooking }

/** Lists at most `limit` bookings of an address, the latest first. */
export type ListLinks = (app: App, address: string, limit: number) => Promise<LinkableBooking[]>

/** @param others List what else an address has booked: seats in cohorts, packages. */
export const createLinksRenderer =
  (...others: ListLinks[]): RenderMail =>
  (app, mail) =>
    mail.kind === 'new_link' ? writeNewLink(app, mail.subject) : writeLostLinks(app, mail, others)

/** Nothing is sent to an address without bookings. */
async function writeLostLinks(
  app: App,
  { recipient, facts }: WaitingMail,
  others: ListLinks[],
): ReturnType<RenderMail> {
  const reference = typeof facts['reference'] === 'string' ? facts['reference'] : null
  const lists = await Promise.all([listSessions, ...others].map((list) => list(app, recipient, MAX_LINKS)))
  const bookings = lists
    .flat()
    .filter((booking) => app.now() <= linkEnd(booking) && (reference === null || booking.reference === reference))
    .map(({ link }) => link)
  if (bookings.length === 0) return { dropped: 'no_booking' }
  const { linksEmail } = await import('./mails.tsx') // Late: scripts that Node runs unbundled cannot load JSX.
  return { to: await findRecipient(app, recipient), email: (sender) => linksEmail(bookings, sender) }
}

async function writeNewLink(app: App, bookingId: string): ReturnType<RenderMail> {
  const booking = await findBooking(app.db, bookingId)
  if (!booking) return { dropped: 'booking_gone' }
  const { newLinkEmail } = await import('./mails.tsx')
  return { to: await findRecipient(app, booking.menteeEmail), email: () => newLinkEmail(linkedSession(app, booking)) }
}

/** Greets by the account's name, never by a typed one: anyone can book with another person's address. */
async function findRecipient(app: App, address: string) {
  return { name: (await findAccountByEmail(app.db, address))?.name ?? '', address }
}

const listSessions: ListLinks = async (app, address, limit) =>
  (await listBookingsOfAddress(app.db, address, limit)).map((session) => ({
    ...session,
    link: linkedSession(app, session),
  }))

const linkedSession = (app: App, session: BookedSession) => ({
  reference: session.reference,
  is: 'Session' as const,
  words: formatSession(session),
  url: bookingLink(app, session),
})

/** The target of a link in an email, in words: a session with its time on the mentee's clock. */

type LinkedSession = { sessionTitle: string; mentorName: string; startsAt: Date; menteeTimeZone: string }

/** "First ninety days with Ananya Rao, Tuesday 24 November 2026, 21:00 (Kolkata, UTC+5:30)" */
export function formatSession(session: LinkedSession): string {
  const { sessionTitle, mentorName, startsAt } = session
  return m.linkedSession({ title: sessionTitle, name: mentorName, time: momentIn(startsAt, menteeClock(session)) })
}
