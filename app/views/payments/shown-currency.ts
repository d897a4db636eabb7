/** In which currency a visitor is also shown prices, and what they are about in it. Server side. */
import { exchangeRate } from '#domain/payments/about-price'
import { canShow } from '#domain/payments/currency'
import type { App } from '#server/context'
import { aboutPrices, describeRates, type AboutPrice } from '#words/about-price'
import { currencyName, currencyOfZone, listCurrencyNames } from '#server/platform/reference/currencies'
import type { CurrencyChoice } from '../../ui/payments/currency-page.tsx'
import { zoneOfCookie } from '../../ui/time/clock.ts'

const YEAR_SECONDS = 31_536_000

/** The cookie that remembers the chosen currency. */
export const currencyCookie = (code: string) => `currency=${code}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`

/** What was chosen; else that of the visitor's zone; `own`, that of the site, where neither says another. */
export function shownCurrency(own: string, cookies: string | null): string {
  const chosen = /(?:^|;\s*)currency=([^;]*)/.exec(cookies ?? '')?.[1]
  if (chosen && canShow(chosen, own)) return chosen
  const zone = zoneOfCookie(cookies)
  return (zone && currencyOfZone(zone)) || own
}

type Shown = Pick<App, 'rates'> & { config: Pick<App['config'], 'CURRENCY'> }

/** For the client of this request. */
export function aboutPricesFor({ rates, config }: Shown, request: Request): AboutPrice {
  return aboutPrices(rates, shownCurrency(config.CURRENCY, request.headers.get('cookie')))
}

/** What can be chosen: the site's own, and the currencies that it has a rate to. `rates`: whose they are, and of which day. */
export function currencyChoice({ rates, config: { CURRENCY } }: Shown, cookies: string | null): CurrencyChoice {
  const others = listCurrencyNames().filter(
    ({ code }) => code !== CURRENCY && exchangeRate(rates, CURRENCY, code) !== null,
  )
  const all = [{ code: CURRENCY, name: currencyName(CURRENCY) }, ...others]
  const shown = shownCurrency(CURRENCY, cookies)
  return { shown: all.some(({ code }) => code === shown) ? shown : CURRENCY, all, rates: describeRates(rates) }
}
