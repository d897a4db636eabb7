/** Where Connect serves accounts, and where the platform can send money. https://docs.stripe.com/connect/express-accounts */
import { badParameter } from '../api/errors.ts'

/** The currency in which accounts of a country are paid out, unless they choose another. */
const CURRENCIES: Record<string, string> = {
  ...currencyOf('eur', 'AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'),
  ...currencyOf('usd', 'US'),
  ...currencyOf('gbp', 'GB GI'),
  ...currencyOf('chf', 'CH LI'),
  ...{ AE: 'aed', AU: 'aud', BG: 'eur', BR: 'brl', CA: 'cad', CZ: 'czk', DK: 'dkk', HK: 'hkd', HU: 'huf', JP: 'jpy' },
  ...{ MX: 'mxn', NO: 'nok', NZ: 'nzd', PL: 'pln', RO: 'ron', SE: 'sek', SG: 'sgd', TH: 'thb' },
}

/**
 * A British platform transfers within the UK, the EEA, Switzerland, the US and Canada, and nowhere else.
 * https://docs.stripe.com/connect/cross-border-payouts
 */
const OUTSIDE_REGION = new Set(['AE', 'AU', 'BR', 'GI', 'HK', 'JP', 'MX', 'NZ', 'SG', 'TH'])

/** The default currency of accounts in a country. 400 `country_unsupported` where Connect serves none. */
export function readDefaultCurrency(country: string): string {
  const currency = CURRENCIES[country]
  if (currency) return currency
  throw badParameter('country', `${country} is not currently supported by Stripe.`, 'country_unsupported')
}

export const canReceiveTransfers = (country: string) => !OUTSIDE_REGION.has(country)

function currencyOf(currency: string, countries: string): Record<string, string> {
  return Object.fromEntries(countries.split(' ').map((country) => [country, currency]))
}
