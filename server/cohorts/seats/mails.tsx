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
        ? `${seat.menteeName} does not take part in your cohort any more. The seat is free again.`
        : `${seat.menteeName} takes part in your cohort.`,
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
    after: ['The whole cohort sees this answer with the question, without your name.'],
  }
}

function joined({ seat, pageUrl }: SeatMail): EmailContent {
  const free = seat.pricePence === 0
  return {
    heading: 'You have a seat',
    subject: `You have joined “${seat.title}”`,
    before: [
      free
        ? `You have a seat in “${seat.title}” with ${seat.mentorName}. It is free: nothing was charged, and nothing will be.`
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
      'On your page you find the schedule, tick your tasks, ask the mentor, and give up the seat if your plans change. Keep its link to yourself: it opens the page for anyone who has it.',
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
    heading: seat.cancelledBy === 'product' ? 'Your cohort does not take place' : 'Your seat is given up',
    subject: seat.cancelledBy === 'product' ? `“${seat.title}” does not take place` : `You have left “${seat.title}”`,
    before: [
      why(seat),
      ...(money
        ? [
            back === money.paid
              ? 'What you paid goes back to the card you paid with, in full.'
              : back > 0
                ? `${formatPence(back)} of the ${formatPence(money.paid)} that you paid goes back to the card you paid with, by the policy with which you joined.`
                : 'Nothing of what you paid goes back, by the policy with which you joined.',
          ]
        : []),
    ],
    facts: [
      ...about(seat),
      ...(money
        ? ([
            ['Paid', formatPence(money.paid)],
            ['Goes back', formatPence(back)],
          ] satisfies Facts)
        : []),
    ],
    after: [...(back > 0 ? [CARD] : []), `You are welcome to look for another cohort at ${siteName}.`],
    link: new URL('/cohorts', cohortUrl).href,
    button: 'See the cohorts',
  }
}

function why({ cancelledBy, title, mentorName }: SeatMail['seat']): string {
  switch (cancelledBy) {
    case 'mentee':
      return `You have given up your seat in “${title}” with ${mentorName}.`
    case 'product':
      return `“${title}” with ${mentorName} was withdrawn, so it does not take place. We are sorry.`
    default:
      return `We had to cancel your seat in “${title}” with ${mentorName}. We are sorry.`
  }
}

function returned({ seat, cohortUrl }: SeatMail): EmailContent {
  const amount = formatPence(seat.paidAmountPence ?? seat.pricePence)
  return {
    heading: 'Your payment is on its way back',
    subject: `Your payment of ${amount} is on its way back`,
    before: [
      `We could not give you a seat in “${seat.title}”: it had begun, was full or was withdrawn when your payment reached us, or the amount was not the price. You have not joined, and the whole ${amount} goes back to the card you paid with.`,
    ],
    facts: [...about(seat), ['Goes back', amount]],
    after: [CARD],
    link: cohortUrl,
    button: 'See the cohort',
  }
}

function given({ seat, money, pageUrl }: SeatMail): EmailContent {
  const back = money ? toPence(money.returned + money.onTheWay + money.delayed) : toPence(0)
  return {
    heading: 'Some of what you paid goes back',
    subject: `A refund for “${seat.title}”`,
    before: [`We give back some of what you paid for your seat in “${seat.title}”, to the card you paid with.`],
    facts: [
      ['Paid', formatPence(money?.paid ?? seat.paidAmountPence ?? seat.pricePence)],
      ['Goes back in all', formatPence(back)],
    ],
    after: [CARD],
    link: pageUrl,
    button: 'Open your page',
  }
}

function toConfirm({ seat, confirmUrl }: SeatMail, { siteName }: Sender): EmailContent {
  if (!confirmUrl) throw new Error(`The email about a seat in ${seat.title} has no link to confirm`)
  return {
    heading: 'One step is left',
    subject: `Confirm your free seat in “${seat.title}”`,
    before: [
      `A seat in “${seat.title}” with ${seat.mentorName} is held for you until ${momentIn(seat.payBefore, UTC)}. Open the page below and press the button there: then it is yours. It is free.`,
    ],
    facts: [...about(seat), ['Price', 'Free']],
    link: confirmUrl,
    button: 'Open the page that confirms it',
    after: [`If you did not ask for this at ${siteName}, do nothing: you join nothing, and the seat is free again.`],
  }
}
