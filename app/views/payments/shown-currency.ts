/** In which currency a visitor is shown prices beside pounds, and what they are about in it. Server side. */
import { isCurrency } from '#domain/payments/currency'
import { CURRENCY } from '#domain/payments/money'
import type { App } from '#server/context'
import { aboutPrices, describeRates, type AboutPrice } from '#words/about-price'
import { currencyName, currencyOfZone, listCurrencyNames } from '#server/platform/reference/currencies'
import type { CurrencyChoice } from '../../ui/payments/currency-page.tsx'
import { zoneOfCookie } from '../../ui/time/clock.ts'

const YEAR_SECONDS = 31_536_000

/** The cookie that remembers the chosen currency. */
export const currencyCookie = (code: string) => `currency=${code}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`

/** What was chosen; else that of the visitor's zone; pounds where neither says another. */
export function shownCurrency(cookies: string | null): string {
  const chosen = /(?:^|;\s*)currency=([^;]*)/.exec(cookies ?? '')?.[1]
  if (chosen && isCurrency(chosen)) return chosen
  const zone = zoneOfCookie(cookies)
  return (zone && currencyOfZone(zone)) || CURRENCY
}

/** For the client of this request. */
export function aboutPricesFor({ rates }: Pick<App, 'rates'>, request: Request): AboutPrice {
  return aboutPrices(rates, shownCurrency(request.headers.get('cookie')))
}

/** What can be chosen: pounds, and the currencies that have a rate. `rates`: whose they are, and of which day. */
export function currencyChoice({ rates }: Pick<App, 'rates'>, cookies: string | null): CurrencyChoice {
  const others = listCurrencyNames().filter(({ code }) => Object.hasOwn(rates.perPound, code))
  const all = [{ code: CURRENCY, name: currencyName(CURRENCY) }, ...others]
  const shown = shownCurrency(cookies)
  return { shown: all.some(({ code }) => code === shown) ? shown : CURRENCY, all, rates: describeRates(rates) }
}
