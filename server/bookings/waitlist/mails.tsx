/** Emails of the waitlist for a mentor's time. */
import { WAITING_DAYS } from '#domain/waitlist'
import type { Clock } from '#domain/time/zone'
import * as m from '#messages/emails'
import { momentIn } from '#words/moments'
import type { EmailContent, Sender } from '../../platform/mail/email.tsx'

type ConfirmFacts = { mentorName: string; link: string; confirmed: boolean }

/** To an address that anyone may have typed: it carries nothing that they typed. */
export function confirmWaitlistEmail(
  { mentorName, link, confirmed }: ConfirmFacts,
  { siteName }: Sender,
): EmailContent {
  const leave = { words: m.leaveWaitlist(), link }
  if (confirmed) {
    return {
      subject: m.waitlistMentorSubject({ name: mentorName }),
      heading: m.onWaitlist(),
      before: [m.waitlistMentorAdded({ name: mentorName, siteName }), m.waitlistMentorWaits()],
      after: [],
      leave,
    }
  }
  return {
    subject: m.waitlistMentorConfirm({ name: mentorName }),
    heading: m.joinWaitlistHeading(),
    before: [m.waitlistMentorAddedConfirm({ name: mentorName, siteName }), m.waitlistMentorPromise()],
    link,
    button: m.joinWaitlist(),
    after: [m.waitlistNotRequested({ days: WAITING_DAYS.unconfirmed })],
    leave,
  }
}

/** `clock`: of the reader, or of the mentor at that time. `book`: where it is booked. */
type TimeFree = { mentorName: string; startsAt: Date; clock: Clock; book: string; link: string }

export function timeFreeEmail({ mentorName, startsAt, clock, book, link }: TimeFree): EmailContent {
  return {
    subject: m.timeFreeSubject({ name: mentorName }),
    heading: m.timeFreeHeading(),
    before: [m.timeFreeIntro({ name: mentorName })],
    facts: [[m.soonest(), momentIn(startsAt, clock)]],
    link: book,
    button: m.seeFreeTimes(),
    after: [m.timeFreeNotHeld(), m.timeFreeOneEmail()],
    leave: { words: m.deleteAddress(), link },
  }
}
