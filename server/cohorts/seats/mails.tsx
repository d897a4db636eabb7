/** The emails about a seat in a cohort: to its member, and to who leads the cohort. */
import type { CancelActor, CancelPolicy, RefundPercent } from '#domain/bookings/refunds/refund-rule'
import { findRefundRule, describeRefundRule } from '#domain/bookings/refunds/refund-rule'
import { POLICY_SENTENCES } from '#domain/bookings/refunds/policy-sentences'
import { dayAndYearIn } from '#domain/time/clock'
import { momentIn } from '#domain/time/moment-words'
import type { BookingMoney } from '#domain/payments/booking-money'
import { formatPence, toPence, type Pence } from '#domain/payments/money'
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
    pricePence: Pence
    paidAmountPence: Pence | null
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
  /** What became of the payment, as the email is sent. */
  money?: BookingMoney | null
}

const UTC = { timeZone: 'UTC', place: 'UTC' }

/** "Monday 2 September 2030" */
const day = (date: string) => dayAndYearIn(new Date(`${date}T12:00:00Z`), 'UTC')

const about = ({ title, mentorName, startsOn, endsOn }: SeatMail['seat']): Facts => [
  ['Cohort', title],
  ['Mentor', mentorName],
  ['Dates', `${day(startsOn)} to ${day(endsOn)}`],
]

const CARD = 'Card refunds usually take five to ten working days to show.'

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
      heading: 'A question for you',
      subject: `A question in “${seat.title}”`,
      before: [`${seat.menteeName} asks:`, ...splitParagraphs(question?.question ?? '')],
      link: pageUrl,
      button: 'Answer it',
      after: ['The whole cohort sees the question and your answer, without the member’s name.'],
    }
  }
  const hasLeft = kind === 'booking_cancelled'
  return {
    heading: hasLeft ? 'A member left your cohort' : 'A new member joined',
    subject: `${seat.menteeName} ${hasLeft ? 'has left' : 'has joined'} “${seat.title}”`,
    before: [
      hasLeft
        ? `${seat.menteeName} has left your cohort. The seat is free again.`
        : `${seat.menteeName} has joined your cohort.`,
    ],
    facts: [
      ['Cohort', seat.title],
      ['Dates', `${day(seat.startsOn)} to ${day(seat.endsOn)}`],
    ],
    link: pageUrl,
    button: 'See your members',
    after: [],
  }
}

const splitParagraphs = (text: string) => text.split(/\n{2,}/)

function answerPosted({ seat, pageUrl, question }: SeatMail): EmailContent {
  return {
    heading: 'Your question was answered',
    subject: `An answer in “${seat.title}”`,
    before: [
      'You asked:',
      ...splitParagraphs(question?.question ?? ''),
      `${seat.mentorName} answers:`,
      ...splitParagraphs(question?.answer ?? ''),
    ],
    link: pageUrl,
    button: 'Open your page',
    after: ['The whole cohort sees the question and this answer, without your name.'],
  }
}

function joined({ seat, pageUrl }: SeatMail): EmailContent {
  const free = seat.pricePence === 0
  return {
    heading: 'You have a seat',
    subject: `You have joined “${seat.title}”`,
    before: [
      free
        ? `You have a seat in “${seat.title}” with ${seat.mentorName}. It’s free: you weren’t charged and won’t be.`
        : `You have a seat in “${seat.title}” with ${seat.mentorName}, and it is paid.`,
    ],
    facts: [
      ...about(seat),
      free ? ['Price', 'Free'] : ['Paid', formatPence(seat.paidAmountPence ?? seat.pricePence)],
      ...(free ? [] : ([['Change', `${ownRefund(seat)}${POLICY_SENTENCES[seat.cancelPolicy]}`]] satisfies Facts)),
    ],
    link: pageUrl,
    button: 'Open your page',
    after: [
      'On your page you can see the schedule, tick tasks, ask the mentor, and give up your seat. Keep its link private: anyone with the link can open the page.',
      `On ${dayAndYearIn(seat.termsAcceptedAt, 'UTC')} you accepted the terms of ${seat.termsVersion} and requested that the cohort begins within the 14-day withdrawal period.`,
    ],
  }
}

