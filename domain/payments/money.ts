/**
 * Money: whole minor units, always beside the currency that they are of. No amounts of two currencies are ever added;
 * only the exchange rates of a day compare them.
 */
import { chargeStep, decimalsOf } from '#domain/payments/currency'

declare const minorUnits: unique symbol

/** The smallest parts of a currency (ISO 4217): £45.00 is 4500, ¥4500 is 4500, and KWD 4.500 is 4500. */
export type MinorUnits = number & { readonly [minorUnits]: true }

/** `currency`: its code, ISO 4217. */
export type Money = { amount: MinorUnits; currency: string }

/** The most that a column of the database holds, an `integer`. Of rupiah it is 21 million. */
export const MAX_STORED_AMOUNT = 2_147_483_647

/** Checks an amount from a database or a payment service. Throws unless it is a whole number, zero or more. */
export function toMinorUnits(amount: number): MinorUnits {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new Error(`Not an amount in minor units: ${amount}`)
  return amount as MinorUnits
}

/**
 * Converts an amount as the specification's `mentor.price` writes it (45 or 44.99 of pounds). Null if the currency has no
 * such part.
 */
export function fromMajorUnits(amount: number, currency: string): MinorUnits | null {
  const exact = amount * 10 ** decimalsOf(currency)
  const whole = Math.round(exact)
  return Number.isSafeInteger(whole) && whole >= 0 && Math.abs(exact - whole) < 1e-6 ? (whole as MinorUnits) : null
}

/** 45 for £45.00: for `Intl`, spreadsheets and structured data. */
export const toMajorUnits = (amount: number, currency: string): number => amount / 10 ** decimalsOf(currency)

/** "45.00", "4500" or "4.500": as files for programs have it. */
export const spellAmount = (amount: number, currency: string): string =>
  toMajorUnits(amount, currency).toFixed(decimalsOf(currency))

/** The sum of the amounts in each currency. None for no amounts. */
export const sumByCurrency = (amounts: Money[]): Money[] =>
  [...Map.groupBy(amounts, ({ currency }) => currency)].map(([currency, all]) => ({
    amount: toMinorUnits(all.reduce((sum, { amount }) => sum + amount, 0)),
    currency,
  }))

/**
 * The operator's fee on an amount, to the nearest step in which the currency is charged, so that what is left can be transferred.
 * `percent` is 0 to 100.
 */
export function computeFee(amount: MinorUnits, percent: number, currency: string): MinorUnits {
  return roundFee((amount * percent) / 100, currency)
}

/** A part of a fee, to the nearest step in which its currency is charged. */
export function roundFee(fee: number, currency: string): MinorUnits {
  const step = chargeStep(currency)
  return (Math.round(fee / step) * step) as MinorUnits
}
