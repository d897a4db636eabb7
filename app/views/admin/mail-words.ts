/** Emails of the outbox in words. Server side. */
import type { StoredMail } from '#server/bookings/admin/record'
import * as m from '#messages/admin'
import { capitalize } from '#words/capitalize'
import { shortMomentIn } from '#words/time'
import { describeDropped } from '#words/drop-reasons'

const KINDS: Record<string, () => string> = {
  booking_confirmed: m.mailBooked,
  payment_returned: m.mailPaymentRefunded,
  confirm_address: m.mailConfirmFree,
  booking_cancelled: m.mailCancelled,
  refund_given: m.mailRefund,
  package_ends: m.mailPackageEnds,
  payment_request: m.mailPaymentLink,
  payment_request_ended: m.mailPaymentLinkEnded,
  reminder_day: m.mailReminderDay,
  reminder_hour: m.mailReminderHour,
  session_over: m.mailFeedback,
  session_moved: m.mailNewTime,
  times_proposed: m.mailOtherTimes,
  proposal_withdrawn: m.mailTimeUnchanged,
  message: m.mailMessage,
  no_show_reported: m.mailNoShow,
  no_show_contested: m.mailNoShowContested,
  no_show_decided: m.mailNoShowDecided,
  next_steps: m.mailNextSteps,
  problem_resolved: m.mailProblemDecided,
}

type Mail = Pick<StoredMail, 'kind' | 'recipient' | 'state' | 'stateSince' | 'reason' | 'createdAt'>

export const describeMailKind = (kind: string): string => KINDS[kind]?.() ?? capitalize(kind.replaceAll('_', ' '))

const RECIPIENTS: Record<string, () => string> = {
  mentee: m.toMentee,
  mentor: m.toMentor,
  payer: m.toPayer,
  proposer: m.toProposer,
  owner: m.toOwner,
  person: m.toPerson,
  admin: m.toAdmin,
}

/** "to the mentee". `recipient`: a role, or an address. */
export const describeRecipient = (recipient: string | null): string =>
  (recipient !== null && RECIPIENTS[recipient]?.()) || m.toRecipient({ recipient: recipient ?? m.theRecipient() })

export function describeMail({ kind, recipient, state, stateSince, reason, createdAt }: Mail, zone: string) {
  const since = shortMomentIn(stateSince, zone)
  const states: Record<Mail['state'], string> = {
    waiting: reason ? m.waitingSince({ since: shortMomentIn(createdAt, zone), reason }) : m.mailWaiting(),
    sent: m.sentAt({ time: since }),
    dropped: m.mailNotNeeded({ hasReason: reason !== null, reason: describeDropped(reason ?? '') }),
    given_up: m.mailNotSent({ hasReason: Boolean(reason), reason: reason ?? '' }),
    bounced: m.mailBounced({ since, hasReason: Boolean(reason), reason: reason ?? '' }),
  }
  return {
    what: describeMailKind(kind),
    to: describeRecipient(recipient),
    state: states[state],
    needsAttention: state === 'given_up' || state === 'bounced',
  }
}
