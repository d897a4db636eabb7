/** The emails about one booking. Every time in them names its city, in the same words as on the pages. */
import { joinOpensAt } from '#domain/bookings/meeting'
import { menteeClock, mentorClock } from '#server/bookings/clocks'
import type { BookingMoney } from '#domain/payments/booking-money'
import { toMinorUnits, type MinorUnits } from '#domain/payments/money'
import {
  findRefundRule,
  lastFreeMoment,
  type CancelActor,
  type CancelPolicy,
  type RefundPercent,
} from '#domain/bookings/refunds/refund-rule'
import type { BookingStatus } from '#domain/bookings/booking'
import type { ProposalStatus } from '#domain/bookings/move-rule'
import * as m from '#messages/emails'
import { toParagraphs } from '#words/lists'
import { POLICY_SENTENCES } from '#words/bookings/policies'
import { describeRefundRule } from '#words/bookings/refund-rule'
import { momentIn, onBothClocks } from '#words/moments'
import { formatMoney } from '#words/prices'
import { listDiscount } from '#words/discounts/discount-line'
import { dayAndYearIn } from '#words/time'
import type { Facts, EmailContent, Sender } from '../../platform/mail/email.tsx'

export type BookingMail = {
  kind: 'booking_confirmed' | 'payment_returned' | 'confirm_address' | 'booking_cancelled' | 'refund_given'
  booking: {
    reference: string
    mentorName: string
    sessionTitle: string
    startsAt: Date
    minutes: number
    menteeTimeZone: string
    mentorTimeZone: string
    mentorHomeZone: string
    mentorLocation: string
    pricePence: MinorUnits
    currency: string
    discountCode?: string | null
    discountPence?: number
    paidAt: Date | null
    paidAmountPence: MinorUnits | null
    termsVersion: string
    termsAcceptedAt: Date
    earlyStartAskedAt: Date | null
    payBefore: Date
    cancelPolicy: CancelPolicy
    refundCeiling: RefundPercent
    cancelledBy: CancelActor | null
    cancelMessage: string
    lastProposal: ProposalStatus | null
    status: BookingStatus
    /** Someone other than the mentee has paid: this says nothing of their payment. */
    paidByOther?: boolean
  }
  /** Sentences about clock changes around the session. */
  clockNotes?: string[]
  /** When it was before an admin moved it. */
  movedFrom?: { at: Date; mentorZone: string } | null
  /** Other free times with the mentor, each with the mentor's zone at that time. */
  nextFree?: { startsAt: Date; mentorZone: string }[]
  /** The link that confirms a free session. */
  confirmUrl?: string
  /** The booking's own page, with the secret that opens it. */
  pageUrl: string
  /** The page to choose another time. */
  bookUrl?: string
  /** The payment came late, and the discount code was used up by then. */
  codeUsedUp?: boolean
  /** What became of the payment, as the email is sent. */
  money?: BookingMoney | null
  /** Of a session that was paid with a package: what became of its credit. */
  credit?: 'taken' | 'returned' | 'refunded' | null
}

const writers = {
  booking_confirmed: confirmed,
  payment_returned: returned,
  confirm_address: toConfirm,
  booking_cancelled: cancelled,
  refund_given: given,
}

export function bookingEmail(mail: BookingMail, sender: Sender): EmailContent {
  return writers[mail.kind](mail, sender)
}

function confirmed({ booking, clockNotes = [], movedFrom, pageUrl, credit }: BookingMail): EmailContent {
  const free = booking.pricePence === 0
  const amount = formatMoney(booking.paidAmountPence ?? booking.pricePence, booking.currency)
  const paid = credit ? m.paidWithPackage({ amount }) : amount
  return {
    heading: m.bookedHeading(),
    subject: m.bookedSubject({
      title: booking.sessionTitle,
      name: booking.mentorName,
      time: momentIn(booking.startsAt, menteeClock(booking)),
    }),
    before: [
      (free ? m.bookedFree : credit ? m.bookedWithCredit : m.bookedPaid)({ name: booking.mentorName }),
      ...(movedFrom ? [m.bookedOtherTimeYou()] : []),
    ],
    link: pageUrl,
    button: m.openYourBooking(),
    facts: [
      ...(movedFrom
        ? ([
            [m.before(), onBothClocks(movedFrom.at, menteeClock(booking), mentorClock(booking, movedFrom.mentorZone))],
          ] satisfies Facts)
        : []),
      ...(booking.paidByOther ? [] : listDiscount(booking)),
      free ? [m.price(), m.free()] : [m.paid(), booking.paidByOther ? m.bySomeoneElse() : paid],
      ...(free ? [] : ([[m.change(), credit ? creditRule(booking) : ownRule(booking)]] satisfies Facts)),
      [m.join(), m.joinFrom({ time: momentIn(joinOpensAt(booking), menteeClock(booking)) })],
    ],
    after: [...toParagraphs(clockNotes), m.cancelOnPage(), agreed(booking)],
  }
}

/** Until when cancelling gives a session back to its package. */
function creditRule(booking: BookingMail['booking']): string {
  const until = booking.paidAt && lastFreeMoment(findRefundRule(booking, booking.paidAt))
  return until ? m.creditRule({ until: momentIn(until, menteeClock(booking)) }) : m.creditNoRule()
}

const ownRule = (booking: BookingMail['booking']): string =>
  `${ownRefund(booking)}${POLICY_SENTENCES[booking.cancelPolicy]()}`

/** This booking's last moment to cancel for free, before the general rule. */
function ownRefund(booking: BookingMail['booking']): string {
  const { paidAt } = booking
  if (!paidAt) return ''
  const clock = menteeClock(booking)
  return `${describeRefundRule(findRefundRule(booking, paidAt), clock.timeZone, paidAt, (at) => momentIn(at, clock))} `
}

