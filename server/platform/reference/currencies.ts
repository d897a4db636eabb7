/**
 * The currencies in which prices are shown (`domain/payments/currency.ts`), ISO 4217: their names, which come from the
 * runtime (CLDR), and that of a time zone's country.
 */
import { listCurrencies } from '#domain/payments/currency'
import { namesByLanguage, sortByName } from '#server/platform/reference/display-names'
import { countryOfZone } from '#server/platform/reference/zones'
import { capitalize } from '#words/capitalize'

/** Countries (ISO 3166-1) by currency. */
const COUNTRIES: Record<string, string> = {
  AUD: 'AU CC CX HM KI NF NR TV',
  BRL: 'BR',
  CAD: 'CA',
  CHF: 'CH LI',
  CNY: 'CN',
  CZK: 'CZ',
  DKK: 'DK FO GL',
  EUR: 'AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM TF VA XK YT',
  GBP: 'GB GG GS IM JE',
  HKD: 'HK',
  HUF: 'HU',
  IDR: 'ID',
  ILS: 'IL PS',
  INR: 'IN',
  ISK: 'IS',
  JPY: 'JP',
  KRW: 'KR',
  MXN: 'MX',
  MYR: 'MY',
  NOK: 'BV NO SJ',
  NZD: 'CK NU NZ PN TK',
  PHP: 'PH',
  PLN: 'PL',
  RON: 'RO',
  SEK: 'SE',
  SGD: 'SG',
  THB: 'TH',
  TRY: 'TR',
  USD: 'AS BQ EC FM GU IO MH MP PR PW SV TC TL UM US VG VI',
  ZAR: 'ZA',
}

const namesIn = namesByLanguage((language) => ({ language, known: new Map<string, string>() }))

/** "Australian dollar", with a capital letter as at the start of a sentence. */
export function currencyName(code: string): string {
  const { language, known } = namesIn()
  const named = known.get(code)
  if (named) return named
  // As with the amount 1. `Intl.DisplayNames` has "Australian Dollar".
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: code,
    currencyDisplay: 'name',
    maximumFractionDigits: 0,
  })
  const name = format.formatToParts(1).find(({ type }) => type === 'currency')?.value ?? code
  const shown = capitalize(name)
  known.set(code, shown)
  return shown
}

/** Codes and names of the currencies that may have a rate, in order of name. */
export const listCurrencyNames = (): { code: string; name: string }[] =>
  sortByName(listCurrencies().map((code) => ({ code, name: currencyName(code) })))

let currencies: Map<string, string> | null = null

/** "INR" for "Asia/Kolkata". Null for a zone of no country, and where people pay with another currency. */
export function currencyOfZone(zone: string): string | null {
  currencies ??= new Map(
    Object.entries(COUNTRIES).flatMap(([code, countries]) => countries.split(' ').map((country) => [country, code])),
  )
  const country = countryOfZone(zone)
  return (country && currencies.get(country)) || null
}
