/**
 * About what a price in pounds is in another currency: “about ₹5,700”. Rounded so far that it can be no promise, since the
 * charge is in pounds and the visitor's bank converts it. Decision 0052.
 */
import { currencyBeside } from '#domain/payments/currency'
import type { Pence } from '#domain/payments/money'
import { dateIn } from '#domain/time/clock'

/** `publishedOn`: the day of the rates, "2026-10-02". `perPound`: by code, how many of it a pound was worth that day. */
export type ExchangeRates = { source: string; publishedOn: string; perPound: Record<string, number> }

/** What a price is about; undefined for a free session, and where nothing stands beside pounds. */
export type AboutPrice = (price: Pence) => string | undefined

/** Where prices are in pounds alone. */
export const poundsAlone: AboutPrice = () => undefined

/** As a prop. Absent where there is nothing to say, since it is in every card. */
export function aboutPart(about: AboutPrice, price: Pence): { about?: string } {
  const words = about(price)
  return words === undefined ? {} : { about: words }
}

/** For the currency with this code. Pounds alone if it is pounds, not known, or has no rate in this table. */
export function aboutPrices(rates: ExchangeRates, code: string): AboutPrice {
  const currency = currencyBeside(code)
  const perPound = Object.hasOwn(rates.perPound, code) ? rates.perPound[code] : undefined
  if (!currency || perPound === undefined) return poundsAlone
  const sign = currency.sign ?? `${code}\u00a0`
  return (price) => {
    if (price === 0) return undefined
    return `about ${sign}${roundedAmount((price / 100) * perPound, currency.whole ?? false)}`
  }
}

/** "European Central Bank, 2 October 2026". Other publishers are named by host. */
export const describeRates = ({ source, publishedOn }: ExchangeRates): string =>
  `${source}, ${dateIn(new Date(publishedOn), 'UTC')}`

/**
 * With two digits that say something, "5,700" or "6.40", and never zero: the least is what people there can pay at all.
 * Rounds to the nearest, so that it is at most a twentieth away unless it is that least amount.
 */
function roundedAmount(amount: number, whole: boolean): string {
  const step = Math.max(10 ** (Math.floor(Math.log10(amount)) - 1), whole ? 1 : 0.01)
  const rounded = Math.max(Math.round(amount / step), 1) * step
  const decimals = whole || rounded >= 10 ? 0 : 2
  return rounded.toFixed(decimals).replaceAll(/\B(?=(?:\d{3})+(?!\d))/g, ',')
}
