/** The currency of a time zone's country. Of those in which prices are shown (`domain/payments/currency.ts`), ISO 4217. */
import { countryOfZone } from '#server/platform/reference/zones'

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

let currencies: Map<string, string> | null = null

/** "INR" for "Asia/Kolkata". Null for a zone of no country, and where people pay with another currency. */
export function currencyOfZone(zone: string): string | null {
  currencies ??= new Map(
    Object.entries(COUNTRIES).flatMap(([code, countries]) => countries.split(' ').map((country) => [country, code])),
  )
  const country = countryOfZone(zone)
  return (country && currencies.get(country)) || null
}
