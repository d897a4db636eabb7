/**
 * About what a price is in another currency. Rounded so far that it can be no promise, since the charge is in the price's
 * own currency and the visitor's bank converts it. Decision 0052.
 */
import { hasRate, isCountedWhole } from '#domain/payments/currency'
import { toMajorUnits, type Money } from '#domain/payments/money'

/** `publishedOn`: the day of the rates, "2026-10-02". `perPound`: by code, how many of it a pound was worth that day. */
export type ExchangeRates = { source: string; publishedOn: string; perPound: Record<string, number> }

/** `code`: of the currency, ISO 4217. */
type AboutAmount = { code: string; amount: number; decimals: number }

/** How many of `to` one of `from` was worth on the day of the rates, in major units. Null if one of the two has no rate. */
export function exchangeRate({ perPound }: Pick<ExchangeRates, 'perPound'>, from: string, to: string): number | null {
  if (from === to) return 1
  const rateOf = (code: string) => (code === 'GBP' ? 1 : Object.hasOwn(perPound, code) ? perPound[code]! : null)
  const [fromRate, toRate] = [rateOf(from), rateOf(to)]
  return fromRate === null || toRate === null ? null : toRate / fromRate
}

/**
 * What a price is about in the currency with this code. Null if that is the price's own, not known, or has no rate in this
 * table. A free session is about nothing: the function is for prices above 0.
 */
export function aboutAmount(rates: ExchangeRates, code: string, price: Money): AboutAmount | null {
  const rate = code === price.currency || !hasRate(code) ? null : exchangeRate(rates, price.currency, code)
  if (rate === null) return null
  return { code, ...roundAmount(toMajorUnits(price.amount, price.currency) * rate, isCountedWhole(code)) }
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
