/** About what a price in pounds is in the visitor's currency: “about ₹5,700”. Decision 0052. */
import { aboutAmounts, type AboutAmount, type ExchangeRates } from '#domain/payments/about-price'
import type { Pence } from '#domain/payments/money'
import * as m from '#messages/money'
import { dateIn } from '#words/time'
import { FALLBACK, type Language } from '../languages.ts'
import { currentLanguage } from '../runtime.ts'

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

/** By the name that is stored with their rates. */
const PUBLISHERS: Record<string, () => string> = { 'European Central Bank': m.europeanCentralBank }

/** "European Central Bank, 2 October 2026". Other publishers are named by host. */
export const describeRates = ({ source, publishedOn }: ExchangeRates): string =>
  m.ratesOf({ source: PUBLISHERS[source]?.() ?? source, date: dateIn(new Date(publishedOn), 'UTC') })

/** Signs that cannot be CLDR's: there "$" is of the United States alone, and the others have their codes. */
const SIGNS: Record<string, string> = { SGD: 'S$', TRY: '₺', USD: 'US$' }

/** `sign`: the language's own. */
type Format = { format: Intl.NumberFormat; sign: string | undefined }

const formats = new Map<string, Format>()

function formatIn(language: Language, { code, decimals }: Omit<AboutAmount, 'amount'>): Format {
  const key = `${language} ${code} ${decimals}`
  let known = formats.get(key)
  if (!known) {
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
    const format = new Intl.NumberFormat(`${language}-u-nu-latn`, { style: 'currency', currency: code, ...digits })
    const sign = format.formatToParts(0).find(({ type }) => type === 'currency')?.value
    formats.set(key, (known = { format, sign }))
  }
  return known
}

/** A mark before Arabic amounts, which would turn their order around. */
const RIGHT_TO_LEFT_MARK = /^\u200f/

/** "₹5,700", "5700 ₹". The code stands for a currency without a sign. For the server alone: browsers may know other signs. */
function formatAmount({ code, amount, decimals }: AboutAmount): string {
  const language = currentLanguage()
  const { format, sign: own } = formatIn(language, { code, decimals })
  const isUnknown = own === code || own === '$' // Some languages have signs for few currencies.
  const sign = isUnknown ? (SIGNS[code] ?? formatIn(FALLBACK, { code, decimals }).sign ?? code) : own
  if (sign === own) return format.format(amount).replace(RIGHT_TO_LEFT_MARK, '')
  return format
    .formatToParts(amount)
    .filter(({ type }) => language !== FALLBACK || type !== 'literal') // The space behind a code.
    .map(({ type, value }) => (type === 'currency' ? sign : value))
    .join('')
    .replace(RIGHT_TO_LEFT_MARK, '')
}
