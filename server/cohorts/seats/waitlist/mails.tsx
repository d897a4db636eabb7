/** Emails of the waitlist for a seat in a cohort. */
import { plural } from '#domain/quantities'
import { SEAT_TURN_HOURS, WAITING_DAYS } from '#domain/waitlist'
import type { EmailContent, Sender } from '../../../platform/mail/email.tsx'

/** `title`: of the cohort. */
type ConfirmFacts = { title: string; link: string; confirmed: boolean }

/** To an address that anyone may have typed: it carries nothing that they typed. */
export function confirmSeatWaitlistEmail({ title, link, confirmed }: ConfirmFacts, { siteName }: Sender): EmailContent {
  const leave = { words: 'Take this address off the list', link }
  const requested = `Somebody asked at ${siteName} to be told at this address when a seat in the cohort “${title}” is free.`
  if (confirmed) {
    return {
      subject: `You are waiting for a seat in “${title}”`,
      heading: 'You are on the list',
      before: [
        requested,
        'You are on the list already, so you need not do anything. You get one mail when it is your turn.',
      ],
      after: [],
      leave,
    }
  }
  return {
    subject: `Shall we tell you when a seat in “${title}” is free?`,
    heading: 'Shall we tell you?',
    before: [
      `${requested} If that was you, confirm it.`,
      'You then get one mail when a seat is free and it is your turn. No seat is held for you, and nothing is paid.',
    ],
    link,
    button: 'Yes, tell me',
    after: [
      `If you did not ask for this, you need not do anything: no other mail comes, and the address is deleted after ${WAITING_DAYS.unconfirmed} days.`,
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
    before: [`You asked to be told when a seat in the cohort “${title}” is free. One is free now.`],
    facts: [
      ['Mentor', mentorName],
      ['Dates', dates],
    ],
    link: join,
    button: 'Take the seat',
    after: [
      `It is not held for you: everybody can see it, and whoever joins first has it. If it is still free after ${plural(SEAT_TURN_HOURS, 'hour')}, we tell the next in line too.`,
      'This was the one mail that you asked for. If the seat is taken when you come, you can ask again on the page of the cohort.',
    ],
    leave: { words: 'Delete this address now', link },
  }
}
