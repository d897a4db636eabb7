/** Emails about a session that go to both people, or that the mentor gets in place of the mentee's version. */
import { COMPLETE_HOURS, feedbackEndsAt, MAX_STEPS } from '#domain/bookings/after-session'
import { clocksFor } from '#domain/bookings/clocks'
import type { CancelActor } from '#domain/bookings/refunds/refund-rule'
import { formatPence, type Pence } from '#domain/payments/money'
import { momentIn, onBothClocks } from '#domain/time/moment-words'
import type { Clock } from '#domain/time/zone'
import type { Facts, EmailContent } from '../../platform/mail/email.tsx'

export type SessionMail = {
  kind: 'booking_confirmed' | 'booking_cancelled' | 'reminder_day' | 'reminder_hour' | 'session_over'
  reader: 'mentee' | 'mentor'
  booking: {
    reference: string
    mentorName: string
    menteeName: string
    sessionTitle: string
    topic: string
    startsAt: Date
    minutes: number
    menteeTimeZone: string
    mentorTimeZone: string
    mentorHomeZone: string
    mentorLocation: string
    pricePence: Pence
    cancelledBy: CancelActor | null
  }
  /** What was paid, and what of it goes or went back; null when nothing was. */
  money: { paid: Pence; back: Pence } | null
  /** When it was before an admin moved it. */
  movedFrom?: { at: Date; mentorZone: string } | null
  /** Sentences about clock changes around the session. */
  clockNotes: string[]
  pageUrl: string
  now: Date
}

const OPEN = 'Open the booking'
const JOIN = 'Join from the booking’s page. The button there works from 24 hours before the start.'

export function sessionEmail(mail: SessionMail): EmailContent {
  switch (mail.kind) {
    case 'booking_confirmed':
      return confirmedForMentor(mail)
    case 'booking_cancelled':
      return cancelledForMentor(mail)
    case 'session_over':
      return over(mail)
    default:
      return reminder(mail)
  }
}

function confirmedForMentor(mail: SessionMail): EmailContent {
  const { booking, pageUrl, clockNotes, money, movedFrom } = mail
  const { menteeName, topic } = booking
  return {
    subject: `Booked with you: ${titleAndTime(mail)}`,
    heading: `${menteeName} has booked you`,
    before: [
      `${menteeName} has booked a session with you${money ? ' and paid for it' : '. It is free'}.`,
      ...(movedFrom ? ['We booked it at a different time than the one they chose.'] : []),
    ],
    facts: [
      ...(movedFrom ? ([['Before', beforeWords(mail, movedFrom)]] satisfies Facts) : []),
      ...(topic ? ([['About', topic]] satisfies Facts) : []),
      ...(money ? ([['Paid', formatPence(money.paid)]] satisfies Facts) : []),
    ],
    link: pageUrl,
    button: OPEN,
    after: [...clockNotes, JOIN, 'If you can’t make the session, cancel there as early as you can.'],
  }
}

function cancelledForMentor(mail: SessionMail): EmailContent {
  const { booking, pageUrl, money } = mail
  const { menteeName, cancelledBy } = booking
  const by = {
    mentee: `${menteeName} has cancelled the session with you.`,
    mentor: `You have cancelled your session with ${menteeName}.`,
  }
  return {
    subject: `Cancelled: ${titleAndTime(mail)}`,
    heading: 'The session is cancelled',
    before: [
      cancelledBy === 'mentee' || cancelledBy === 'mentor'
        ? by[cancelledBy]
        : `We had to cancel your session with ${menteeName}.`,
    ],
    facts: money
      ? [
          ['Paid', formatPence(money.paid)],
          [`Refund to ${menteeName}`, money.back > 0 ? formatPence(money.back) : 'Nothing'],
        ]
      : [],
    link: pageUrl,
    button: OPEN,
    after: ['The time can be booked again if it’s still in your hours.'],
  }
}

function reminder(mail: SessionMail): EmailContent {
  const { booking, pageUrl, clockNotes, now } = mail
  const ahead = formatWait(booking.startsAt.getTime() - now.getTime())
  return {
    subject: `Reminder: ${titleAndTime(mail)}`,
    heading: `Your session starts in ${ahead}`,
    before: [`Your session with ${other(mail)} starts in ${ahead}.`],
    facts: mail.reader === 'mentor' && booking.topic ? [['About', booking.topic]] : [],
    link: pageUrl,
    button: OPEN,
    after: [...clockNotes, JOIN],
  }
}

function over(mail: SessionMail): EmailContent {
  const { booking, reader, pageUrl } = mail
  const until = momentIn(feedbackEndsAt(booking), clockOf(mail))
  const name = other(mail)
  return {
    heading: reader === 'mentee' ? 'How was your session?' : 'Your session has ended',
    subject: reader === 'mentee' ? `How was your session with ${name}?` : `Your session with ${name} has ended`,
    before:
      reader === 'mentee'
        ? [`Your session with ${name} has ended. You can give feedback on the booking’s page until ${until}.`]
        : [
            `Your session with ${name} has ended. You can add up to ${MAX_STEPS} next steps for them on the booking’s page.`,
          ],
    link: pageUrl,
    button: OPEN,
    after: [
      ...(reader === 'mentee' ? [`We’ll also email you the next steps that ${name} adds.`] : []),
      `If the session didn’t take place or there was a problem, report it there within ${COMPLETE_HOURS} hours of its end.`,
    ],
  }
}

const other = ({ reader, booking }: SessionMail) => (reader === 'mentee' ? booking.mentorName : booking.menteeName)
const clockOf = ({ reader, booking }: SessionMail): Clock => clocksFor(reader, booking).own

/** "First ninety days with Ada Lovelace, Tuesday 8 January 2030, 09:00 (London, UTC+0)", for the reader. */
function titleAndTime(mail: SessionMail): string {
  const { sessionTitle, startsAt } = mail.booking
  return `${sessionTitle} with ${other(mail)}, ${momentIn(startsAt, clockOf(mail))}`
}

function beforeWords(
  { booking, reader }: SessionMail,
  { at, mentorZone }: NonNullable<SessionMail['movedFrom']>,
): string {
  const { own, other: theirs } = clocksFor(reader, { ...booking, mentorTimeZone: mentorZone })
  return onBothClocks(at, own, theirs)
}

/** "24 hours", "45 minutes" */
function formatWait(milliseconds: number): string {
  const minutes = Math.max(Math.round(milliseconds / 60_000), 1)
  if (minutes >= 90) return `${Math.round(minutes / 60)} hours`
  return minutes === 60 ? 'an hour' : minutes === 1 ? 'a minute' : `${minutes} minutes`
}