/** This seat's last moment to give it up for free, before the general rule. */
function ownRefund(seat: SeatMail['seat']): string {
  const { paidAt } = seat
  return paidAt ? `${describeRefundRule(findRefundRule(seat, paidAt), 'UTC', paidAt, (at) => momentIn(at, UTC))} ` : ''
}

function left({ seat, money, cohortUrl }: SeatMail, { siteName }: Sender): EmailContent {
  const back = money ? toPence(money.returned + money.onTheWay + money.delayed) : toPence(0)
  return {
    heading: seat.cancelledBy === 'product' ? 'Your cohort was cancelled' : 'You gave up your seat',
    subject: seat.cancelledBy === 'product' ? `“${seat.title}” was cancelled` : `You have left “${seat.title}”`,
    before: [
      why(seat),
      ...(money
        ? [
            back === money.paid
              ? 'We’re refunding your payment in full to the card you paid with.'
              : back > 0
                ? `${formatPence(back)} of the ${formatPence(money.paid)} you paid is refunded to the card you paid with, by the cohort’s cancellation policy.`
                : 'There’s no refund, by the cohort’s cancellation policy.',
          ]
        : []),
    ],
    facts: [
      ...about(seat),
      ...(money
        ? ([
            ['Paid', formatPence(money.paid)],
            ['Refund', formatPence(back)],
          ] satisfies Facts)
        : []),
    ],
    after: [...(back > 0 ? [CARD] : []), `You can look for another cohort at ${siteName}.`],
    link: new URL('/cohorts', cohortUrl).href,
    button: 'See the cohorts',
  }
}

function why({ cancelledBy, title, mentorName }: SeatMail['seat']): string {
  switch (cancelledBy) {
    case 'mentee':
      return `You have given up your seat in “${title}” with ${mentorName}.`
    case 'product':
      return `“${title}” with ${mentorName} was withdrawn and won’t take place. We’re sorry.`
    default:
      return `We had to cancel your seat in “${title}” with ${mentorName}. We’re sorry.`
  }
}

function returned({ seat, cohortUrl }: SeatMail): EmailContent {
  const amount = formatPence(seat.paidAmountPence ?? seat.pricePence)
  return {
    heading: 'Your payment is being refunded',
    subject: `Your refund of ${amount} is on its way`,
    before: [
      `We couldn’t give you a seat in “${seat.title}”. When your payment arrived, it had started, was full or withdrawn, or the amount was wrong. You have not joined, and the whole ${amount} is refunded to the card you paid with.`,
    ],
    facts: [...about(seat), ['Refund', amount]],
    after: [CARD],
    link: cohortUrl,
    button: 'See the cohort',
  }
}

function given({ seat, money, pageUrl }: SeatMail): EmailContent {
  const back = money ? toPence(money.returned + money.onTheWay + money.delayed) : toPence(0)
  return {
    heading: 'You’re getting a partial refund',
    subject: `A refund for “${seat.title}”`,
    before: [`We’re refunding part of your payment for your seat in “${seat.title}” to the card you paid with.`],
    facts: [
      ['Paid', formatPence(money?.paid ?? seat.paidAmountPence ?? seat.pricePence)],
      ['Total refund', formatPence(back)],
    ],
    after: [CARD],
    link: pageUrl,
    button: 'Open your page',
  }
}

function toConfirm({ seat, confirmUrl }: SeatMail, { siteName }: Sender): EmailContent {
  if (!confirmUrl) throw new Error(`The email about a seat in ${seat.title} has no link to confirm`)
  return {
    heading: 'One step left',
    subject: `Confirm your free seat in “${seat.title}”`,
    before: [
      `A seat in “${seat.title}” with ${seat.mentorName} is held for you until ${momentIn(seat.payBefore, UTC)}. Open the page below and press the button to take it. It’s free.`,
    ],
    facts: [...about(seat), ['Price', 'Free']],
    link: confirmUrl,
    button: 'Confirm your seat',
    after: [`If you didn’t request this at ${siteName}, ignore this email. You won’t join anything.`],
  }
}
