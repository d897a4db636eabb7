/**
 * Packages: several sessions of one type, paid at once for less. Each session that was not had yet is a credit, with its share of
 * what was paid. Pure: prices and instants are arguments. Decision 0074.
 */
import { leastCharge, mostCharge } from '#domain/payments/charges'
import { chargeStep } from '#domain/payments/currency'
import { MAX_STORED_AMOUNT, type MinorUnits } from '#domain/payments/money'

/** How many sessions a package may have. */
export const PACKAGE_SIZES = [3, 5] as const

/**
 * Splits an amount into equal shares: each is a whole number of the steps in which the currency is charged, so that it can be
 * refunded by itself, and together they are the amount. What does not divide goes to the first ones, a step each (largest
 * remainder).
 *
 * @param amount In minor units, a multiple of `chargeStep(currency)`.
 */
export function splitEvenly(amount: MinorUnits, parts: number, currency: string): MinorUnits[] {
  const step = chargeStep(currency)
  const steps = amount / step
  const [whole, rest] = [Math.floor(steps / parts), steps % parts]
  return Array.from({ length: parts }, (_, n) => ((whole + (n < rest ? 1 : 0)) * step) as MinorUnits)
}

/**
 * Why a package cannot have this price: `not_lower` than its sessions one by one, `too_low` or `too_high` to be charged, or
 * `free` sessions, which cannot be sold in a package.
 */
export type PackagePriceError = 'not_lower' | 'too_low' | 'too_high' | 'free'

/** @param single What one session costs, in the same currency. Null: the price is fine. */
export function checkPackagePrice(wanted: {
  price: MinorUnits
  sessions: number
  single: MinorUnits
  currency: string
}): PackagePriceError | null {
  const { price, sessions, single, currency } = wanted
  if (single === 0) return 'free'
  // A share of nothing could be had for nothing, so each session costs at least a step.
  if (price < Math.max(leastCharge(currency), sessions * chargeStep(currency))) return 'too_low'
  if (price > Math.min(mostCharge(currency), MAX_STORED_AMOUNT)) return 'too_high'
  return price < sessions * single ? null : 'not_lower'
}

/** The end of a package that is bought at this instant: a year later, by UTC. From 29 February it is 1 March. */
export function packageEnd(boughtAt: Date): Date {
  const end = new Date(boughtAt)
  end.setUTCFullYear(end.getUTCFullYear() + 1)
  return end
}

/**
 * A session of a package. `bookingId`: what it was booked as; null while it is not. `earnedAt`: since when its share is the mentor's,
 * because it was held, was cancelled too late, or the package ended first.
 */
export type Credit = {
  number: number
  share: MinorUnits
  bookingId: string | null
  earnedAt: Date | null
  refundedAt: Date | null
}

/** `open`: can be booked or refunded. `lapsed`: the package ended before it was booked. */
type CreditState = 'open' | 'booked' | 'used' | 'lapsed' | 'refunded'

export function creditState({ bookingId, earnedAt, refundedAt }: Omit<Credit, 'number' | 'share'>): CreditState {
  if (refundedAt) return 'refunded'
  if (bookingId) return earnedAt ? 'used' : 'booked'
  return earnedAt ? 'lapsed' : 'open'
}

/** What is refunded for the sessions that are not booked: the share that was paid for each. */
export const sumOpenShares = (credits: Credit[]): MinorUnits =>
  credits.reduce((sum, credit) => (creditState(credit) === 'open' ? sum + credit.share : sum), 0) as MinorUnits
