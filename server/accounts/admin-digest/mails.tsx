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
  event_failed: 'Payment events that could not be processed',
  refund_made: 'Refunded payments',
  refund_failed: 'Failed refunds',
  dispute: 'Disputed payments',
  mismatch: 'Reconciliation differences',
  mail_not_sent: 'Failed emails',
  mail_bounced: 'Bounced emails',
  no_show_contested: 'Contested no-shows',
  problem_reported: 'Reported problems',
  feedback_reported: 'Reported feedback',
  webhook_off: 'Webhook endpoints disabled after failing',
  payout_impossible: 'Former mentors with unpaid earnings and no bank details',
}

export function digestEmail({ submissions, concerns, link }: Digest, { siteName }: Sender): EmailContent {
  const count = (submissions?.count ?? 0) + concerns.reduce((sum, concern) => sum + concern.count, 0)
  const facts: Facts = [
    ...(submissions
      ? ([
          ['Applications and profile changes', String(submissions.count)],
          ['Oldest submitted', `${dayAndYearIn(submissions.since, 'UTC')} (UTC)`],
        ] satisfies Facts)
      : []),
    ...concerns.map(({ kind, count: many }): [string, string] => [CONCERNS[kind] ?? kind, String(many)]),
  ]
  return {
    heading: `${plural(count, 'task')} for you`,
    subject: `${plural(count, 'task')} for you at ${siteName}`,
    before: ['Open tasks for admins today. We send this email once a day, only when there are open tasks.'],
    facts,
    link,
    button: 'Open the dashboard',
    after: [],
  }
}
