/** Emails of the waitlist for a cohort. */
import { WAITING_DAYS } from '#domain/waitlist'
import * as m from '#messages/emails'
import type { EmailContent, Sender } from '../../platform/mail/email.tsx'

/** "India", "the United Kingdom" */
type Crossing = { from: string; to: string }
type ConfirmFacts = { crossing: Crossing; link: string; confirmed: boolean }

/** To an address that anyone may have typed: it carries nothing that they typed, only what they chose. */
export function confirmCrossingWaitlistEmail(
  { crossing, link, confirmed }: ConfirmFacts,
  { siteName }: Sender,
): EmailContent {
  const leave = { words: m.leaveWaitlist(), link }
  if (confirmed) {
    return {
      subject: m.interestSubject(crossing),
      heading: m.onWaitlist(),
      before: [m.interestAdded({ siteName, ...crossing }), m.interestWaits()],
      after: [m.interestChangeMonth()],
      leave,
    }
  }
  return {
    subject: m.interestConfirm(),
    heading: m.joinWaitlistHeading(),
    before: [m.interestAddedConfirm({ siteName, ...crossing }), m.interestPromise()],
    link,
    button: m.joinWaitlist(),
    after: [m.waitlistNotRequested({ days: WAITING_DAYS.unconfirmed })],
    leave,
  }
}

/** `see`: where they are. */
type Open = { crossing: Crossing; cohorts: { title: string; dates: string }[]; see: string; link: string }

export function cohortOpenEmail({ crossing, cohorts, see, link }: Open): EmailContent {
  const count = cohorts.length
  return {
    subject: m.cohortOpenSubject({ count }),
    heading: m.cohortOpenHeading({ count }),
    before: [m.cohortOpenIntro({ ...crossing, count })],
    facts: cohorts.map(({ title, dates }) => [title, dates]),
    link: see,
    button: count === 1 ? m.seeCohort() : m.seeCohorts(),
    after: [m.cohortOpenNotHeld(), m.cohortOpenOneEmail()],
    leave: { words: m.deleteAddress(), link },
  }
}
