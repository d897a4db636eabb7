/** Concerns in words: what happened, and what can be done about it. Server side. */
import { findConflictOfInterest, type Decider } from '#domain/accounts/conflict-of-interest'
import type { MinorUnits, Money } from '#domain/payments/money'
import { listBookingPeople } from '#server/bookings/conflicts-of-interest'
import type { OpenConcern } from '#server/platform/concerns-queries'
import * as m from '#messages/admin'
import { capitalize } from '#words/capitalize'
import { joinSentences } from '#words/lists'
import { formatMoney } from '#words/prices'
import { shortMomentIn, cityMomentIn } from '#words/time'
import { describeTransferRefusal } from '#words/payouts/transfer-refusal'
import type { ConcernView } from '../../ui/admin/bookings/concerns.tsx'
import { describeMailKind, describeRecipient } from './mail-words.ts'

/** What is decided elsewhere: these have forms of their own. */
export const isDecidedElsewhere = ({ kind }: OpenConcern) =>
  kind === 'no_show_contested' || kind === 'problem_reported' || kind === 'feedback_reported'

export function concernView(concern: OpenConcern, decider: Decider, zone: string): ConcernView {
  const { title, text, amount, can } = describeConcern(concern, zone)
  return {
    id: concern.id,
    title,
    amount: amount && formatMoney(amount.amount, amount.currency),
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
  const { menteeName, mentorName, sessionTitle, startsAt, mentorTimeZone, paidAt, packageSessions: count } = concern
  if (!menteeName || !startsAt || !mentorTimeZone) return ''
  const booked = { name: menteeName, session: sessionTitle ?? '' }
  const paid = toMoney(concern.paidAmountPence, concern.currency)
  const payment =
    paidAt && paid ? { sum: formatMoney(paid.amount, paid.currency), at: shortMomentIn(paidAt, zone) } : null
  if (count !== null) {
    const bought = { ...booked, count, mentor: mentorName ?? '' }
    return [
      payment ? m.paidForPackage({ ...bought, ...payment }) : m.orderedPackage(bought),
      BOOKING_STATES[concern.bookingStatus!](),
    ].join(' ')
  }
  return [
    mentorName
      ? describeBookedSession({ ...booked, mentor: mentorName, time: cityMomentIn(startsAt, mentorTimeZone) }, payment)
      : payment
        ? m.paidForSeat({ ...booked, ...payment })
        : m.bookedSeat(booked),
    BOOKING_STATES[concern.bookingStatus!](),
  ].join(' ')
}

type BookedSession = { name: string; session: string; mentor: string; time: string }

const describeBookedSession = (booked: BookedSession, payment: { sum: string; at: string } | null) =>
  payment ? m.paidForSession({ ...booked, ...payment }) : m.bookedSession(booked)

const BOOKING_STATES = {
  held: m.bookingIsHeld,
  confirmed: m.bookingIsConfirmed,
  completed: m.bookingIsCompleted,
  no_show: m.bookingIsNoShow,
  cancelled: m.bookingIsCancelled,
  expired: m.bookingIsExpired,
}

type Words = { title: string; text: string; amount: Money | null; can: ConcernView['can'] }

const toMoney = (amount: MinorUnits | null, currency: string | null): Money | null =>
  amount === null || currency === null ? null : { amount, currency }

const NOTHING = { settle: null, refund: false, rebook: false }

function describeConcern(concern: OpenConcern, zone: string): Words {
  const { kind, subject } = concern
  const refund = toMoney(concern.refundPence, concern.refundCurrency)
  const isKept = concern.paidAt !== null && concern.bookingStatus === 'expired'
  const isPackage = concern.packageSessions !== null
  switch (kind) {
    case 'refund_made':
      return {
        title: (REFUND_TITLES[concern.refundReason ?? ''] ?? m.moneyRefunded)(),
        text: joinSentences(describeRefund(concern), isPackageKept(concern) ? m.packageKept() : ''),
        amount: refund,
        can: NOTHING,
      }
    case 'refund_failed':
      return {
        title: m.refundFailed(),
        text: TEXTS_OF_FAILED[
          concern.refundReason === 'at_service' ? 'at_service' : concern.refundStatus === 'queued' ? 'queued' : 'failed'
        ](),
        amount: refund,
        can: {
          settle: concern.refundReason === 'at_service' ? null : m.resend(),
          refund: false,
          rebook: isKept && !isPackage && concern.refundStatus === 'failed',
        },
      }
    case 'transfer_failed':
      return {
        title: m.transferFailed(),
        text: joinSentences(
          concern.transferRefusal === null ? '' : describeTransferRefusal(concern.transferRefusal),
          m.transferFailedNote(),
        ),
        amount: toMoney(concern.transferPence, concern.transferCurrency),
        can: NOTHING,
      }
    case 'dispute':
      return {
        title: m.bankTakesBack(),
        text: m.disputeNote({ status: (concern.disputeStatus ?? 'open').replaceAll('_', ' ') }),
        amount: toMoney(concern.disputed, concern.disputeCurrency),
        can: NOTHING,
      }
    case 'event_failed':
      return {
        title: m.eventFailed(),
        text: m.eventFailedNote({ event: concern.eventType ?? subject }),
        amount: null,
        can: { ...NOTHING, settle: m.processAgain() },
      }
    case 'mismatch':
      return {
        title: (MISMATCH_TITLES[subject.split(':')[0]!] ?? m.booksDifference)(),
        text: concern.what
          ? m.differenceWithRepair({ difference: capitalize(concern.what), repair: concern.repair ?? '' })
          : m.differenceOf({ subject }),
        amount: toMoney(concern.paidAmountPence, concern.currency),
        can: {
          settle: concern.reference ? m.settleAgain() : null,
          refund: isKept,
          rebook: isKept && !isPackage,
        },
      }
    case 'mail_not_sent':
    case 'mail_bounced': {
      const canAgain = concern.mailAbout === 'booking' || concern.mailAbout === 'mentor'
      return {
        title: kind === 'mail_bounced' ? m.emailCameBack() : m.emailNotSent(),
        text: [
          m.mailTo({
            mail: describeMailKind(concern.mailKind ?? 'email'),
            to: describeRecipient(concern.mailRecipient),
          }),
          concern.mailReason && m.serverSaid({ reason: concern.mailReason }),
          !canAgain && m.mailLinkExpired(),
        ]
          .filter(Boolean)
          .join(' '),
        amount: null,
        can: { ...NOTHING, settle: canAgain ? m.resend() : null },
      }
    }
    case 'webhook_off':
      return {
        title: m.endpointDisabled(),
        text: m.endpointDisabledNote(),
        amount: null,
        can: NOTHING,
      }
    case 'payout_impossible':
      return {
        title: m.payoutImpossible(),
        text: m.payoutImpossibleNote({
          name: concern.leaverName ?? m.aMentor(),
          hasEmail: concern.leaverEmail !== null,
          email: concern.leaverEmail ?? '',
        }),
        amount: null,
        can: NOTHING,
      }
    default:
      return {
        title: capitalize(kind.replaceAll('_', ' ')),
        text: shortMomentIn(concern.createdAt, zone),
        amount: null,
        can: NOTHING,
      }
  }
}

const TEXTS_OF_FAILED = {
  queued: m.refundRefused,
  failed: m.refundFailedThrice,
  at_service: m.stripeRefundFailed,
}

function describeRefund({ refundStatus }: OpenConcern): string {
  if (refundStatus === 'succeeded') return m.moneyWasRefunded()
  return refundStatus === 'failed' ? m.moneyNotRefunded() : m.moneyBeingRefunded()
}

/** Money of a package went back by a refund that is not ours: it was not cancelled, so its credits are open. */
const isPackageKept = ({ packageSessions, refundReason, bookingStatus }: OpenConcern) =>
  packageSessions !== null && refundReason === 'at_service' && bookingStatus === 'confirmed'

const REFUND_TITLES: Record<string, () => string> = {
  slot_taken: m.paidTimeTaken,
  too_late: m.paidTooLate,
  wrong_amount: m.paidWrongAmount,
  at_service: m.refundedAtService,
  mentor_left: m.paidFormerMentor,
  code_used_up: m.paidCodeUsedUp,
}

const MISMATCH_TITLES: Record<string, () => string> = {
  paid_without_booking: m.paidWithoutBooking,
  paid_twice: m.paidTwice,
  not_settled: m.paidNotSettled,
  wrong_amount: m.bookingAmountDiffers,
  not_paid: m.bookedNotPaid,
  checkout_unknown: m.checkoutMissing,
  refund_not_ours: m.refundNotInLedger,
  refund_differs: m.refundDiffers,
  refund_missing: m.paidNotRefunded,
  refund_unknown: m.refundMissing,
  ledger_missing: m.ledgerMissing,
  transfer_not_ours: m.transferNotInLedger,
  transfer_differs: m.transferDiffers,
  transfer_missing: m.transferNotSent,
  transfer_unknown: m.transferMissing,
  reversal_differs: m.reversalDiffers,
  reversal_missing: m.reversalNotSent,
}
