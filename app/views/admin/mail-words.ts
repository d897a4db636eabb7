/** Emails of the outbox in words. Server side. */
import { shortMomentIn } from '#domain/time/clock'
import type { StoredMail } from '#server/bookings/admin/record'

const KINDS: Record<string, string> = {
  booking_confirmed: 'Booked',
  payment_returned: 'Payment refunded',
  confirm_address: 'Confirm the free session',
  booking_cancelled: 'Cancelled',
  refund_given: 'A refund',
  reminder_day: 'Reminder, a day before',
  reminder_hour: 'Reminder, an hour before',
  session_over: 'Feedback request',
  session_moved: 'A new time',
  times_proposed: 'Other times to choose from',
  proposal_withdrawn: 'Time unchanged',
  message: 'A message',
  no_show_reported: 'A no-show was reported',
  no_show_contested: 'The no-show is contested',
  no_show_decided: 'The no-show is decided',
  next_steps: 'Next steps',
  problem_resolved: 'The problem is decided',
}

type Mail = Pick<StoredMail, 'kind' | 'recipient' | 'state' | 'stateSince' | 'reason' | 'createdAt'>

export const describeMailKind = (kind: string): string => {
  const words = kind.replaceAll('_', ' ')
  return KINDS[kind] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

export function describeMail({ kind, recipient, state, stateSince, reason, createdAt }: Mail, zone: string) {
  const since = shortMomentIn(stateSince, zone)
  const states: Record<Mail['state'], string> = {
    waiting: reason ? `waiting since ${shortMomentIn(createdAt, zone)} (${reason})` : 'waiting',
    sent: `sent ${since}`,
    dropped: `not needed: ${reason ?? 'no longer relevant'}`,
    given_up: `not sent${reason ? ` (${reason})` : ''}`,
    bounced: `bounced ${since}${reason ? ` (${reason})` : ''}`,
  }
  return {
    what: describeMailKind(kind),
    to: recipient,
    state: states[state],
    needsAttention: state === 'given_up' || state === 'bounced',
  }
}
