/** The emails about a package of sessions: to its buyer, and to the mentor who sold it. */
import type { CancelActor } from '#domain/bookings/refunds/refund-rule'
import type { BookingMoney } from '#domain/payments/booking-money'
import { toMinorUnits, type MinorUnits } from '#domain/payments/money'
import * as m from '#messages/emails'
import { formatMoney } from '#words/prices'
import { dayAndYearIn, formatDuration } from '#words/time'
import type { EmailContent, Facts } from '../platform/mail/email.tsx'

export type PackageMailKind =
  | 'booking_confirmed'
  | 'booking_cancelled'
  | 'payment_returned'
  | 'refund_given'
  | 'package_ends'

export type PackageMail = {
  kind: PackageMailKind
  recipient: 'mentee' | 'mentor'
  bought: {
    mentorName: string
    menteeName: string
    sessionTitle: string
    minutes: number
    sessions: number
    /** The end of its year. */
    startsAt: Date
    menteeTimeZone: string
    pricePence: MinorUnits
    currency: string
    paidAmountPence: MinorUnits | null
    termsVersion: string
    termsAcceptedAt: Date
    cancelledBy: CancelActor | null
  }
  /** How many sessions can still be booked. */
  left: number
  /** The package's own page with the secret that opens it; the mentor's desk. */
  pageUrl: string
  /** The mentor's public page. */
  mentorUrl: string
  /** What became of the payment, as the email is sent. */
  money: BookingMoney | null
}

const writers: Record<PackageMailKind, (mail: PackageMail) => EmailContent> = {
  booking_confirmed: ready,
  booking_cancelled: over,
  payment_returned: returned,
  refund_given: given,
  package_ends: ends,
}

export const packageEmail = (mail: PackageMail): EmailContent =>
  mail.recipient === 'mentor' ? toMentor(mail) : writers[mail.kind](mail)

const describePackage = ({ sessions, sessionTitle: title, minutes }: PackageMail['bought']): string =>
  m.packageOf({ sessions, title, duration: formatDuration(minutes) })

const paidAmount = ({ paidAmountPence, pricePence, currency }: PackageMail['bought']): string =>
  formatMoney(paidAmountPence ?? pricePence, currency)

const lastDay = ({ startsAt, menteeTimeZone }: PackageMail['bought']): string => dayAndYearIn(startsAt, menteeTimeZone)

function ready({ bought, pageUrl }: PackageMail): EmailContent {
  const { sessions, mentorName: name, termsVersion: version, termsAcceptedAt, menteeTimeZone } = bought
  return {
    heading: m.packageHeading(),
    subject: m.packageSubject({ sessions, name }),
    before: [m.packageIntro({ sessions, name })],
    facts: [
      [m.packageLabel(), describePackage(bought)],
      [m.mentor(), name],
      [m.paid(), paidAmount(bought)],
      [m.validUntil(), lastDay(bought)],
    ],
    link: pageUrl,
    button: m.bookASession(),
    after: [
      m.packageRefunds(),
      m.acceptedTerms({ date: dayAndYearIn(termsAcceptedAt, menteeTimeZone), version, early: true }),
    ],
  }
}

function over({ bought, money, pageUrl }: PackageMail): EmailContent {
  const { mentorName: name, cancelledBy } = bought
  const back = money ? toMinorUnits(money.returned + money.onTheWay + money.delayed) : toMinorUnits(0)
  const facts: Facts = [
    [m.paid(), paidAmount(bought)],
    [m.refund(), formatMoney(back, bought.currency)],
  ]
  const why = { mentee: m.packageOverByYou, product: m.packageOverMentorGone }
  return {
    heading: m.packageOverHeading(),
    subject: m.packageOverSubject({ name }),
    before: [
      (cancelledBy === 'mentee' || cancelledBy === 'product' ? why[cancelledBy] : m.packageOverByUs)({ name }),
      ...(cancelledBy === 'product' ? [] : [m.packageBookedStay()]),
    ],
    facts,
    link: pageUrl,
    button: m.openYourPackage(),
    after: back > 0 ? [m.cardRefundDays()] : [],
  }
}

function returned({ bought, mentorUrl }: PackageMail): EmailContent {
  const amount = paidAmount(bought)
  return {
    heading: m.returnedHeading(),
    subject: m.returnedSubject({ amount }),
    before: [m.packageReturnedIntro({ name: bought.mentorName, amount })],
    facts: [
      [m.packageLabel(), describePackage(bought)],
      [m.refund(), amount],
    ],
    link: mentorUrl,
    button: m.seeMentor(),
    after: [m.cardRefundDays()],
  }
}

function given(mail: PackageMail): EmailContent {
  const { sessionTitle: title, mentorName: name } = mail.bought
  return {
    ...over(mail),
    heading: m.refundGivenHeading(),
    subject: m.refundGivenSubject({ title, name }),
    before: [m.refundGivenIntro({ name, stays: false })],
  }
}

function ends({ bought, left: sessions, pageUrl }: PackageMail): EmailContent {
  const [name, end] = [bought.mentorName, lastDay(bought)]
  return {
    heading: m.packageEndsHeading({ sessions }),
    subject: m.packageEndsSubject({ sessions, name, end }),
    before: [m.packageEndsIntro({ sessions, name, end })],
    link: pageUrl,
    button: m.bookASession(),
    after: [m.packageEndsRefund()],
  }
}

/** To the mentor: never the buyer's address. */
function toMentor({ kind, bought, pageUrl }: PackageMail): EmailContent {
  const { menteeName: name, sessions } = bought
  const isOver = kind === 'booking_cancelled'
  return {
    heading: isOver ? m.packageOverForMentorHeading() : m.packageSoldHeading(),
    subject: isOver ? m.packageOverForMentorSubject({ name }) : m.packageSoldSubject({ name, sessions }),
    before: [isOver ? m.packageOverForMentor({ name }) : m.packageSoldIntro({ name, sessions })],
    facts: [
      [m.packageLabel(), describePackage(bought)],
      [m.paid(), paidAmount(bought)],
    ],
    link: pageUrl,
    button: m.openDesk(),
    after: [],
  }
}
