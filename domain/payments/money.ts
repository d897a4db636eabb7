/**
 * Money in integer minor units. The product charges in one currency (specification §9: pounds),
 * but every amount is stored with its currency, so that a mismatch is noticed and never charged.
 */
declare const pence: unique symbol

/** Hundredths of a pound: £45.00 is 4500. */
export type Pence = number & { readonly [pence]: true }

export const CURRENCY = 'GBP'

/** Checks an amount from a database or a payment service. Throws unless it is a whole number of pence, zero or more. */
export function toPence(amount: number): Pence {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new Error(`Not an amount in pence: ${amount}`)
  return amount as Pence
}

/**
 * Converts pounds as the specification's `mentor.price` writes them (45 or 44.99). Null unless they are whole pence.
 */
export function poundsToPence(pounds: number): Pence | null {
  const amount = Math.round(pounds * 100)
  return Number.isSafeInteger(amount) && amount >= 0 && Math.abs(pounds * 100 - amount) < 1e-6
    ? (amount as Pence)
    : null
}

/** The operator's fee on an amount, to the nearest penny. `percent` is 0 to 100. */
export function computeFee(amount: Pence, percent: number): Pence {
  return Math.round((amount * percent) / 100) as Pence
}
