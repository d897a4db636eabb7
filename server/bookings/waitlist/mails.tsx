/** Emails of the waitlist for a mentor's time. */
import { WAITING_DAYS } from '#domain/waitlist'
import { momentIn } from '#domain/time/moment-words'
import type { Clock } from '#domain/time/zone'
import type { EmailContent, Sender } from '../../platform/mail/email.tsx'

type ConfirmFacts = { mentorName: string; link: string; confirmed: boolean }

/** To an address that anyone may have typed: it carries nothing that they typed. */
export function confirmWaitlistEmail(
  { mentorName, link, confirmed }: ConfirmFacts,
  { siteName }: Sender,
): EmailContent {
  const leave = { words: 'Take this address off the list', link }
  if (confirmed) {
    return {
      subject: `You are waiting for a time with ${mentorName}`,
      heading: 'You are on the list',
      before: [
        `Somebody asked at ${siteName} to be told at this address when ${mentorName} has a time to book.`,
        'You are on the list already, so you need not do anything. You get one mail when there is a time.',
      ],
      after: [],
      leave,
    }
  }
  return {
    subject: `Shall we tell you when ${mentorName} has a time?`,
    heading: 'Shall we tell you?',
    before: [
      `Somebody asked at ${siteName} to be told at this address when ${mentorName} has a time to book. If that was you, confirm it.`,
      'You then get one mail when there is a time. Nothing is held or booked for you.',
    ],
    link,
    button: 'Yes, tell me',
    after: [
      `If you did not ask for this, you need not do anything: no other mail comes, and the address is deleted after ${WAITING_DAYS.unconfirmed} days.`,
    ],
    leave,
  }
}

/** `clock`: of the reader, or of the mentor at that time. `book`: where it is booked. */
type TimeFree = { mentorName: string; startsAt: Date; clock: Clock; book: string; link: string }

export function timeFreeEmail({ mentorName, startsAt, clock, book, link }: TimeFree): EmailContent {
  return {
    subject: `${mentorName} has a time to book`,
    heading: 'There is a time to book',
    before: [`You asked to be told when ${mentorName} has a time to book. There is one now.`],
    facts: [['The soonest', momentIn(startsAt, clock)]],
    link: book,
    button: 'See the free times',
    after: [
      'It is held for nobody: who books first has it, and others who waited got this mail too.',
      'This was the one mail that you asked for. If the time is gone when you come, you can ask again on the same page.',
    ],
    leave: { words: 'Delete this address now', link },
  }
}
