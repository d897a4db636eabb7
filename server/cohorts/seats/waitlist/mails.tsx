/** Emails of the waitlist for a seat in a cohort. */
import { plural } from '#domain/quantities'
import { SEAT_TURN_HOURS, WAITING_DAYS } from '#domain/waitlist'
import type { EmailContent, Sender } from '../../../platform/mail/email.tsx'

/** `title`: of the cohort. */
type ConfirmFacts = { title: string; link: string; confirmed: boolean }

/** To an address that anyone may have typed: it carries nothing that they typed. */
export function confirmSeatWaitlistEmail({ title, link, confirmed }: ConfirmFacts, { siteName }: Sender): EmailContent {
  const leave = { words: 'Leave the waitlist', link }
  const requested = `This address was added to the waitlist at ${siteName} for a seat in the cohort “${title}”.`
  if (confirmed) {
    return {
      subject: `You’re on the waitlist for a seat in “${title}”`,
      heading: 'You’re on the waitlist',
      before: [requested, 'You’re already on the waitlist. We’ll send one email when it’s your turn.'],
      after: [],
      leave,
    }
  }
  return {
    subject: `Confirm the waitlist for “${title}”`,
    heading: 'Join the waitlist?',
    before: [
      `${requested} If that was you, confirm it.`,
      'We’ll send one email when a seat is free and it’s your turn. No seat is held for you, and there’s nothing to pay.',
    ],
    link,
    button: 'Join waitlist',
    after: [
      `If you didn’t request this, ignore this email. We won’t email you again, and we delete the address after ${WAITING_DAYS.unconfirmed} days.`,
    ],
    leave,
  }
}

/** `dates`: "Monday 2 September 2030 to Friday 25 October 2030". `join`: where the seat is taken. */
type SeatFree = { title: string; mentorName: string; dates: string; join: string; link: string }

export function seatFreeEmail({ title, mentorName, dates, join, link }: SeatFree): EmailContent {
  return {
    subject: `A seat in “${title}” is free`,
    heading: 'A seat is free',
    before: [`You’re on the waitlist for the cohort “${title}”, and a seat is free now.`],
    facts: [
      ['Mentor', mentorName],
      ['Dates', dates],
    ],
    link: join,
    button: 'Take the seat',
    after: [
      `It isn’t held for you: the first to join gets it. If it’s still free after ${plural(SEAT_TURN_HOURS, 'hour')}, we notify the next person too.`,
      'This was your one email. If the seat is gone, you can join the waitlist again on the cohort’s page.',
    ],
    leave: { words: 'Delete this address now', link },
  }
}
