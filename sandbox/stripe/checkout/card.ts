/**
 * The card form of the hosted page: turns typed text into a card or error messages, and says what each test card does.
 */
import { err, ok, type Result } from '#domain/result'
import type { Card, PaymentError } from '../tables.ts'

/** `email`: of a session that was opened without one. */
export type CardForm = { number: string; expiry: string; cvc: string; name: string; email: string }
export type CardErrors = Partial<Record<keyof CardForm, string>>

/**
 * `number` is the full number, digits only. It is never stored, and never shown again after the response to this form.
 */
type ReadCard = { number: string; name: string; email: string | null; card: Card }

/** Validates the form. A card is valid until the end of its month, compared with `now`. */
export function readCard(
  form: CardForm,
  now: Date,
  { asksEmail = false }: { asksEmail?: boolean } = {},
): Result<ReadCard, CardErrors> {
  const number = form.number.replace(/[\s-]/g, '')
  const errors: CardErrors = {}
  if (number === '') errors.number = 'Enter the card number.'
  else if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) errors.number = 'Your card number is invalid.'

  const expiry = /^\s*(\d{1,2})\s*[/ -]?\s*(\d{2}|\d{4})\s*$/.exec(form.expiry)
  const month = Number(expiry?.[1])
  const year = Number(expiry?.[2]?.slice(-2)) + 2000
  if (form.expiry.trim() === '') errors.expiry = 'Enter the expiry date.'
  else if (!expiry || month < 1 || month > 12) errors.expiry = 'Enter the expiry date as MM / YY.'
  else if (Date.UTC(year, month) <= now.getTime()) errors.expiry = 'Your card has expired.'

  if (form.cvc.trim() === '') errors.cvc = 'Enter the security code.'
  else if (!/^\d{3,4}$/.test(form.cvc.trim())) errors.cvc = "Your card's security code is incomplete."
  if (form.name.trim() === '') errors.name = 'Enter the name on the card.'
  const email = form.email.trim()
  if (asksEmail && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) errors.email = 'Enter your email address.'
  if (Object.keys(errors).length > 0) return err(errors)
  return ok({
    number,
    name: form.name.trim().slice(0, 200),
    email: asksEmail ? email : null,
    card: { brand: findBrand(number), last4: number.slice(-4) },
  })
}

/** The last one's money is available at once. */
const PAYS = new Set(['4242424242424242', '5555555555554444', '378282246310005', '4000000000000077'])
const declines: Record<string, PaymentError> = {
  '4000000000000002': declined('generic_decline', 'Your card was declined.'),
  '4000000000009995': declined('insufficient_funds', 'Your card has insufficient funds.'),
}

/** Why the bank declines this number; null if it pays. https://docs.stripe.com/testing */
export function findDecline(number: string): PaymentError | null {
  if (PAYS.has(number)) return null
  const message = 'Your card was declined. This is a sandbox: only test cards work here.'
  return declines[number] ?? declined('test_mode_live_card', message)
}

function declined(code: string, message: string): PaymentError {
  return { code: 'card_declined', decline_code: code, message }
}

function findBrand(number: string): string {
  if (number.startsWith('4')) return 'visa'
  if (/^5[1-5]/.test(number)) return 'mastercard'
  return /^3[47]/.test(number) ? 'amex' : 'unknown'
}

/** The check digit of ISO/IEC 7812: every second digit from the right is doubled. */
function passesLuhn(number: string): boolean {
  const sum = Array.from(number)
    .toReversed()
    .map((digit, place) => Number(digit) * (place % 2 === 0 ? 1 : 2))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0)
  return sum % 10 === 0
}
