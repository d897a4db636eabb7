/**
 * What every email about a booking has besides its own words: the session on the clocks of both, the mentor's picture, and
 * the calendar entry where it changes.
 */
import { clocksFor } from '#server/bookings/clocks'
import { timeIn } from '#domain/time/clock'
import type { Clock } from '#domain/time/zone'
import type { App } from '#server/context'
import { buildInvitation, type Invitation } from '#server/bookings/calendar/entries'
import type { BookedSession } from '#server/bookings/queries'
import type { MailRecipient } from '#server/platform/db/tables'
import type { EmailContent, EmailClock, EmailSession } from '../../platform/mail/email.tsx'
import { findLeg } from '#server/mentors/queries'
import { moveCityNames } from '#server/platform/reference/cities-abroad'
import { readPictureAsPng } from '#server/platform/storage/pictures'
import * as m from '#messages/emails'
import { foldWords } from '#words/clock-changes'
import { dayAndYearIn, offsetIn, formatDuration } from '#words/time'

/** Kinds whose emails change the calendar of the one who reads them. */
const CALENDAR_KINDS: ReadonlySet<string> = new Set(['booking_confirmed', 'session_moved', 'booking_cancelled'])

const PORTRAIT_WIDTH = 192 // Pixels, for 96 on a dense screen.

type Pictures = Pick<EmailSession, 'portrait' | 'leg'>

type Extras = { session: EmailSession; invitation: Invitation | null }

/**
 * What an email of this kind needs besides its own words. A picture that cannot be read is left out: no email waits for
 * one.
 */
export async function readExtras(
  app: App,
  booking: BookedSession,
  mail: { kind: string; side: MailRecipient; to: { name: string; address: string } },
): Promise<Extras> {
  const { kind, side, to } = mail
  const invitation = CALENDAR_KINDS.has(kind) ? buildInvitation(app, booking, side, to) : null
  const pictures = side === 'mentee' ? await readPictures(app, booking) : NO_PICTURES
  return { session: sessionPart(booking, side, pictures), invitation }
}

const NO_PICTURES: Pictures = { portrait: null, leg: null }

async function readPictures(
  app: App,
  { mentorId, mentorName: name, mentorPortrait }: BookedSession,
): Promise<Pictures> {
  const leg = await findLeg(app.db, mentorId)
  const png =
    mentorPortrait &&
    (await readPictureAsPng(app.storage, mentorPortrait, PORTRAIT_WIDTH).catch((error: unknown) => {
      app.log.warn('portrait left out of an email', { error })
      return null
    }))
  return { leg: leg ? moveCityNames(leg) : null, portrait: png ? { name, png } : null }
}

/** The email with the session, and with the entry for the recipient's calendar. */
export function withExtras(email: EmailContent, { session, invitation }: Extras): EmailContent {
  if (!invitation) return { ...email, session }
  const { method, text: content } = invitation
  return {
    ...email,
    session,
    alternatives: [{ type: `text/calendar; charset=utf-8; method=${method}`, content }],
    attachments: [
      ...(email.attachments ?? []),
      { name: 'session.ics', type: `application/ics; charset=utf-8; method=${method}`, content },
    ],
  }
}

type BookingFacts = Pick<BookedSession, 'reference' | 'sessionTitle' | 'minutes' | 'startsAt' | 'status'> &
  Pick<BookedSession, 'mentorName' | 'mentorTimeZone' | 'mentorHomeZone' | 'mentorLocation'> &
  Pick<BookedSession, 'menteeName' | 'menteeTimeZone'>

/** The session as `side` reads of it. */
export function sessionPart(
  booking: BookingFacts,
  side: MailRecipient,
  pictures: Pictures = NO_PICTURES,
): EmailSession {
  const { reference, sessionTitle, minutes, startsAt } = booking
  const { own, other } = clocksFor(side, booking)
  const otherName = side === 'mentee' ? booking.mentorName : booking.menteeName
  const clocks = [
    describeClock(m.yourTime(), startsAt, own),
    describeClock(m.theirTime({ name: firstName(otherName) }), startsAt, other),
  ]
  return {
    reference,
    title: sessionTitle,
    line: m.sessionOnVideo({ duration: formatDuration(minutes), name: otherName }),
    ...pictures,
    clocks: showSame(clocks) ? clocks.slice(0, 1) : clocks,
    off: booking.status === 'cancelled' || booking.status === 'expired',
  }
}

function describeClock(whose: string, at: Date, { timeZone: zone, place }: Clock): EmailClock {
  const fold = foldWords(at, zone, place)
  return {
    whose,
    day: dayAndYearIn(at, zone),
    time: timeIn(at, zone),
    place,
    offset: offsetIn(at, zone),
    note: fold && m.clockFold({ fold }),
  }
}

const showSame = ([own, other]: EmailClock[]) => own?.day === other?.day && own?.time === other?.time

const firstName = (name: string) => name.trim().split(/\s+/)[0] ?? name
