/** About what a price in pounds is in the visitor's currency: “about ₹5,700”. Decision 0052. */
import { aboutAmounts, type AboutAmount, type ExchangeRates } from '#domain/payments/about-price'
import type { Pence } from '#domain/payments/money'
import * as m from '#messages/money'
import { dateIn } from '#words/time'

/** What a price is about; undefined for a free session, and where nothing stands beside pounds. */
export type AboutPrice = (price: Pence) => string | undefined

/** Where prices are in pounds alone. */
export const poundsAlone: AboutPrice = () => undefined

/** For the currency with this code. Pounds alone if it is pounds, not known, or has no rate in this table. */
export function aboutPrices(rates: ExchangeRates, code: string): AboutPrice {
  const amountOf = aboutAmounts(rates, code)
  if (!amountOf) return poundsAlone
  return (price) => (price === 0 ? undefined : m.about({ amount: formatAmount(amountOf(price)) }))
}

/** As a prop. Absent where there is nothing to say, since it is in every card. */
export function aboutPart(about: AboutPrice, price: Pence): { about?: string } {
  const words = about(price)
  return words === undefined ? {} : { about: words }
}

/** "European Central Bank, 2 October 2026". Other publishers are named by host. */
export const describeRates = ({ source, publishedOn }: ExchangeRates): string =>
  m.ratesOf({ source, date: dateIn(new Date(publishedOn), 'UTC') })

/** English signs that cannot be CLDR's: there "$" is of the United States alone, and the others have their codes. */
const SIGNS: Record<string, string> = { SGD: 'S$', TRY: '₺', USD: 'US$' }

const formats = new Map<string, Intl.NumberFormat>()

/** "₹5,700". The code stands for a currency without a sign. For the server alone: browsers may know other signs. */
function formatAmount({ code, amount, decimals }: AboutAmount): string {
  const key = `${code} ${decimals}`
  let format = formats.get(key)
  if (!format) {
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
    formats.set(key, (format = new Intl.NumberFormat('en', { style: 'currency', currency: code, ...digits })))
  }
  const sign = SIGNS[code]
  if (!sign) return format.format(amount)
  const parts = format.formatToParts(amount).filter(({ type }) => type !== 'literal') // The space behind a code.
  return parts.map(({ type, value }) => (type === 'currency' ? sign : value)).join('')
}
