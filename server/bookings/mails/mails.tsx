/** The emails about one booking. Every time in them names its city, in the same words as on the pages. */
import { joinOpensAt } from '#domain/bookings/meeting'
import { menteeClock, mentorClock } from '#domain/bookings/clocks'
import { dayAndYearIn } from '#domain/time/clock'
import { momentIn, onBothClocks } from '#domain/time/moment-words'
import type { BookingMoney } from '#domain/payments/booking-money'
import { formatPence, toPence, type Pence } from '#domain/payments/money'
import {
  findRefundRule,
  describeRefundRule,
  type CancelActor,
  type CancelPolicy,
  type RefundPercent,
} from '#domain/bookings/refunds/refund-rule'
import type { BookingStatus } from '#domain/bookings/booking'
import type { ProposalStatus } from '#domain/bookings/move-rule'
import { POLICY_SENTENCES } from '#domain/bookings/refunds/policy-sentences'
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
    pricePence: Pence
    paidAt: Date | null
    paidAmountPence: Pence | null
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
  /** What became of the payment, as the email is sent. */
  money?: BookingMoney | null
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

function confirmed({ booking, clockNotes = [], movedFrom, pageUrl }: BookingMail): EmailContent {
  const free = booking.pricePence === 0
  const paid = formatPence(booking.paidAmountPence ?? booking.pricePence)
  return {
    heading: 'Your session is booked',
    subject: `Booked: ${booking.sessionTitle} with ${booking.mentorName}, ${momentIn(booking.startsAt, menteeClock(booking))}`,
    before: [
      free
        ? `Your session with ${booking.mentorName} is booked. It’s free: you weren’t charged and won’t be.`
        : `Your session with ${booking.mentorName} is booked and paid.`,
      ...(movedFrom ? ['We booked it at a different time than the one you chose.'] : []),
    ],
    link: pageUrl,
    button: 'Open your booking',
    facts: [
      ...(movedFrom
        ? ([
            ['Before', onBothClocks(movedFrom.at, menteeClock(booking), mentorClock(booking, movedFrom.mentorZone))],
          ] satisfies Facts)
        : []),
      free ? ['Price', 'Free'] : ['Paid', paid],
      ...(free ? [] : ([['Change', `${ownRefund(booking)}${POLICY_SENTENCES[booking.cancelPolicy]}`]] satisfies Facts)),
      ['Join', `From ${momentIn(joinOpensAt(booking), menteeClock(booking))}, on your booking’s page.`],
    ],
    after: [
      ...(clockNotes.length > 0 ? [clockNotes.join(' ')] : []),
      'You can also cancel on your booking’s page. Keep its link private: anyone with the link can open the booking.',
      agreed(booking),
    ],
  }
}

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
  const early = booking.earlyStartAskedAt ? ' and requested this session within the 14-day withdrawal period' : ''
  return `On ${dayAndYearIn(at, zone)} you accepted the terms of ${version}${early}.`
}

function returned({ booking, nextFree = [], bookUrl }: BookingMail, sender: Sender): EmailContent {
  const amount = formatPence(booking.paidAmountPence ?? booking.pricePence)
  return {
    heading: 'Your payment is being refunded',
    subject: `Your refund of ${amount} is on its way`,
    before: [
      `We couldn’t confirm your session with ${booking.mentorName}. When your payment arrived, it had started, the time was taken, or the amount was wrong. Nothing is booked, and the whole ${amount} is refunded to the card you paid with.`,
    ],
    link: bookUrl,
    button: 'Choose another time',
    facts: [
      ['Refund', amount],
      ...nextFree.map(({ startsAt, mentorZone }, index): [string, string] => [
        `Free time ${index + 1}`,
        onBothClocks(startsAt, menteeClock(booking), mentorClock(booking, mentorZone)),
      ]),
    ],
    after: [
      'Card refunds usually take five to ten working days to show.',
      nextFree.length > 0
        ? `The times above with ${booking.mentorName} were free when we sent this. Use the link to see all times.`
        : `You can choose another time at ${sender.siteName}.`,
    ],
  }
}

