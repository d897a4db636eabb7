/** Emails about a session that go to both people, or that the mentor gets in place of the mentee's version. */
import { COMPLETE_HOURS, feedbackEndsAt, MAX_STEPS } from '#domain/bookings/after-session'
import { clocksFor } from '#server/bookings/clocks'
import type { CancelActor } from '#domain/bookings/refunds/refund-rule'
import type { MinorUnits } from '#domain/payments/money'
import type { Clock } from '#domain/time/zone'
import * as m from '#messages/emails'
import { momentIn, onBothClocks } from '#words/moments'
import { formatMoney } from '#words/prices'
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
    pricePence: MinorUnits
    currency: string
    cancelledBy: CancelActor | null
    paidByOther?: boolean
  }
  /** What was paid, and what of it goes or went back; null when nothing was. */
  money: { paid: MinorUnits; back: MinorUnits } | null
  /** When it was before an admin moved it. */
  movedFrom?: { at: Date; mentorZone: string } | null
  /** Sentences about clock changes around the session. */
  clockNotes: string[]
  pageUrl: string
  now: Date
}

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
    subject: m.bookedWithYouSubject(titleAndTime(mail)),
    heading: m.bookedWithYouHeading({ name: menteeName }),
    before: [
      m.bookedWithYouIntro({ name: menteeName, isPaid: money !== null }),
      ...(movedFrom ? [m.bookedOtherTimeThey()] : []),
    ],
    facts: [
      ...(movedFrom ? ([[m.before(), beforeWords(mail, movedFrom)]] satisfies Facts) : []),
      ...(topic ? ([[m.about(), topic]] satisfies Facts) : []),
      ...(money ? ([[m.paid(), formatMoney(money.paid, booking.currency)]] satisfies Facts) : []),
    ],
    link: pageUrl,
    button: m.openBooking(),
    after: [...clockNotes, m.joinFromPage(), m.bookedWithYouCancel()],
  }
}

function cancelledForMentor(mail: SessionMail): EmailContent {
  const { booking, pageUrl, money } = mail
  const { menteeName, cancelledBy } = booking
  const by = {
    mentee: m.cancelledByMentee({ name: menteeName }),
    mentor: m.cancelledByYou({ name: menteeName }),
  }
  return {
    subject: m.cancelledSubject(titleAndTime(mail)),
    heading: m.cancelledForMentorHeading(),
    before: [
      cancelledBy === 'mentee' || cancelledBy === 'mentor'
        ? by[cancelledBy]
        : m.cancelledForMentorByUs({ name: menteeName }),
    ],
    facts: money
      ? [
          [m.paid(), formatMoney(money.paid, booking.currency)],
          [
            booking.paidByOther ? m.refund() : m.refundTo({ name: menteeName }),
            money.back > 0 ? formatMoney(money.back, booking.currency) : m.noneRefunded(),
          ],
        ]
      : [],
    link: pageUrl,
    button: m.openBooking(),
    after: [m.cancelledTimeFree()],
  }
}

function reminder(mail: SessionMail): EmailContent {
  const { booking, pageUrl, clockNotes, now } = mail
  const ahead = roundWait(booking.startsAt.getTime() - now.getTime())
  return {
    subject: m.reminderSubject(titleAndTime(mail)),
    heading: m.reminderHeading(ahead),
    before: [m.reminderIntro({ name: other(mail), ...ahead })],
    facts: mail.reader === 'mentor' && booking.topic ? [[m.about(), booking.topic]] : [],
    link: pageUrl,
    button: m.openBooking(),
    after: [...clockNotes, m.joinFromPage()],
  }
}

function over(mail: SessionMail): EmailContent {
  const { booking, reader, pageUrl } = mail
  const until = momentIn(feedbackEndsAt(booking), clockOf(mail))
  const name = other(mail)
  return {
    heading: reader === 'mentee' ? m.overMenteeHeading() : m.overMentorHeading(),
    subject: reader === 'mentee' ? m.overMenteeSubject({ name }) : m.overMentorSubject({ name }),
    before:
      reader === 'mentee'
        ? [m.overMenteeIntro({ name, time: until })]
        : [m.overMentorIntro({ name, count: MAX_STEPS })],
    link: pageUrl,
    button: m.openBooking(),
    after: [...(reader === 'mentee' ? [m.overNextSteps({ name })] : []), m.overReport({ hours: COMPLETE_HOURS })],
  }
}

const other = ({ reader, booking }: SessionMail) => (reader === 'mentee' ? booking.mentorName : booking.menteeName)
const clockOf = ({ reader, booking }: SessionMail): Clock => clocksFor(reader, booking).own

/** What a subject says of the session, for the reader. */
function titleAndTime(mail: SessionMail): { title: string; name: string; time: string } {
  const { sessionTitle, startsAt } = mail.booking
  return { title: sessionTitle, name: other(mail), time: momentIn(startsAt, clockOf(mail)) }
}

function beforeWords(
  { booking, reader }: SessionMail,
  { at, mentorZone }: NonNullable<SessionMail['movedFrom']>,
): string {
  const { own, other: theirs } = clocksFor(reader, { ...booking, mentorTimeZone: mentorZone })
  return onBothClocks(at, own, theirs)
}

/** In hours for one hour and from an hour and a half on, otherwise in minutes. */
function roundWait(milliseconds: number): { unit: 'hours' | 'other'; count: number } {
  const minutes = Math.max(Math.round(milliseconds / 60_000), 1)
  if (minutes >= 90 || minutes === 60) return { unit: 'hours', count: Math.round(minutes / 60) }
  return { unit: 'other', count: minutes }
}
