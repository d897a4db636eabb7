/**
 * The emails about what happens between the payment and the session: it was moved, its mentor proposes other times, the
 * other side has written. Each has a version for the mentee and one for the mentor, or is for one of them.
 */
import { clocksFor, mentorClock } from '#server/bookings/clocks'
import * as m from '#messages/emails'
import { toParagraphs } from '#words/lists'
import { momentIn, onBothClocks } from '#words/moments'
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
  const by = movedBy === recipient ? 'you' : movedBy === 'admin' ? 'us' : 'other'
  const words = movedBy === 'mentor' && recipient === 'mentee' ? m.movedYouChose() : ''
  return {
    heading: m.movedHeading(),
    subject: m.movedSubject({
      title: sessionTitle,
      name: otherName(booking, recipient),
      time: momentIn(startsAt, own),
    }),
    before: [
      words ||
        (movedBy === 'mentor'
          ? m.movedTheyChose({ name: booking.menteeName })
          : m.movedBy({ by, name: otherName(booking, recipient) })),
    ],
    facts: [[m.before(), onBothClocks(from.at, before.own, before.other)]],
    after: [...toParagraphs(clockNotes), ...(refund && recipient === 'mentee' ? [refund] : []), m.detailsOnPage()],
    link,
    button: m.openBooking(),
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
  const refunded = { hasRefund: refund !== null, refund: refund ?? '' }
  return {
    subject: m.proposedSubject({ name: mentorName, title: booking.sessionTitle }),
    heading: m.proposedHeading(),
    before: [
      m.proposedIntro({ name: mentorName, count: times.length, ...refunded }),
      m.proposedReplyBy({ time: momentIn(answerBy, own), ...refunded }),
    ],
    facts: times.map(({ startsAt, mentorZone }, n): [string, string] => [
      times.length === 1 ? m.offered() : m.offeredNumber({ number: n + 1 }),
      onBothClocks(startsAt, own, mentorClock(booking, mentorZone)),
    ]),
    link,
    button: m.answerProposal(),
    after: [m.proposedNotHeld()],
  }
}

export function withdrawnEmail({ booking, link, clockNotes }: About): EmailContent {
  const { mentorName, startsAt } = booking
  return {
    heading: m.withdrawnHeading(),
    subject: m.withdrawnSubject({
      title: booking.sessionTitle,
      name: mentorName,
      time: momentIn(startsAt, clocksFor('mentee', booking).own),
    }),
    before: [m.withdrawnIntro({ name: mentorName })],
    after: toParagraphs(clockNotes),
    link,
    button: m.openBooking(),
  }
}

/** `messages`: what the other side has written since the last of these emails, the first one first. */
type MessageMail = About & { messages: { body: string; createdAt: Date }[] }

export function messageEmail({ booking, recipient, link, messages }: MessageMail): EmailContent {
  const { own } = clocksFor(recipient, booking)
  const other = otherName(booking, recipient)
  return {
    heading: m.messageHeading({ name: firstName(other) }),
    subject: m.messageSubject({ name: other, title: booking.sessionTitle, time: momentIn(booking.startsAt, own) }),
    before: messages.flatMap(({ body, createdAt }) => [
      m.wroteOn({ name: other, time: momentIn(createdAt, own) }),
      ...body.split(/\n{2,}/).map((part) => m.quoted({ text: part })),
    ]),
    after: [m.messageReply({ name: other })],
    link,
    button: m.readAndReply(),
  }
}

const otherName = ({ menteeName, mentorName }: ChangedBooking, recipient: About['recipient']) =>
  recipient === 'mentee' ? mentorName : menteeName

const firstName = (name: string) => name.trim().split(/\s+/)[0] ?? name
