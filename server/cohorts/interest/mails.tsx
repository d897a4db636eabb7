/** Emails of the waitlist for a cohort. */
import { WAITING_DAYS } from '#domain/waitlist'
import type { EmailContent, Sender } from '../../platform/mail/email.tsx'

/** `crossing`: "from India to the United Kingdom". */
type ConfirmFacts = { crossing: string; link: string; confirmed: boolean }

/** To an address that anyone may have typed: it carries nothing that they typed, only what they chose. */
export function confirmInterestEmail({ crossing, link, confirmed }: ConfirmFacts, { siteName }: Sender): EmailContent {
  const leave = { words: 'Leave the waitlist', link }
  const requested = `This address was added to the waitlist at ${siteName} for a cohort for a move ${crossing}.`
  if (confirmed) {
    return {
      subject: `You’re on the waitlist for a cohort ${crossing}`,
      heading: 'You’re on the waitlist',
      before: [requested, 'You’re already on the waitlist. We’ll send one email when a cohort opens.'],
      after: ['To change the month, leave the waitlist and join again.'],
      leave,
    }
  }
  return {
    subject: 'Confirm the waitlist for a cohort for your move',
    heading: 'Join the waitlist?',
    before: [
      `${requested} If that was you, confirm it.`,
      'We’ll send one email when a cohort opens. No seat is held for you, and there’s nothing to pay.',
    ],
    link,
    button: 'Join waitlist',
    after: [
      `If you didn’t request this, ignore this email. We won’t email you again, and we delete the address after ${WAITING_DAYS.unconfirmed} days.`,
    ],
    leave,
  }
}

/** `see`: where they are. */
type Open = { crossing: string; cohorts: { title: string; dates: string }[]; see: string; link: string }

export function cohortOpenEmail({ crossing, cohorts, see, link }: Open): EmailContent {
  const isOne = cohorts.length === 1
  return {
    subject: isOne ? 'A cohort for your move is open' : 'Cohorts for your move are open',
    heading: isOne ? 'A cohort is open' : 'Cohorts are open',
    before: [
      `You’re on the waitlist for a cohort for a move ${crossing}. ${isOne ? 'One is open now.' : 'Some are open now.'}`,
    ],
    facts: cohorts.map(({ title, dates }) => [title, dates]),
    link: see,
    button: isOne ? 'See the cohort' : 'See the cohorts',
    after: [
      'No seat is held for you, and everyone on the waitlist got this email.',
      'This was your one email. You can join the waitlist again on the same page.',
    ],
    leave: { words: 'Delete this address now', link },
  }
}
