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
  invalid: 'Check the marked fields. We kept the rest.',
  slot_taken: 'That time was just booked. Your card was not charged, and we kept what you typed. Choose another time.',
  slot_not_bookable: 'This time can no longer be booked. We kept what you typed. Choose another time.',
  session_type_not_found: 'This session is no longer offered. Nothing was booked or charged.',
  already_paid: 'The time you were holding has just been paid and is booked. Opening your booking.',
  payments_unavailable:
    'We couldn’t reach the payment service. Nothing was booked or charged, and we kept what you typed. Try again in a minute.',
  unreachable:
    'We couldn’t be reached. Nothing was charged, and we kept what you typed. Check your connection and try again.',
  failed: 'Something went wrong on our side. Nothing was charged, and we kept what you typed. Try again in a minute.',
}

/** `zone` is the reader's. */
export function explainBookingProblem(problem: BookingProblem, zone: string): string {
  switch (problem.code) {
    case 'price_changed':
      return `${priceNow(problem.price)} You weren’t charged. Continue only if you agree.`
    case 'email_doubtful':
      return `Did you mean ${problem.meant}? You weren’t charged. Use the suggestion above, or press the button again if your address is right.`
    case 'too_many_holds':
      return `Too many times are held or booked for this browser, email address or network. Pay for a time you’re holding, or try again ${retryTime(problem, zone)}. You weren’t charged, and we kept what you typed.`
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
