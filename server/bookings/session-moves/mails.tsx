/**
 * The emails about what happens between the payment and the session: it was moved, its mentor proposes other times, the
 * other side has written. Each has a version for the mentee and one for the mentor, or is for one of them.
 */
import { clocksFor, mentorClock } from '#domain/bookings/clocks'
import { momentIn, onBothClocks } from '#domain/time/moment-words'
import type { EmailContent } from '../../platform/mail/email.tsx'

type ChangedBooking = {
  reference: string
  sessionTitle: string
  mentorName: string
  menteeName: string
  startsAt: Date
  menteeTimeZone: string
  mentorTimeZone: string
  mentorHomeZone: string
  mentorLocation: string
}

/** `link`: to the booking's page. `clockNotes`: sentences about clock changes around the session. */
type About = { booking: ChangedBooking; recipient: 'mentee' | 'mentor'; link: string; clockNotes: string[] }

/** `from`: where the session was before. `refund`: until when cancelling returns what; null for a free session. */
type MovedMail = About & {
  movedBy: 'mentee' | 'mentor' | 'admin'
  from: { at: Date; mentorZone: string }
  refund: string | null
}

export function movedEmail({ booking, recipient, link, clockNotes, movedBy, from, refund }: MovedMail): EmailContent {
  const { sessionTitle, startsAt } = booking
  const { own } = clocksFor(recipient, booking)
  const before = clocksFor(recipient, { ...booking, mentorTimeZone: from.mentorZone })
  const other = movedBy === 'admin' ? 'We have' : `${otherName(booking, recipient)} has`
  const who = movedBy === recipient ? 'You have' : other
  const words =
    movedBy === 'mentor' && recipient === 'mentee' ? 'You have taken one of the times that were offered.' : ''
  return {
    heading: 'Your session has moved',
    subject: `Moved: ${sessionTitle} with ${otherName(booking, recipient)}, now ${momentIn(startsAt, own)}`,
    before: [
      words ||
        (movedBy === 'mentor'
          ? `${booking.menteeName} has taken one of the times that you offered.`
          : `${who} moved the session. Its price and payment stay as they are.`),
    ],
    facts: [['Before', onBothClocks(from.at, before.own, before.other)]],
    after: [
      ...(clockNotes.length > 0 ? [clockNotes.join(' ')] : []),
      ...(refund && recipient === 'mentee' ? [refund] : []),
      'Everything about this booking is on its page.',
    ],
    link,
    button: 'Open the booking',
  }
}

/** `times`: each with the mentor's zone at that time. */
type ProposedMail = About & {
  times: { startsAt: Date; mentorZone: string }[]
  answerBy: Date
  refund: string | null
}

export function proposedEmail({ booking, link, times, answerBy, refund }: ProposedMail): EmailContent {
  const { mentorName } = booking
  const { own } = clocksFor('mentee', booking)
  const refunded = refund ? `or cancel and get ${refund} back` : 'or cancel'
  const returns = refund ? `, and ${refund} goes back` : ''
  return {
    subject: `${mentorName} proposes another time for ${booking.sessionTitle}: please answer`,
    heading: 'Does another time suit you?',
    before: [
      `${mentorName} cannot keep the time of your session and offers ${times.length === 1 ? 'another one' : 'others'}. Take one on the page below, ${refunded}.`,
      `Please answer by ${momentIn(answerBy, own)}. Without an answer the session is cancelled then${returns}.`,
    ],
    facts: times.map(({ startsAt, mentorZone }, n): [string, string] => [
      times.length === 1 ? 'Offered' : `Offered ${n + 1}`,
      onBothClocks(startsAt, own, mentorClock(booking, mentorZone)),
    ]),
    link,
    button: 'Answer',
    after: ['The offered times are not held: someone else may book one before you do.'],
  }
}

export function withdrawnEmail({ booking, link, clockNotes }: About): EmailContent {
  const { mentorName, startsAt } = booking
  return {
    heading: 'Your session stays as booked',
    subject: `It stays as booked: ${booking.sessionTitle} with ${mentorName}, ${momentIn(startsAt, clocksFor('mentee', booking).own)}`,
    before: [`${mentorName} can keep the time of your session after all. You need not do anything.`],
    after: clockNotes.length > 0 ? [clockNotes.join(' ')] : [],
    link,
    button: 'Open the booking',
  }
}

/** `messages`: what the other side has written since the last of these emails, the first one first. */
type MessageMail = About & { messages: { body: string; createdAt: Date }[] }

export function messageEmail({ booking, recipient, link, messages }: MessageMail): EmailContent {
  const { own } = clocksFor(recipient, booking)
  const other = otherName(booking, recipient)
  return {
    heading: `${firstName(other)} wrote to you`,
    subject: `${other} wrote about ${booking.sessionTitle}, ${momentIn(booking.startsAt, own)}`,
    before: messages.flatMap(({ body, createdAt }) => [
      `${other} wrote on ${momentIn(createdAt, own)}:`,
      ...body.split(/\n{2,}/).map((part) => `“${part}”`),
    ]),
    after: [
      `To answer, open the booking with the link above. ${other} does not see your email address, and an answer to this email does not reach them.`,
    ],
    link,
    button: 'Read and answer',
  }
}

const otherName = ({ menteeName, mentorName }: ChangedBooking, recipient: About['recipient']) =>
  recipient === 'mentee' ? mentorName : menteeName

const firstName = (name: string) => name.trim().split(/\s+/)[0] ?? name
