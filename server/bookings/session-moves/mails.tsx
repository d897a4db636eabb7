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
  const words = movedBy === 'mentor' && recipient === 'mentee' ? 'You chose one of the offered times.' : ''
  return {
    heading: 'Your session has moved',
    subject: `Moved: ${sessionTitle} with ${otherName(booking, recipient)}, now ${momentIn(startsAt, own)}`,
    before: [
      words ||
        (movedBy === 'mentor'
          ? `${booking.menteeName} chose one of the times you offered.`
          : `${who} moved the session. Its price and payment stay as they are.`),
    ],
    facts: [['Before', onBothClocks(from.at, before.own, before.other)]],
    after: [
      ...(clockNotes.length > 0 ? [clockNotes.join(' ')] : []),
      ...(refund && recipient === 'mentee' ? [refund] : []),
      'All the details are on the booking’s page.',
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
  const refunded = refund ? `or cancel for a refund of ${refund}` : 'or cancel'
  const returns = refund ? `, and ${refund} is refunded` : ''
  return {
    subject: `${mentorName} proposes another time for ${booking.sessionTitle}: please reply`,
    heading: 'Does another time suit you?',
    before: [
      `${mentorName} can’t make the time of your session and offers ${times.length === 1 ? 'another one' : 'others'}. Choose one on the page below, ${refunded}.`,
      `Please reply by ${momentIn(answerBy, own)}. Without a reply, we cancel the session then${returns}.`,
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
    before: [`${mentorName} can make the time of your session after all. You don’t need to do anything.`],
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
      `To reply, open the booking with the link above. ${other} can’t see your email address and won’t get replies to this email.`,
    ],
    link,
    button: 'Read and reply',
  }
}

const otherName = ({ menteeName, mentorName }: ChangedBooking, recipient: About['recipient']) =>
  recipient === 'mentee' ? mentorName : menteeName

const firstName = (name: string) => name.trim().split(/\s+/)[0] ?? name
