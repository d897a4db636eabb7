/** The emails about a seat in a cohort: to its member, and to who leads the cohort. */
import type { CancelActor, CancelPolicy, RefundPercent } from '#domain/bookings/refunds/refund-rule'
import { findRefundRule } from '#domain/bookings/refunds/refund-rule'
import type { BookingMoney } from '#domain/payments/booking-money'
import { toMinorUnits, type MinorUnits } from '#domain/payments/money'
import * as m from '#messages/emails'
import { listDiscount } from '#words/discounts/discount-line'
import { POLICY_SENTENCES } from '#words/bookings/policies'
import { describeRefundRule } from '#words/bookings/refund-rule'
import { momentIn } from '#words/moments'
import { formatMoney } from '#words/prices'
import { dayAndYearIn, dayAndYearOfKey } from '#words/time'
import type { Facts, EmailContent, Sender } from '../../platform/mail/email.tsx'

export type SeatMailKind =
  | 'booking_confirmed'
  | 'booking_cancelled'
  | 'payment_returned'
  | 'refund_given'
  | 'confirm_address'
  | 'question'
  | 'answer'

export type SeatMail = {
  kind: SeatMailKind
  recipient: 'mentee' | 'mentor'
  seat: {
    title: string
    mentorName: string
    menteeName: string
    startsOn: string
    endsOn: string
    startsAt: Date
    pricePence: MinorUnits
    currency: string
    discountCode?: string | null
    discountPence?: number
    paidAmountPence: MinorUnits | null
    paidAt: Date | null
    payBefore: Date
    termsVersion: string
    termsAcceptedAt: Date
    cancelPolicy: CancelPolicy
    refundCeiling: RefundPercent
    cancelledBy: CancelActor | null
  }
  /** The member's own page with the secret that opens it, or the cohort's page of members. */
  pageUrl: string
  /** The cohort's public page. */
  cohortUrl: string
  /** The link that confirms a free seat. */
  confirmUrl?: string
  /** A member's question and its reply. */
  question?: { question: string; answer: string | null }
  /** The payment came late, and the discount code was used up by then. */
  codeUsedUp?: boolean
  /** What became of the payment, as the email is sent. */
  money?: BookingMoney | null
}

const UTC = { timeZone: 'UTC', place: 'UTC' }

const about = ({ title, mentorName, startsOn, endsOn }: SeatMail['seat']): Facts => [
  [m.cohort(), title],
  [m.mentor(), mentorName],
  [m.dates(), m.dateRange({ from: dayAndYearOfKey(startsOn), to: dayAndYearOfKey(endsOn) })],
]

const writers: Record<SeatMailKind, (mail: SeatMail, sender: Sender) => EmailContent> = {
  booking_confirmed: joined,
  booking_cancelled: left,
  payment_returned: returned,
  refund_given: given,
  confirm_address: toConfirm,
  question: toMentor,
  answer: answerPosted,
}

export function seatEmail(mail: SeatMail, sender: Sender): EmailContent {
  if (mail.recipient === 'mentor') return toMentor(mail)
  return writers[mail.kind](mail, sender)
}

/** To who leads the cohort: never the member's address. */
function toMentor({ kind, seat, pageUrl, question }: SeatMail): EmailContent {
  if (kind === 'question') {
    return {
      heading: m.questionHeading(),
      subject: m.questionSubject({ title: seat.title }),
      before: [m.asks({ name: seat.menteeName }), ...splitParagraphs(question?.question ?? '')],
      link: pageUrl,
      button: m.answerQuestion(),
      after: [m.questionSeenByAll()],
    }
  }
  const hasLeft = kind === 'booking_cancelled'
  return {
    heading: hasLeft ? m.memberLeftHeading() : m.memberJoinedHeading(),
    subject: hasLeft
      ? m.memberLeftSubject({ name: seat.menteeName, title: seat.title })
      : m.memberJoinedSubject({ name: seat.menteeName, title: seat.title }),
    before: [hasLeft ? m.memberLeftIntro({ name: seat.menteeName }) : m.memberJoinedIntro({ name: seat.menteeName })],
    facts: [
      [m.cohort(), seat.title],
      [m.dates(), m.dateRange({ from: dayAndYearOfKey(seat.startsOn), to: dayAndYearOfKey(seat.endsOn) })],
    ],
    link: pageUrl,
    button: m.seeMembers(),
    after: [],
  }
}

const splitParagraphs = (text: string) => text.split(/\n{2,}/)

function answerPosted({ seat, pageUrl, question }: SeatMail): EmailContent {
  return {
    heading: m.answerHeading(),
    subject: m.answerSubject({ title: seat.title }),
    before: [
      m.youAsked(),
      ...splitParagraphs(question?.question ?? ''),
      m.answers({ name: seat.mentorName }),
      ...splitParagraphs(question?.answer ?? ''),
    ],
    link: pageUrl,
    button: m.openYourPage(),
    after: [m.answerSeenByAll()],
  }
}

