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
  const leave = { words: 'Leave the waitlist', link }
  if (confirmed) {
    return {
      subject: `You’re on the waitlist for ${mentorName}`,
      heading: 'You’re on the waitlist',
      before: [
        `This address was added to the waitlist for ${mentorName} at ${siteName}.`,
        'You’re already on the waitlist. We’ll send one email when there’s a free time.',
      ],
      after: [],
      leave,
    }
  }
  return {
    subject: `Confirm the waitlist for ${mentorName}`,
    heading: 'Join the waitlist?',
    before: [
      `This address was added to the waitlist for ${mentorName} at ${siteName}. If that was you, confirm it.`,
      'We’ll send one email when there’s a free time. Nothing is held or booked for you.',
    ],
    link,
    button: 'Join waitlist',
    after: [
      `If you didn’t request this, ignore this email. We won’t email you again, and we delete the address after ${WAITING_DAYS.unconfirmed} days.`,
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
    before: [`You’re on the waitlist for ${mentorName}, and there is a free time now.`],
    facts: [['The soonest', momentIn(startsAt, clock)]],
    link: book,
    button: 'See the free times',
    after: [
      'It isn’t held: the first to book gets it, and everyone on the waitlist got this email.',
      'This was your one email. If the time is gone, you can join the waitlist again on the same page.',
    ],
    leave: { words: 'Delete this address now', link },
  }
}
