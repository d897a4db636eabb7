/** The daily email to admins. It names no one: names are behind the sign-in. */
import { plural } from '#domain/quantities'
import { dayAndYearIn } from '#domain/time/clock'
import type { Facts, EmailContent, Sender } from '../../platform/mail/email.tsx'

type Digest = {
  submissions: { count: number; since: Date } | null
  concerns: { kind: string; count: number }[]
  link: string
}

/** What each kind of concern is called; those without a name here keep the one of the database. */
const CONCERNS: Record<string, string> = {
  event_failed: 'Events of the payment service that could not be processed',
  refund_made: 'Money that went back',
  refund_failed: 'Refunds that failed',
  dispute: 'Payments that a bank took back',
  mismatch: 'Differences from the payment service’s books',
  mail_not_sent: 'Emails that could not be sent',
  mail_bounced: 'Emails that came back',
  no_show_contested: 'Contested reports of a no-show',
  problem_reported: 'Problems reported with a session',
  feedback_reported: 'Reported feedback',
  webhook_off: 'Endpoints of webhooks that were switched off because they failed',
  payout_impossible: 'Mentors who left without bank details and are owed money',
}

export function digestEmail({ submissions, concerns, link }: Digest, { siteName }: Sender): EmailContent {
  const count = (submissions?.count ?? 0) + concerns.reduce((sum, concern) => sum + concern.count, 0)
  const facts: Facts = [
    ...(submissions
      ? ([
          ['Applications and changes of profiles', String(submissions.count)],
          ['The oldest came in', `${dayAndYearIn(submissions.since, 'UTC')} (UTC)`],
        ] satisfies Facts)
      : []),
    ...concerns.map(({ kind, count: many }): [string, string] => [CONCERNS[kind] ?? kind, String(many)]),
  ]
  return {
    heading: `${plural(count, 'matter')} ${count === 1 ? 'waits' : 'wait'} for you`,
    subject: `${plural(count, 'matter')} at ${siteName} ${count === 1 ? 'waits' : 'wait'} for you`,
    before: ['This is what waits for an admin today. The email comes once a day, and only when something waits.'],
    facts,
    link,
    button: 'Open the dashboard',
    after: [],
  }
}