/** What the buyer accepted, so that both sides have it in writing. */
function agreed(booking: BookingMail['booking']): string {
  const { termsVersion: version, termsAcceptedAt: at, menteeTimeZone: zone } = booking
  return m.acceptedTerms({ date: dayAndYearIn(at, zone), version, early: booking.earlyStartAskedAt !== null })
}

function returned({ booking, nextFree = [], bookUrl, codeUsedUp }: BookingMail, sender: Sender): EmailContent {
  const amount = formatMoney(booking.paidAmountPence ?? booking.pricePence, booking.currency)
  const intro = codeUsedUp ? m.returnedCode : booking.paidByOther ? m.returnedIntroOther : m.returnedIntro
  return {
    heading: m.returnedHeading(),
    subject: m.returnedSubject({ amount }),
    before: [intro({ name: booking.mentorName, amount })],
    link: bookUrl,
    button: m.chooseAnotherTime(),
    facts: [
      [m.refund(), amount],
      ...nextFree.map(({ startsAt, mentorZone }, index): [string, string] => [
        m.freeTime({ number: index + 1 }),
        onBothClocks(startsAt, menteeClock(booking), mentorClock(booking, mentorZone)),
      ]),
    ],
    after: [
      m.cardRefundDays(),
      nextFree.length > 0
        ? m.returnedFreeTimes({ name: booking.mentorName })
        : m.returnedChooseTime({ siteName: sender.siteName }),
    ],
  }
}

function cancelled({ booking, money, pageUrl, credit }: BookingMail, sender: Sender): EmailContent {
  const back = money ? toMinorUnits(money.returned + money.onTheWay + money.delayed) : toMinorUnits(0)
  return {
    heading: m.cancelledHeading(),
    subject: m.cancelledSubject({
      title: booking.sessionTitle,
      name: booking.mentorName,
      time: momentIn(booking.startsAt, menteeClock(booking)),
    }),
    before: [
      cancelledBecause(booking, sender),
      ...(booking.cancelMessage
        ? [m.wrote({ name: booking.mentorName }), ...splitParagraphs(m.quoted({ text: booking.cancelMessage }))]
        : []),
      ...(money ? [goesBack(back, money, booking.paidByOther)] : []),
      ...(credit ? [CREDIT_WORDS[credit]({ amount: formatMoney(booking.pricePence, booking.currency) })] : []),
    ],
    facts: money
      ? [
          [m.paid(), formatMoney(money.paid, money.currency)],
          [m.refund(), formatMoney(back, money.currency)],
        ]
      : [],
    after: [...(back > 0 ? [m.cardRefundDays()] : []), m.chooseAnotherMentor({ siteName: sender.siteName })],
    link: pageUrl,
    button: m.openYourBooking(),
  }
}

const splitParagraphs = (text: string) => text.split(/\n{2,}/)

const CREDIT_WORDS = {
  taken: () => m.creditUsed(),
  returned: () => m.creditReturned(),
  refunded: m.creditRefunded,
}

function given({ booking, money, pageUrl }: BookingMail): EmailContent {
  const paid = money?.paid ?? booking.paidAmountPence ?? booking.pricePence
  const back = money ? toMinorUnits(money.returned + money.onTheWay + money.delayed) : toMinorUnits(0)
  const stays = ['confirmed', 'completed'].includes(booking.status)
  return {
    heading: m.refundGivenHeading(),
    subject: m.refundGivenSubject({ title: booking.sessionTitle, name: booking.mentorName }),
    before: [(booking.paidByOther ? m.refundGivenIntroOther : m.refundGivenIntro)({ name: booking.mentorName, stays })],
    facts: [
      [m.paid(), formatMoney(paid, booking.currency)],
      [m.totalRefund(), formatMoney(back, booking.currency)],
    ],
    after: [m.cardRefundDays()],
    link: pageUrl,
    button: m.openYourBooking(),
  }
}

function goesBack(back: MinorUnits, { paid, currency }: BookingMoney, byOther = false): string {
  if (back === paid) return byOther ? m.refundFullOther() : m.refundFull()
  if (back === 0) return m.refundNone()
  const amounts = { refund: formatMoney(back, currency), paid: formatMoney(paid, currency) }
  return byOther ? m.refundPartOther(amounts) : m.refundPart(amounts)
}

function cancelledBecause(
  { cancelledBy, mentorName, lastProposal }: BookingMail['booking'],
  { siteName }: Sender,
): string {
  if (lastProposal === 'declined') return m.cancelledDeclined({ name: mentorName })
  if (lastProposal === 'unanswered') return m.cancelledUnanswered({ name: mentorName })
  switch (cancelledBy) {
    case 'mentee':
      return m.cancelledByYou({ name: mentorName })
    case 'mentor':
      return m.cancelledByMentor({ name: mentorName })
    case 'admin':
      return m.cancelledByUs({ name: mentorName })
    default:
      return m.cancelledMentorGone({ name: mentorName, siteName })
  }
}

function toConfirm({ booking, clockNotes = [], confirmUrl }: BookingMail, sender: Sender): EmailContent {
  if (!confirmUrl) throw new Error(`The email about ${booking.reference} has no link to confirm`)
  const until = momentIn(booking.payBefore, menteeClock(booking))
  return {
    heading: m.confirmHeading(),
    subject: m.confirmSubject({ name: booking.mentorName }),
    before: [m.confirmIntro({ name: booking.mentorName, time: until })],
    after: [...toParagraphs(clockNotes), m.confirmNotRequested({ siteName: sender.siteName })],
    facts: [[m.price(), m.free()]],
    link: confirmUrl,
    button: m.confirmSession(),
  }
}
