/** Amounts of money as people read them. The order of sign and number is the language's, the digits are Latin. */
import { decimalsOf, LEGACY_CURRENCY } from '#domain/payments/currency'
import { toMajorUnits, toMinorUnits, type MinorUnits } from '#domain/payments/money'
import * as m from '#messages/money'
import { formatList } from '#words/lists'
import { ENGLISH_TAG } from '../languages.ts'
import { currentTag } from '../runtime.ts'

/** "£45.00", "¥4,500": for what is charged, to the last minor unit. */
export const formatMoney = (amount: MinorUnits, currency: string): string =>
  formatMajorUnits(toMajorUnits(amount, currency), currency, decimalsOf(currency))

/** "£40.50", as an email was queued with it. `amountPence` is in minor units of `currency`. */
export const formatStoredAmount = (stored: {
  amountPence?: number | undefined
  currency?: string | undefined
}): string => formatMoney(toMinorUnits(stored.amountPence ?? 0), stored.currency ?? LEGACY_CURRENCY)

/** "−£40.50": for a sum that may be owed. */
export const formatBalance = (amount: number, currency: string): string =>
  formatMajorUnits(toMajorUnits(amount, currency), currency, decimalsOf(currency))

/** "£45" or "£44.50": for a mentor's card. */
export const formatPrice = (amount: MinorUnits, currency: string): string =>
  formatMajorPrice(toMajorUnits(amount, currency), currency)

/** "£45" or "£44.50", of an amount in major units. */
export const formatMajorPrice = (price: number, currency: string): string =>
  formatMajorUnits(price, currency, Number.isInteger(price) ? 0 : decimalsOf(currency))

/** "£45", or "Free": for a session's price that stands on its own. */
export const describePrice = (price: MinorUnits, currency: string): string =>
  price === 0 ? m.free() : formatPrice(price, currency)

/** Signs that people know, where a language has the code instead, or "$", which says little to people of many countries. */
const SIGNS: Record<string, string> = { GBP: '£', SGD: 'S$', TRY: '₺', USD: 'US$' }

/** `sign`: the language's own. */
type Format = { format: Intl.NumberFormat; sign: string | undefined }

const formats = new Map<string, Format>()

function formatIn(tag: string, currency: string, decimals: number): Format {
  const key = `${tag} ${currency} ${decimals}`
  let known = formats.get(key)
  if (!known) {
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
    const format = new Intl.NumberFormat(`${tag}-u-nu-latn`, { style: 'currency', currency, ...digits })
    const sign = format.formatToParts(0).find(({ type }) => type === 'currency')?.value
    formats.set(key, (known = { format, sign }))
  }
  return known
}

const RIGHT_TO_LEFT_MARK = '\u200f'
const [FROM_LEFT, FROM_RIGHT, END] = ['\u2066', '\u2067', '\u2069']

/** English signs are those of "en": "en-GB" calls the yen JP¥. */
const signTag = () => (currentTag() === ENGLISH_TAG ? 'en' : currentTag())

/** "£", "US$"; for a currency without a sign its code, "KWD". */
export function currencySign(currency: string): string {
  const { sign: own = currency } = formatIn(signTag(), currency, 0)
  const isKnown = own !== currency && own !== '$' && currency !== 'GBP'
  return isKnown ? own : (SIGNS[currency] ?? formatIn('en', currency, 0).sign ?? currency)
}

/** "British pounds", "euros": within a sentence, of more than one. */
export function formatCurrencyName(currency: string): string {
  const tag = currentTag()
  const key = `${tag} ${currency}`
  const known = names.get(key)
  if (known) return known
  const format = new Intl.NumberFormat(tag, { style: 'currency', currency, currencyDisplay: 'name' })
  const name = format.formatToParts(2).find(({ type }) => type === 'currency')?.value ?? currency
  const shown = tag === ENGLISH_TAG ? name : name.charAt(0).toLowerCase() + name.slice(1)
  names.set(key, shown)
  return shown
}

const names = new Map<string, string>()

/** "British pounds", "euros or US dollars". */
export const formatCurrencyNames = (currencies: readonly string[]): string =>
  formatList(currencies.map(formatCurrencyName), 'or')

/** "£45.00", "45,00 €". `amount` is in major units: 45. */
export function formatMajorUnits(amount: number, currency: string, decimals: number): string {
  const tag = signTag()
  const { format, sign: own } = formatIn(tag, currency, decimals)
  const sign = currencySign(currency)
  const parts =
    sign === own && tag === 'en' && amount >= 0
      ? format.format(amount)
      : replaceSign(format.formatToParts(amount), sign, tag)
  return isolate(parts, sign)
}

/** English has no space behind a sign, but one behind a code. */
function replaceSign(parts: Intl.NumberFormatPart[], sign: string, tag: string): string {
  const isSpaced = tag !== 'en' || /^[A-Z]{3}$/.test(sign)
  return parts
    .filter(({ type }) => isSpaced || type !== 'literal')
    .map(({ type, value }) => (type === 'currency' ? sign : type === 'minusSign' ? value.replace('-', '−') : value))
    .join('')
}

/** In languages from the right, amounts begin with a mark that would turn around the order of the words beside it. */
function isolate(amount: string, sign: string): string {
  if (!amount.startsWith(RIGHT_TO_LEFT_MARK)) return amount
  return `${/\p{Script=Arabic}/u.test(sign) ? FROM_RIGHT : FROM_LEFT}${amount.replaceAll(RIGHT_TO_LEFT_MARK, '')}${END}`
}
