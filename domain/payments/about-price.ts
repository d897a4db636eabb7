/**
 * About what a price in pounds is in another currency. Rounded so far that it can be no promise, since the charge is in
 * pounds and the visitor's bank converts it. Decision 0052.
 */
import { isBesidePounds, isWhole } from '#domain/payments/currency'
import type { Pence } from '#domain/payments/money'

/** `publishedOn`: the day of the rates, "2026-10-02". `perPound`: by code, how many of it a pound was worth that day. */
export type ExchangeRates = { source: string; publishedOn: string; perPound: Record<string, number> }

/** `code`: of the currency, ISO 4217. */
export type AboutAmount = { code: string; amount: number; decimals: number }

/**
 * What prices are about in the currency with this code. Null if it is pounds, not known, or has no rate in this table. A
 * free session is about nothing: the function is for prices above 0.
 */
export function aboutAmounts(rates: ExchangeRates, code: string): ((price: Pence) => AboutAmount) | null {
  const perPound = Object.hasOwn(rates.perPound, code) ? rates.perPound[code] : undefined
  if (!isBesidePounds(code) || perPound === undefined) return null
  return (price) => ({ code, ...roundAmount((price / 100) * perPound, isWhole(code)) })
}

/**
 * With two digits that say something, 5700 or 6.40, and never zero: the least is what people there can pay at all. Rounds
 * to the nearest, so that it is at most a twentieth away unless it is that least amount.
 */
function roundAmount(exact: number, whole: boolean): Pick<AboutAmount, 'amount' | 'decimals'> {
  const step = Math.max(10 ** (Math.floor(Math.log10(exact)) - 1), whole ? 1 : 0.01)
  const amount = Math.max(Math.round(exact / step), 1) * step
  return { amount, decimals: whole || amount >= 10 ? 0 : 2 }
}
