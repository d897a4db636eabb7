/** Emails about a session that someone else pays for: to the mentee about their link, and to the person who may pay or has paid. */
import { menteeClock } from '#server/bookings/clocks'
import type { MinorUnits } from '#domain/payments/money'
import * as m from '#messages/emails'
import { momentIn } from '#words/moments'
import { formatMoney } from '#words/prices'
import type { EmailContent, Sender } from '../../platform/mail/email.tsx'

type PaidSession = {
  mentorName: string
  sessionTitle: string
  startsAt: Date
  payBefore: Date
  pricePence: MinorUnits
  currency: string
  menteeTimeZone: string
}

/** `link`: where the mentee sends the payer's link on, pays, or gives the time back. */
export function linkReadyEmail(booking: PaidSession, link: string, { siteName }: Sender): EmailContent {
  const { mentorName: name, sessionTitle: title } = booking
  return {
    subject: m.payLinkSubject({ title, name }),
    heading: m.payLinkHeading(),
    before: [m.payLinkIntro({ name, time: momentIn(booking.payBefore, menteeClock(booking)) })],
    facts: [[m.price(), formatMoney(booking.pricePence, booking.currency)]],
    link,
    button: m.payLinkButton(),
    after: [m.payLinkOnPage(), m.confirmNotRequested({ siteName })],
  }
}

/** `link`: to book another time. */
export function linkEndedEmail({ mentorName: name, sessionTitle: title }: PaidSession, link: string): EmailContent {
  return {
    subject: m.payLinkEndedSubject({ title, name }),
    heading: m.payLinkEndedHeading(),
    before: [m.payLinkEndedIntro({ name })],
    link,
    button: m.chooseAnotherTime(),
    after: [],
  }
}

/** `mentee`: their first name, which is all that a payer reads of them. */
type ForPayer = { booking: PaidSession; mentee: string }

/** `link`: the page to pay on. */
export function payRequestedEmail({ booking, mentee }: ForPayer, link: string, { siteName }: Sender): EmailContent {
  const { mentorName: name } = booking
  return {
    subject: m.payRequestedSubject({ mentee, name }),
    heading: m.payRequestedHeading({ name }),
    before: [m.payRequestedIntro({ mentee, name, siteName })],
    facts: [[m.price(), formatMoney(booking.pricePence, booking.currency)]],
    link,
    button: m.payRequestedButton(),
    after: [m.payRequestedUntil({ time: momentIn(booking.payBefore, menteeClock(booking)) }), m.payRequestedUnknown()],
  }
}

export function payNoLongerEmail({ booking: { mentorName: name }, mentee }: ForPayer): EmailContent {
  return {
    subject: m.payNoLongerSubject({ name }),
    heading: m.payNoLongerHeading(),
    before: [m.payNoLongerIntro({ mentee, name })],
    after: [],
  }
}

/** The receipt is attached to it. */
export function payerPaidEmail({ booking, mentee }: ForPayer, paid: MinorUnits): EmailContent {
  const { mentorName: name, sessionTitle: title, currency } = booking
  const amount = formatMoney(paid, currency)
  return {
    subject: m.payerPaidSubject({ title, name }),
    heading: m.payerPaidHeading({ amount }),
    before: [m.payerPaidIntro({ mentee, name })],
    facts: [[m.paid(), amount]],
    after: [m.payerPaidRefunds()],
  }
}

/** `back`: all that went back so far or is on its way. */
export function payerRefundEmail({ booking }: ForPayer, paid: MinorUnits, back: MinorUnits): EmailContent {
  const { mentorName: name, currency } = booking
  const amount = formatMoney(back, currency)
  return {
    subject: m.payerRefundSubject({ amount }),
    heading: m.payerRefundHeading(),
    before: [m.payerRefundIntro({ name, amount })],
    facts: [
      [m.paid(), formatMoney(paid, currency)],
      [m.totalRefund(), amount],
    ],
    after: [m.cardRefundDays()],
  }
}
