/** The daily email to admins. It names no one: names are behind the sign-in. */
import * as m from '#messages/emails'
import { dayAndYearIn } from '#words/time'
import type { Facts, EmailContent, Sender } from '../../platform/mail/email.tsx'

type Digest = {
  submissions: { count: number; since: Date } | null
  concerns: { kind: string; count: number }[]
  link: string
}

/** What each kind of concern is called; those without a name here keep the one of the database. */
const CONCERNS: Record<string, () => string> = {
  event_failed: m.concernEventFailed,
  refund_made: m.concernRefundMade,
  refund_failed: m.concernRefundFailed,
  transfer_failed: m.concernTransferFailed,
  dispute: m.concernDispute,
  mismatch: m.concernMismatch,
  mail_not_sent: m.concernMailNotSent,
  mail_bounced: m.concernMailBounced,
  no_show_contested: m.concernNoShowContested,
  problem_reported: m.concernProblemReported,
  feedback_reported: m.concernFeedbackReported,
  webhook_off: m.concernWebhookOff,
  payout_impossible: m.concernPayoutImpossible,
}

export function digestEmail({ submissions, concerns, link }: Digest, { siteName }: Sender): EmailContent {
  const count = (submissions?.count ?? 0) + concerns.reduce((sum, concern) => sum + concern.count, 0)
  const facts: Facts = [
    ...(submissions
      ? ([
          [m.digestSubmissions(), String(submissions.count)],
          [m.digestOldest(), m.dateInUtc({ date: dayAndYearIn(submissions.since, 'UTC') })],
        ] satisfies Facts)
      : []),
    ...concerns.map(({ kind, count: many }): [string, string] => [CONCERNS[kind]?.() ?? kind, String(many)]),
  ]
  return {
    heading: m.digestHeading({ count }),
    subject: m.digestSubject({ count, siteName }),
    before: [m.digestIntro()],
    facts,
    link,
    button: m.openDashboard(),
    after: [],
  }
}
