/**
 * Money in integer minor units. The product charges in one currency (specification §9: pounds),
 * but every amount travels with its currency so that a mismatch is seen and never charged.
 */
declare const pence: unique symbol

/** Hundredths of a pound: £45.00 is 4500. */
export type Pence = number & { readonly [pence]: true }

export const CURRENCY = 'GBP'

/** An amount that came from a database or a payment service. Throws on what no account can hold. */
export function toPence(amount: number): Pence {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new Error(`Not an amount in pence: ${amount}`)
  return amount as Pence
}

/** Pounds as the specification's `mentor.price` writes them (45 or 44.99). Null when they are no whole number of pence. */
export function poundsToPence(pounds: number): Pence | null {
  const amount = Math.round(pounds * 100)
  return Number.isSafeInteger(amount) && amount >= 0 && Math.abs(pounds * 100 - amount) < 1e-6
    ? (amount as Pence)
    : null
}

/** "£45.00": what is charged, to the penny. */
export function formatPence(amount: Pence): string {
  return `£${(amount / 100).toFixed(2)}`
}

/** "£45" or "£44.50": what a card shows. */
export function formatPrice(amount: Pence): string {
  return amount % 100 === 0 ? `£${amount / 100}` : formatPence(amount)
}

/** The price of a session where it stands by itself: "£45", or "Free". */
export function priceInWords(amount: Pence): string {
  return amount === 0 ? 'Free' : formatPrice(amount)
}

/** The operator's part of an amount, to the nearest penny. */
export function feeOf(amount: Pence, percent: number): Pence {
  return Math.round((amount * percent) / 100) as Pence
}
