/** Why a booking was refused, as a code with its facts, and the words for it. */
import { formatPence, type Pence } from '#domain/money'

/** `unreachable` and `failed` are the browser's own: nothing came back, or nothing that could be understood. */
export type Refusal =
  | { code: 'invalid'; fields: Record<string, string> }
  | { code: 'slot_taken'; alternatives: string[] }
  | { code: 'price_changed'; price: Pence }
  | { code: 'slot_not_bookable' | 'session_type_not_found' | 'payments_unavailable' | 'unreachable' | 'failed' }

const words: Record<Exclude<Refusal['code'], 'price_changed'>, string> = {
  invalid: 'Some details need another look. Each is marked; the rest is kept.',
  slot_taken: 'Someone has just booked this time. What you typed is kept: choose another time.',
  slot_not_bookable: 'This time can no longer be booked. What you typed is kept: choose another time.',
  session_type_not_found: 'This session is no longer offered. Nothing was booked or charged.',
  payments_unavailable:
    'The payment service did not answer, so nothing was booked or charged. What you typed is kept: try again in a minute.',
  unreachable:
    'We could not be reached, so nothing was charged. What you typed is kept: check your connection and try again.',
  failed: 'Something went wrong on our side and nothing was charged. What you typed is kept: try again in a minute.',
}

export function refusalWords(refusal: Refusal): string {
  if (refusal.code !== 'price_changed') return words[refusal.code]
  return `The price of this session is now ${formatPence(refusal.price)}. Nothing was charged: go on only if you agree.`
}

/** Whether another time must be chosen before anything else. */
export function wantsAnotherTime(refusal: Refusal | null): boolean {
  return refusal?.code === 'slot_taken' || refusal?.code === 'slot_not_bookable'
}
