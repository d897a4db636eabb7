/** Writes the emails that bring a mentee links, from the bookings that there are when they are sent. */
import type { App } from '#server/context'
import { findAccountByEmail } from '#server/accounts/queries'
import { bookingLink, linkEnd } from '#server/bookings/booking-link'
import { seatInWords, sessionInWords } from '#server/bookings/links/words'
import { findBooking, listBookingsOfAddress, type BookedSession } from '#server/bookings/queries'
import { seatLink } from '#server/cohorts/seats/seat-link'
import { listSeatsOfAddress, type Seat } from '#server/cohorts/seats/seats-queries'
import type { RenderMail } from '#server/platform/mail/outbox/send-mail'

const MAX_LINKS = 30

export const renderLinksMail: RenderMail = (app, mail) =>
  mail.kind === 'new_link' ? writeNewLink(app, mail.subject) : writeLostLinks(app, mail)

/** Nothing is sent to an address without bookings. */
const writeLostLinks: RenderMail = async (app, { recipient, facts }) => {
  const reference = typeof facts['reference'] === 'string' ? facts['reference'] : null
  const isQuestion = (booking: { reference: string; startsAt: Date; minutes: number }) =>
    app.now() <= linkEnd(booking) && (reference === null || booking.reference === reference)
  const [sessions, seats] = await Promise.all([
    listBookingsOfAddress(app.db, recipient, MAX_LINKS),
    listSeatsOfAddress(app.db, recipient, MAX_LINKS),
  ])
  const bookings = [
    ...sessions.filter(isQuestion).map((session) => linkedSession(app, session)),
    ...seats.filter(isQuestion).map((seat) => linkedSeat(app, seat)),
  ]
  if (bookings.length === 0) return { dropped: 'The address has no such booking' }
  const { linksEmail } = await import('./mails.tsx') // Late: scripts that Node runs unbundled cannot load JSX.
  return { to: await findRecipient(app, recipient), email: (sender) => linksEmail(bookings, sender) }
}

async function writeNewLink(app: App, bookingId: string): ReturnType<RenderMail> {
  const booking = await findBooking(app.db, bookingId)
  if (!booking) return { dropped: 'The booking is gone' }
  const { newLinkEmail } = await import('./mails.tsx')
  return { to: await findRecipient(app, booking.menteeEmail), email: () => newLinkEmail(linkedSession(app, booking)) }
}

/** Greets by the account's name, never by a typed one: anyone can book with another person's address. */
async function findRecipient(app: App, address: string) {
  return { name: (await findAccountByEmail(app.db, address))?.name ?? '', address }
}

const linkedSession = (app: App, session: BookedSession) => ({
  reference: session.reference,
  is: 'Session' as const,
  words: sessionInWords(session),
  url: bookingLink(app, session),
})

const linkedSeat = (app: App, seat: Seat) => ({
  reference: seat.reference,
  is: 'Cohort' as const,
  words: seatInWords(seat),
  url: seatLink(app, seat),
})
