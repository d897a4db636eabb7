/** Concerns in words: what happened, and what can be done about it. Server side. */
import { shortMomentIn } from '#domain/time/clock'
import { findConflictOfInterest, type Decider } from '#domain/accounts/conflict-of-interest'
import { formatPence } from '#domain/payments/money'
import { listBookingPeople } from '#server/bookings/conflicts-of-interest'
import type { OpenConcern } from '#server/platform/concerns-queries'
import type { ConcernView } from '../../ui/admin/bookings/concerns.tsx'
import { formatClock } from './bookings.ts'
import { describeMailKind } from './mail-words.ts'

/** What is decided elsewhere: these have forms of their own. */
export const isDecidedElsewhere = ({ kind }: OpenConcern) =>
  kind === 'no_show_contested' || kind === 'problem_reported' || kind === 'feedback_reported'

export function concernView(concern: OpenConcern, decider: Decider, zone: string): ConcernView {
  const { title, text, amount, can } = describeConcern(concern, zone)
  return {
    id: concern.id,
    title,
    amount: amount === null ? null : formatPence(amount),
    text: [text, describeBookingState(concern, zone)].filter(Boolean).join(' '),
    since: shortMomentIn(concern.createdAt, zone),
    reference: concern.reference,
    cohort: concern.cohortSlug,
    can,
    own: findConflictOfInterest(decider, listBookingPeople(concern)),
  }
}

/** "Rohan Kulkarni paid £45.00 on Thu 19 Nov, 08:52 for … with Ananya Rao, Wed 25 Nov, 15:30 Manchester. It is expired." */
function describeBookingState(concern: OpenConcern, zone: string): string {
  const { menteeName, mentorName, sessionTitle, startsAt, mentorTimeZone, paidAt, paidAmountPence: paid } = concern
  if (!menteeName || !startsAt || !mentorTimeZone) return ''
  const paying = paidAt && paid !== null ? `paid ${formatPence(paid)} on ${shortMomentIn(paidAt, zone)} for` : 'booked'
  const session = mentorName
    ? `${sessionTitle} with ${mentorName}, ${formatClock(startsAt, mentorTimeZone)}`
    : `a seat in ${sessionTitle}`
  return `${menteeName} ${paying} ${session}. The booking is ${STATUS[concern.bookingStatus!]}.`
}

const STATUS = {
  held: 'held and not paid',
  confirmed: 'confirmed',
  completed: 'completed',
  no_show: 'a no-show',
  cancelled: 'cancelled',
  expired: 'expired: nothing is booked',
}

type Words = { title: string; text: string; amount: OpenConcern['refundPence']; can: ConcernView['can'] }

const NOTHING = { settle: null, refund: false, rebook: false }

function describeConcern(concern: OpenConcern, zone: string): Words {
  const { kind, refundPence, disputePence, subject } = concern
  const isKept = concern.paidAt !== null && concern.bookingStatus === 'expired'
  switch (kind) {
    case 'refund_made':
      return {
        title: REFUND_TITLES[concern.refundReason ?? ''] ?? 'Money was refunded',
        text: `The money ${describeRefundState(concern)}. Check whether anything else is needed.`,
        amount: refundPence,
        can: NOTHING,
      }
    case 'refund_failed':
      return {
        title: 'A refund failed',
        text: TEXTS_OF_FAILED[
          concern.refundReason === 'at_service' ? 'at_service' : concern.refundStatus === 'queued' ? 'queued' : 'failed'
        ],
        amount: refundPence,
        can: {
          settle: concern.refundReason === 'at_service' ? null : 'Resend',
          refund: false,
          rebook: isKept && concern.refundStatus === 'failed',
        },
      }
    case 'dispute':
      return {
        title: 'A bank takes a payment back',
        text: `The dispute is ${(concern.disputeStatus ?? 'open').replaceAll('_', ' ')}. Respond in the payment service’s dashboard before its deadline.`,
        amount: disputePence,
        can: NOTHING,
      }
    case 'event_failed':
      return {
        title: 'An event of the payment service failed',
        text: `${concern.eventType ?? subject} could not be processed for 15 hours.`,
        amount: null,
        can: { ...NOTHING, settle: 'Process again' },
      }
    case 'mismatch':
      return {
        title: MISMATCH_TITLES[subject.split(':')[0]!] ?? 'Reconciliation found a difference',
        text: concern.what ? `${capital(concern.what)}. ${concern.repair}` : `Difference: ${subject}.`,
        amount: concern.paidAmountPence,
        can: {
          settle: concern.reference ? 'Settle and compare again' : null,
          refund: isKept,
          rebook: isKept,
        },
      }
    case 'mail_not_sent':
    case 'mail_bounced': {
      const who = concern.mailRecipient ?? 'the recipient'
      const canAgain = concern.mailAbout === 'booking' || concern.mailAbout === 'mentor'
      const why = concern.mailReason ? ` The server said ${concern.mailReason}.` : ''
      return {
        title: kind === 'mail_bounced' ? 'An email came back' : 'An email was not sent',
        text: `“${describeMailKind(concern.mailKind ?? 'email')}” to the ${who}.${why}${canAgain ? '' : ' Its link has expired: they can request a new one.'}`,
        amount: null,
        can: { ...NOTHING, settle: canAgain ? 'Resend' : null },
      }
    }
    case 'webhook_off':
      return {
        title: 'A webhook endpoint was disabled',
        text: 'It failed for three days. Fix the app, then enable the endpoint under Webhooks. This closes the concern.',
        amount: null,
        can: NOTHING,
      }
    case 'payout_impossible':
      return {
        title: 'A former mentor can’t be paid',
        text: `${concern.leaverName ?? 'A mentor'} closed the account without bank details and is owed a payout. Ask ${concern.leaverEmail ?? 'them'} for bank details before the account is deleted.`,
        amount: null,
        can: NOTHING,
      }
    default:
      return {
        title: capital(kind.replaceAll('_', ' ')),
        text: shortMomentIn(concern.createdAt, zone),
        amount: null,
        can: NOTHING,
      }
  }
}

const TEXTS_OF_FAILED = {
  queued:
    'The payment service refused the refund. We retry for two days. Top up the balance and resend it, or refund the buyer another way.',
  failed: 'It failed three times and isn’t retried automatically. Resend it, or refund the buyer another way.',
  at_service: 'It was made in Stripe and failed. Retry it there, or refund the buyer another way.',
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

function describeRefundState({ refundStatus }: OpenConcern): string {
  return refundStatus === 'succeeded'
    ? 'was refunded'
    : refundStatus === 'failed'
      ? 'could not be refunded'
      : 'is being refunded'
}

const REFUND_TITLES: Record<string, string> = {
  slot_taken: 'Paid after the time was taken',
  too_late: 'Paid after the session had begun',
  wrong_amount: 'Paid an amount that differs from the price',
  at_service: 'Refunded at the payment service',
  mentor_left: 'Paid for a former mentor',
}

const MISMATCH_TITLES: Record<string, string> = {
  paid_without_booking: 'Paid without a booking',
  paid_twice: 'Paid twice',
  not_settled: 'Paid, and not settled',
  wrong_amount: 'Amount differs from the booking',
  not_paid: 'Booked, and not paid',
  checkout_unknown: 'Checkout missing in Stripe',
  refund_not_ours: 'Refund missing in the ledger',
  refund_differs: 'A refund differs',
  refund_missing: 'Paid without a booking and not refunded',
  refund_unknown: 'Refund missing in Stripe',
  ledger_missing: 'Ledger entry missing',
}
