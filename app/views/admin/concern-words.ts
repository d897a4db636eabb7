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
        title: REFUND_TITLES[concern.refundReason ?? ''] ?? 'Money went back',
        text: `The money ${describeRefundRule(concern)}. Look whether anything else is to be done.`,
        amount: refundPence,
        can: NOTHING,
      }
    case 'refund_failed':
      return {
        title: 'A refund did not go through',
        text: TEXTS_OF_FAILED[
          concern.refundReason === 'at_service' ? 'at_service' : concern.refundStatus === 'queued' ? 'queued' : 'failed'
        ],
        amount: refundPence,
        can: {
          settle: concern.refundReason === 'at_service' ? null : 'Send it again',
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
        can: { ...NOTHING, settle: 'Process it again' },
      }
    case 'mismatch':
      return {
        title: MISMATCH_TITLES[subject.split(':')[0]!] ?? 'The books differ',
        text: concern.what ? `${capital(concern.what)}. ${concern.repair}` : `The comparison says ${subject}.`,
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
        text: `“${describeMailKind(concern.mailKind ?? 'email')}” to the ${who}.${why}${canAgain ? '' : ' Its link is over: they can ask for a new one.'}`,
        amount: null,
        can: { ...NOTHING, settle: canAgain ? 'Send it again' : null },
      }
    }
    case 'webhook_off':
      return {
        title: 'An endpoint of webhooks was switched off',
        text: 'It failed for three days. Once its program works again, switch it on among the webhooks: that closes this.',
        amount: null,
        can: NOTHING,
      }
    case 'payout_impossible':
      return {
        title: 'A mentor who left cannot be paid',
        text: `${concern.leaverName ?? 'A mentor'} closed the account without bank details, and is owed what stands among the payouts. Ask at ${concern.leaverEmail ?? 'their address'} where to pay it, before the account is erased.`,
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
  failed:
    'It failed three times, and is not sent again by itself. Send it again, or give the money back in another way.',
  at_service:
    'It was made at the payment service, and failed. Make it there again, or give the money back in another way.',
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

function describeRefundRule({ refundStatus }: OpenConcern): string {
  return refundStatus === 'succeeded'
    ? 'has gone back'
    : refundStatus === 'failed'
      ? 'could not go back'
      : 'is on its way back'
}

const REFUND_TITLES: Record<string, string> = {
  slot_taken: 'Paid after the time was taken',
  too_late: 'Paid after the session had begun',
  wrong_amount: 'Paid another sum than the price',
  at_service: 'Refunded at the payment service',
  mentor_left: 'Paid for a mentor who had left',
}

const MISMATCH_TITLES: Record<string, string> = {
  paid_without_booking: 'Paid, and no booking is here',
  paid_twice: 'Paid twice',
  not_settled: 'Paid, and not settled',
  wrong_amount: 'Another sum than the booking says',
  not_paid: 'Booked, and not paid',
  checkout_unknown: 'A checkout that the payment service does not know',
  refund_not_ours: 'A refund that our books lack',
  refund_differs: 'A refund differs',
  refund_missing: 'Paid for nothing, and not returned',
  refund_unknown: 'A refund that the payment service does not know',
  ledger_missing: 'The ledger lacks an entry',
}
