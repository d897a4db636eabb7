/** Why a booking was refused: a code with its facts, and the sentence that the mentee reads. */
import { timeIn } from '#domain/time/clock'
import type { CodeProblem } from '#domain/discounts/discount'
import type { Price } from '#domain/bookings/booking'
import type { NoPaymentLink } from '#domain/bookings/payment-link'
import * as m from '#messages/bookings'
import { explainCodeProblem } from '#words/discounts/code-problem'
import { formatMoney } from '#words/prices'
import { shortDayIn } from '#words/time'

/** The browser itself reports `unreachable` (no response) and `failed` (a response that it does not understand). */
export type BookingProblem =
  | { code: 'invalid'; fields: Record<string, string> }
  /** Shown once for each address. `meant`: the probable correction. */
  | { code: 'email_doubtful'; meant: string }
  | { code: 'slot_taken'; alternatives: string[] }
  | ({ code: 'price_changed' } & Price)
  | { code: 'code_not_valid'; reason: CodeProblem }
  /** `until` says in ISO text when another try is allowed, `retryAfter` in how many seconds. */
  | { code: 'too_many_holds'; retryAfter: number; until: string }
  | { code: 'no_payment_link'; reason: NoPaymentLink }
  /** `success` is the address of the page that shows the booking. */
  | { code: 'already_paid'; success: string }
  | { code: 'slot_not_bookable' | 'session_type_not_found' | 'payments_unavailable' | 'unreachable' | 'failed' }

const SENTENCES: Record<
  Exclude<
    BookingProblem['code'],
    'price_changed' | 'code_not_valid' | 'too_many_holds' | 'email_doubtful' | 'no_payment_link'
  >,
  () => string
> = {
  invalid: m.checkFields,
  slot_taken: m.timeJustBooked,
  slot_not_bookable: m.timeNotBookable,
  session_type_not_found: m.sessionNotOffered,
  already_paid: m.alreadyPaid,
  payments_unavailable: m.paymentUnreachable,
  unreachable: m.siteUnreachable,
  failed: m.bookingFailed,
}

const NO_LINK: Record<NoPaymentLink, () => string> = {
  not_accepted: m.payLinkNotAccepted,
  too_soon: m.payLinkTooSoon,
  waiting: m.payLinkWaiting,
  share_reached: m.payLinkShareReached,
}

/** `zone` is the reader's. */
export function explainBookingProblem(problem: BookingProblem, zone: string): string {
  switch (problem.code) {
    case 'price_changed':
      return m.priceChanged({ priceNow: priceNow(problem) })
    case 'code_not_valid':
      return explainCodeProblem(problem.reason)
    case 'email_doubtful':
      return m.emailDoubtful({ address: problem.meant })
    case 'too_many_holds':
      return m.tooManyHolds(describeRetry(problem, zone))
    case 'no_payment_link':
      return NO_LINK[problem.reason]()
    default:
      return SENTENCES[problem.code]()
  }
}

/** When another try is allowed: the day is named if that is more than 12 hours away. */
function describeRetry({ until, retryAfter }: { until: string; retryAfter: number }, zone: string) {
  const at = new Date(until)
  return { hasDay: retryAfter > 12 * 3_600, day: shortDayIn(at, zone), time: timeIn(at, zone) }
}

/** True when nothing can be booked until the visitor chooses another time. */
export function needsAnotherTime(problem: BookingProblem | null): boolean {
  return problem?.code === 'slot_taken' || problem?.code === 'slot_not_bookable'
}

const priceNow = ({ price, currency }: Price) =>
  price === 0 ? m.sessionNowFree() : m.priceIsNow({ price: formatMoney(price, currency) })