function cancelled({ booking, money, pageUrl }: BookingMail, sender: Sender): EmailContent {
  const back = money ? toPence(money.returned + money.onTheWay + money.delayed) : toPence(0)
  return {
    heading: 'Your session is cancelled',
    subject: `Cancelled: ${booking.sessionTitle} with ${booking.mentorName}, ${momentIn(booking.startsAt, menteeClock(booking))}`,
    before: [
      cancelledBecause(booking, sender),
      ...(booking.cancelMessage
        ? [`${booking.mentorName} wrote:`, ...splitParagraphs(`“${booking.cancelMessage}”`)]
        : []),
      ...(money ? [goesBack(back, money)] : []),
    ],
    facts: money
      ? [
          ['Paid', formatPence(money.paid)],
          ['Refund', formatPence(back)],
        ]
      : [],
    after: [
      ...(back > 0 ? ['Card refunds usually take five to ten working days to show.'] : []),
      `You can choose another mentor at ${sender.siteName}.`,
    ],
    link: pageUrl,
    button: 'Open your booking',
  }
}

const splitParagraphs = (text: string) => text.split(/\n{2,}/)

function given({ booking, money, pageUrl }: BookingMail): EmailContent {
  const paid = money?.paid ?? booking.paidAmountPence ?? booking.pricePence
  const back = money ? toPence(money.returned + money.onTheWay + money.delayed) : toPence(0)
  const stays = ['confirmed', 'completed'].includes(booking.status)
  return {
    heading: 'You’re getting a partial refund',
    subject: `A refund for ${booking.sessionTitle} with ${booking.mentorName}`,
    before: [
      `We’re refunding part of your payment for your session with ${booking.mentorName} to the card you paid with.${stays ? ' Nothing else about the booking changes.' : ''}`,
    ],
    facts: [
      ['Paid', formatPence(paid)],
      ['Total refund', formatPence(back)],
    ],
    after: ['Card refunds usually take five to ten working days to show.'],
    link: pageUrl,
    button: 'Open your booking',
  }
}

function goesBack(back: Pence, { paid }: BookingMoney): string {
  if (back === paid) return 'We’re refunding your payment in full to the card you paid with.'
  return back > 0
    ? `${formatPence(back)} of the ${formatPence(paid)} you paid is refunded to the card you paid with, by your booking’s cancellation policy.`
    : 'There’s no refund, by your booking’s cancellation policy.'
}

function cancelledBecause(
  { cancelledBy, mentorName, lastProposal }: BookingMail['booking'],
  { siteName }: Sender,
): string {
  if (lastProposal === 'declined')
    return `${mentorName} couldn’t make the booked time, and none of the other times suited you, so the session is cancelled.`
  if (lastProposal === 'unanswered')
    return `${mentorName} couldn’t make the booked time and offered others. We didn’t get your reply in time, so the session is cancelled.`
  switch (cancelledBy) {
    case 'mentee':
      return `You have cancelled your session with ${mentorName}.`
    case 'mentor':
      return `${mentorName} had to cancel this session. We’re sorry.`
    case 'admin':
      return `We had to cancel your session with ${mentorName}. We’re sorry.`
    default:
      return `${mentorName} is no longer a mentor at ${siteName}, so your session is cancelled. We’re sorry.`
  }
}

function toConfirm({ booking, clockNotes = [], confirmUrl }: BookingMail, sender: Sender): EmailContent {
  if (!confirmUrl) throw new Error(`The email about ${booking.reference} has no link to confirm`)
  const until = momentIn(booking.payBefore, menteeClock(booking))
  return {
    heading: 'One step left',
    subject: `Confirm your free session with ${booking.mentorName}`,
    before: [
      `${booking.mentorName} is holding this time for you until ${until}. Open the page below and press the button to book it. It’s free.`,
    ],
    after: [
      ...(clockNotes.length > 0 ? [clockNotes.join(' ')] : []),
      `If you didn’t request this at ${sender.siteName}, ignore this email. Nothing is booked.`,
    ],
    facts: [['Price', 'Free']],
    link: confirmUrl,
    button: 'Confirm your session',
  }
}
