/** Sends what `settlement.ts` and `free-sessions.ts` queued. A mail is written when it is sent, from what is true then. */
import { clockChangesNear } from '#domain/time/clock-changes'
import { clockNotes } from '#domain/time/clock-words'
import { zoneCity } from '#domain/time/zone'
import type { App } from '#server/context'
import { findAccountByEmail } from '#server/accounts/queries'
import { findBooking, type BookedSession } from '#server/bookings/queries'
import { findUnsentMail, markMailSent } from '#server/bookings/mails/mails-queries'
import type { MailKind } from '#server/db/tables'
import { confirmationPage } from '#server/bookings/free-sessions'
import { bookingLetter, type BookingMail } from './mails.tsx'
import { readNextFree } from '#server/bookings/availability/slots'

/** Sends a queued mail. Its Message-ID is the row's, so that a repeat after a crash is recognised as the same mail. */
export async function deliverMail(app: App, mailId: string): Promise<void> {
  const mail = await findUnsentMail(app.db, mailId)
  if (!mail) return
  const booking = await findBooking(app.db, mail.booking_id)
  if (!booking) throw new Error(`Mail ${mailId} is about no booking`)
  const to = { name: await nameFor(app, mail.kind, booking), address: booking.mentee_email }
  const about: BookingMail = {
    kind: mail.kind,
    booking,
    clockNotes: clockNotesOf(booking, app.now()),
    ...(mail.kind === 'payment_returned' && (await insteadOf(app, booking))),
    ...(mail.secret && { confirmUrl: `${confirmationPage(app)}?hold=${mail.secret}` }),
  }
  await app.mailer.send({ id: mail.id, to, date: mail.created_at }, (sender) => bookingLetter(about, sender))
  await markMailSent(app.db, mail.id, app.now())
}

/**
 * Whom a mail greets. Anybody may book with anybody's address, so what was typed beside it reaches only an address that
 * has confirmed this very booking; an account is greeted by its own name. Empty: by none.
 */
async function nameFor(app: App, kind: MailKind, booking: BookedSession): Promise<string> {
  const account = await findAccountByEmail(app.db, booking.mentee_email)
  if (account) return account.name
  return kind === 'booking_confirmed' && booking.price_pence === 0 ? booking.mentee_name : ''
}

/** Clocks in a mail are named by their zones' cities, as its times are. */
function clockNotesOf({ starts_at: at, mentee_time_zone, mentor_time_zone }: BookedSession, now: Date): string[] {
  const clocks = [mentee_time_zone, mentor_time_zone].map((timeZone) => {
    return { timeZone, place: zoneCity(timeZone), changes: clockChangesNear(timeZone, at, now) }
  })
  return clockNotes(clocks, at, now)
}

/** Where and when somebody can still have the mentor who was paid in vain. Nothing of one who is no longer listed. */
async function insteadOf(app: App, booking: BookedSession) {
  if (booking.mentor_status !== 'accepted') return {}
  const nextFree = await readNextFree(app, { mentorId: booking.mentor_id, minutes: booking.minutes, free: false })
  const bookUrl = `${app.config.PUBLIC_URL}/mentors/${booking.mentor_slug}/book?session=${booking.session_type_id}`
  return { nextFree, bookUrl }
}