function joined({ seat, pageUrl }: SeatMail): EmailContent {
  const free = seat.pricePence === 0
  return {
    heading: m.seatHeading(),
    subject: m.seatSubject({ title: seat.title }),
    before: [
      free
        ? m.seatFree({ title: seat.title, name: seat.mentorName })
        : m.seatPaid({ title: seat.title, name: seat.mentorName }),
    ],
    facts: [
      ...about(seat),
      ...listDiscount(seat),
      free ? [m.price(), m.free()] : [m.paid(), formatMoney(seat.paidAmountPence ?? seat.pricePence, seat.currency)],
      ...(free ? [] : ([[m.change(), `${ownRefund(seat)}${POLICY_SENTENCES[seat.cancelPolicy]()}`]] satisfies Facts)),
    ],
    link: pageUrl,
    button: m.openYourPage(),
    after: [
      m.seatOnPage(),
      m.seatAcceptedTerms({ date: dayAndYearIn(seat.termsAcceptedAt, 'UTC'), version: seat.termsVersion }),
    ],
  }
}

/** This seat's last moment to give it up for free, before the general rule. */
function ownRefund(seat: SeatMail['seat']): string {
  const { paidAt } = seat
  return paidAt ? `${describeRefundRule(findRefundRule(seat, paidAt), 'UTC', paidAt, (at) => momentIn(at, UTC))} ` : ''
}

function left({ seat, money, cohortUrl }: SeatMail, { siteName }: Sender): EmailContent {
  const back = money ? toMinorUnits(money.returned + money.onTheWay + money.delayed) : toMinorUnits(0)
  return {
    heading: seat.cancelledBy === 'product' ? m.cohortCancelledHeading() : m.seatLeftHeading(),
    subject:
      seat.cancelledBy === 'product'
        ? m.cohortCancelledSubject({ title: seat.title })
        : m.seatLeftSubject({ title: seat.title }),
    before: [
      why(seat),
      ...(money
        ? [
            back === money.paid
              ? m.refundFull()
              : back > 0
                ? m.seatRefundPart({
                    refund: formatMoney(back, money.currency),
                    paid: formatMoney(money.paid, money.currency),
                  })
                : m.seatRefundNone(),
          ]
        : []),
    ],
    facts: [
      ...about(seat),
      ...(money
        ? ([
            [m.paid(), formatMoney(money.paid, money.currency)],
            [m.refund(), formatMoney(back, money.currency)],
          ] satisfies Facts)
        : []),
    ],
    after: [...(back > 0 ? [m.cardRefundDays()] : []), m.lookForCohort({ siteName })],
    link: new URL('/cohorts', cohortUrl).href,
    button: m.seeCohorts(),
  }
}

function why({ cancelledBy, title, mentorName }: SeatMail['seat']): string {
  switch (cancelledBy) {
    case 'mentee':
      return m.seatLeftByYou({ title, name: mentorName })
    case 'product':
      return m.seatLeftWithdrawn({ title, name: mentorName })
    default:
      return m.seatLeftByUs({ title, name: mentorName })
  }
}

function returned({ seat, cohortUrl, codeUsedUp }: SeatMail): EmailContent {
  const amount = formatMoney(seat.paidAmountPence ?? seat.pricePence, seat.currency)
  return {
    heading: m.returnedHeading(),
    subject: m.returnedSubject({ amount }),
    before: [(codeUsedUp ? m.seatReturnedCode : m.seatReturnedIntro)({ title: seat.title, amount })],
    facts: [...about(seat), [m.refund(), amount]],
    after: [m.cardRefundDays()],
    link: cohortUrl,
    button: m.seeCohort(),
  }
}

function given({ seat, money, pageUrl }: SeatMail): EmailContent {
  const back = money ? toMinorUnits(money.returned + money.onTheWay + money.delayed) : toMinorUnits(0)
  return {
    heading: m.refundGivenHeading(),
    subject: m.seatRefundSubject({ title: seat.title }),
    before: [m.seatRefundIntro({ title: seat.title })],
    facts: [
      [m.paid(), formatMoney(money?.paid ?? seat.paidAmountPence ?? seat.pricePence, seat.currency)],
      [m.totalRefund(), formatMoney(back, seat.currency)],
    ],
    after: [m.cardRefundDays()],
    link: pageUrl,
    button: m.openYourPage(),
  }
}

function toConfirm({ seat, confirmUrl }: SeatMail, { siteName }: Sender): EmailContent {
  if (!confirmUrl) throw new Error(`The email about a seat in ${seat.title} has no link to confirm`)
  return {
    heading: m.confirmHeading(),
    subject: m.seatConfirmSubject({ title: seat.title }),
    before: [m.seatConfirmIntro({ title: seat.title, name: seat.mentorName, time: momentIn(seat.payBefore, UTC) })],
    facts: [...about(seat), [m.price(), m.free()]],
    link: confirmUrl,
    button: m.confirmSeat(),
    after: [m.seatConfirmNotRequested({ siteName })],
  }
}
