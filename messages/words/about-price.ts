/** About what a price is in the visitor's currency: “about ₹5,700”. Decision 0052. */
import { aboutAmount, type ExchangeRates } from '#domain/payments/about-price'
import type { MinorUnits } from '#domain/payments/money'
import * as m from '#messages/money'
import { formatMajorUnits } from '#words/prices'
import { dateIn } from '#words/time'

/** What a price in this currency is about; undefined for a free session, and where nothing stands beside the price. */
export type AboutPrice = (price: MinorUnits, currency: string) => string | undefined

/** Where prices stand alone. */
export const noAboutPrice: AboutPrice = () => undefined

/** For the currency with this code. Nothing stands beside a price in that currency, or one without a rate in this table. */
export function aboutPrices(rates: ExchangeRates, code: string): AboutPrice {
  return (price, currency) => {
    const about = price === 0 ? null : aboutAmount(rates, code, { amount: price, currency })
    return about ? m.about({ amount: formatMajorUnits(about.amount, about.code, about.decimals) }) : undefined
  }
}

/** As a prop. Absent where there is nothing to say, since it is in every card. */
export function aboutPart(about: AboutPrice, price: MinorUnits, currency: string): { about?: string } {
  const words = about(price, currency)
  return words === undefined ? {} : { about: words }
}

/** By the name that is stored with their rates. */
const PUBLISHERS: Record<string, () => string> = { 'European Central Bank': m.europeanCentralBank }

/** "European Central Bank, 2 October 2026". Other publishers are named by host. */
export const describeRates = ({ source, publishedOn }: ExchangeRates): string =>
  m.ratesOf({ source: PUBLISHERS[source]?.() ?? source, date: dateIn(new Date(publishedOn), 'UTC') })
