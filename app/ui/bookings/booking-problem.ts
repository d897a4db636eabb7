/** Why a booking was refused: a code with its facts, and the sentence that the mentee reads. */
import { shortDayIn, timeIn } from '#domain/time/clock'
import { formatPence, type Pence } from '#domain/payments/money'

/** The browser itself reports `unreachable` (no response) and `failed` (a response that it does not understand). */
export type BookingProblem =
  | { code: 'invalid'; fields: Record<string, string> }
  /** Shown once for each address. `meant`: the probable correction. */
  | { code: 'email_doubtful'; meant: string }
  | { code: 'slot_taken'; alternatives: string[] }
  | { code: 'price_changed'; price: Pence }
  /** `until` says in ISO text when another try is allowed, `retryAfter` in how many seconds. */
  | { code: 'too_many_holds'; retryAfter: number; until: string }
  /** `success` is the address of the page that shows the booking. */
  | { code: 'already_paid'; success: string }
  | { code: 'slot_not_bookable' | 'session_type_not_found' | 'payments_unavailable' | 'unreachable' | 'failed' }

const SENTENCES: Record<
  Exclude<BookingProblem['code'], 'price_changed' | 'too_many_holds' | 'email_doubtful'>,
  string
> = {
  invalid: 'Some details need another look. Each is marked; the rest is kept.',
  slot_taken: 'Someone has just booked this time. What you typed is kept: choose another time.',
  slot_not_bookable: 'This time can no longer be booked. What you typed is kept: choose another time.',
  session_type_not_found: 'This session is no longer offered. Nothing was booked or charged.',
  already_paid: 'The time you held before has just been paid, so it is booked. Your booking is opening.',
  payments_unavailable:
    'The payment service did not answer, so nothing was booked or charged. What you typed is kept: try again in a minute.',
  unreachable:
    'We could not be reached, so nothing was charged. What you typed is kept: check your connection and try again.',
  failed: 'Something went wrong on our side and nothing was charged. What you typed is kept: try again in a minute.',
}

/** `zone` is the reader's. */
export function explainBookingProblem(problem: BookingProblem, zone: string): string {
  switch (problem.code) {
    case 'price_changed':
      return `${priceNow(problem.price)} Nothing was charged: go on only if you agree.`
    case 'email_doubtful':
      return `Did you mean ${problem.meant}? Nothing was charged: take it above, or press the button again if what you typed is right.`
    case 'too_many_holds':
      return `Too many times were held or booked for this browser, email address or network. Pay for a time you are holding, or try again ${retryTime(problem, zone)}. Nothing was charged, and what you typed is kept.`
    default:
      return SENTENCES[problem.code]
  }
}

/** "at 14:05", or "on Mon 14 Jan at 14:05" if that is more than 12 hours away. */
function retryTime({ until, retryAfter }: { until: string; retryAfter: number }, zone: string): string {
  const at = new Date(until)
  const time = `at ${timeIn(at, zone)}`
  return retryAfter > 12 * 3_600 ? `on ${shortDayIn(at, zone)} ${time}` : time
}

/** True when nothing can be booked until the visitor chooses another time. */
export function needsAnotherTime(problem: BookingProblem | null): boolean {
  return problem?.code === 'slot_taken' || problem?.code === 'slot_not_bookable'
}

const priceNow = (price: Pence) =>
  price === 0 ? 'This session is now free.' : `The price of this session is now ${formatPence(price)}.`
