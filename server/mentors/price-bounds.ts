/** Between which amounts a session may cost in each currency of the site, unless it is free. */
import { USUAL_BOUNDS, type PriceBounds } from '#domain/mentors/price'
import { exchangeRate } from '#domain/payments/about-price'
import { leastCharge, mostCharge } from '#domain/payments/charges'
import { chargeStep, decimalsOf } from '#domain/payments/currency'
import { fromMajorUnits, toMinorUnits, type MinorUnits } from '#domain/payments/money'
import type { App } from '#server/context'

type BoundsContext = Pick<App, 'rates'> & { config: Pick<App['config'], 'CURRENCY' | 'PRICE_LEAST' | 'PRICE_MOST'> }
type OfferContext = BoundsContext & { config: Pick<App['config'], 'CURRENCIES'> }

/**
 * Those of `PRICE_LEAST` and `PRICE_MOST`, which are in the site's currency. In another currency, and where the operator
 * names none, round amounts that are worth about the same by the day's rates.
 */
export function priceBounds(app: BoundsContext, currency: string): PriceBounds {
  const { CURRENCY, PRICE_LEAST, PRICE_MOST } = app.config
  const inCurrency = (set: number | undefined, usual: number) => {
    if (set !== undefined && currency === CURRENCY) return fromMajorUnits(set, currency)
    const [amount, from] = set === undefined ? [usual, USUAL_BOUNDS.currency] : [set, CURRENCY]
    return roundBound(amount * (exchangeRate(app.rates, from, currency) ?? 1), currency)
  }
  const least = inCurrency(PRICE_LEAST, USUAL_BOUNDS.least) ?? 0
  const most = inCurrency(PRICE_MOST, USUAL_BOUNDS.most) ?? 0
  return {
    least: toMinorUnits(Math.max(least, leastCharge(currency))),
    most: toMinorUnits(Math.min(most, mostCharge(currency))),
    currency,
  }
}

/** Wider where they follow the exchange rates: a price that was within them stays bookable when the rates move. */
export function bookableBounds(app: BoundsContext, currency: string): PriceBounds {
  const { CURRENCY, PRICE_LEAST, PRICE_MOST } = app.config
  const { least, most } = priceBounds(app, currency)
  const isExact = (set: number | undefined) => currency === (set === undefined ? USUAL_BOUNDS.currency : CURRENCY)
  return {
    least: isExact(PRICE_LEAST) ? least : toMinorUnits(Math.max(Math.floor(least / 2), leastCharge(currency))),
    most: isExact(PRICE_MOST) ? most : toMinorUnits(Math.min(most * 2, mostCharge(currency))),
    currency,
  }
}

/** To one digit: 1,041 yen are 1,000. `amount` is in major units, the result in minor ones. */
function roundBound(amount: number, currency: string): MinorUnits {
  const minor = amount * 10 ** decimalsOf(currency)
  const step = Math.max(10 ** Math.floor(Math.log10(minor)), chargeStep(currency))
  return toMinorUnits(Math.max(Math.round(minor / step), 1) * step)
}

/** Those of the currency that a form names as `currency`; of the site's own if the site does not offer that. */
export function typedBounds(app: OfferContext, typed: { currency?: string }): PriceBounds {
  const { CURRENCIES, CURRENCY } = app.config
  return priceBounds(app, CURRENCIES.find((each) => each === typed.currency) ?? CURRENCY)
}

/** Of every currency that is offered, the site's own first. */
export const offeredBounds = (app: OfferContext): PriceBounds[] =>
  app.config.CURRENCIES.map((currency) => priceBounds(app, currency))
