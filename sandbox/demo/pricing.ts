/** Prices of the demo in the site's currency: its mentors are written down with pounds. */
import { exchangeRate, type ExchangeRates } from '#domain/payments/about-price'
import { decimalsOf } from '#domain/payments/currency'
import { toMinorUnits, type MinorUnits } from '#domain/payments/money'

/** `toPrice`: of whole pounds. */
export type DemoPricing = { currency: string; toPrice: (pounds: number) => MinorUnits }

/** Of about the same worth, to two digits: £45 are ¥9,400. A currency without a rate has the same numbers as pounds. */
export function pricingIn(currency: string, rates: ExchangeRates): DemoPricing {
  const rate = exchangeRate(rates, 'GBP', currency) ?? 1
  const toWhole = (pounds: number) => (rate === 1 ? pounds : Number((pounds * rate).toPrecision(2)))
  return { currency, toPrice: (pounds) => toMinorUnits(Math.round(toWhole(pounds) * 10 ** decimalsOf(currency))) }
}
