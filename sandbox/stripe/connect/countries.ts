/** Where Connect serves accounts, and where the platform can send money. https://docs.stripe.com/connect/express-accounts */
import { badParameter } from '../api/errors.ts'

/** The currency in which accounts of a country are paid out, unless they choose another. */
const CURRENCIES = new Map(
  `
  aed AE, aud AU, brl BR, cad CA, chf CH LI, czk CZ, dkk DK, gbp GB GI, hkd HK, huf HU, jpy JP, mxn MX, nok NO, nzd NZ,
  pln PL, ron RO, sek SE, sgd SG, thb TH, usd US,
  eur AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK`
    .split(',')
    .flatMap((line) => {
      const [currency, ...countries] = line.trim().split(' ')
      return countries.map((country) => [country, currency!])
    }),
)

/**
 * A British platform transfers within the UK, the EEA, Switzerland, the US and Canada, and nowhere else.
 * https://docs.stripe.com/connect/cross-border-payouts
 */
const OUTSIDE_REGION = new Set(['AE', 'AU', 'BR', 'GI', 'HK', 'JP', 'MX', 'NZ', 'SG', 'TH'])

/** The default currency of accounts in a country. 400 `country_unsupported` where Connect serves none. */
export function readDefaultCurrency(country: string): string {
  const currency = CURRENCIES.get(country)
  if (currency) return currency
  throw badParameter('country', `${country} is not currently supported by Stripe.`, 'country_unsupported')
}

export const canReceiveTransfers = (country: string) => !OUTSIDE_REGION.has(country)
