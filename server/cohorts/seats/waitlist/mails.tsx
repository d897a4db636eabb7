/** Emails of the waitlist for a seat in a cohort. */
import { SEAT_TURN_HOURS, WAITING_DAYS } from '#domain/waitlist'
import * as m from '#messages/emails'
import type { EmailContent, Sender } from '../../../platform/mail/email.tsx'

/** `title`: of the cohort. */
type ConfirmFacts = { title: string; link: string; confirmed: boolean }

/** To an address that anyone may have typed: it carries nothing that they typed. */
export function confirmSeatWaitlistEmail({ title, link, confirmed }: ConfirmFacts, { siteName }: Sender): EmailContent {
  const leave = { words: m.leaveWaitlist(), link }
  if (confirmed) {
    return {
      subject: m.waitlistSeatSubject({ title }),
      heading: m.onWaitlist(),
      before: [m.waitlistSeatAdded({ siteName, title }), m.waitlistSeatWaits()],
      after: [],
      leave,
    }
  }
  return {
    subject: m.waitlistSeatConfirm({ title }),
    heading: m.joinWaitlistHeading(),
    before: [m.waitlistSeatAddedConfirm({ siteName, title }), m.waitlistSeatPromise()],
    link,
    button: m.joinWaitlist(),
    after: [m.waitlistNotRequested({ days: WAITING_DAYS.unconfirmed })],
    leave,
  }
}

/** `dates`: "Monday 2 September 2030 to Friday 25 October 2030". `join`: where the seat is taken. */
type SeatFree = { title: string; mentorName: string; dates: string; join: string; link: string }

export function seatFreeEmail({ title, mentorName, dates, join, link }: SeatFree): EmailContent {
  return {
    subject: m.seatFreeSubject({ title }),
    heading: m.seatFreeHeading(),
    before: [m.seatFreeIntro({ title })],
    facts: [
      [m.mentor(), mentorName],
      [m.dates(), dates],
    ],
    link: join,
    button: m.takeSeat(),
    after: [m.seatFreeNotHeld({ hours: SEAT_TURN_HOURS }), m.seatFreeOneEmail()],
    leave: { words: m.deleteAddress(), link },
  }
}
