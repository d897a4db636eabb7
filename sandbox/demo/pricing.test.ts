import { describe, expect, it } from 'vitest'
import { listCurrencies } from '#domain/payments/currency'
import { priceBounds } from '#server/mentors/price-bounds'
import { SHIPPED_RATES } from '#server/payments/rates/shipped-rates'
import { demoMentors } from './mentors.ts'
import { pricingIn } from './pricing.ts'

describe('the prices of the demo', () => {
  it('are those of its mentors in pounds, and of about the same worth in another currency', () => {
    expect(pricingIn('GBP', SHIPPED_RATES).toPrice(45)).toBe(4500)
    expect(pricingIn('JPY', SHIPPED_RATES).toPrice(45)).toBe(9400)
    expect(pricingIn('KWD', SHIPPED_RATES).toPrice(45)).toBe(45_000) // Without a rate, the same number.
  })

  it.each([...listCurrencies(), 'KWD'])('can be charged in %s', (currency) => {
    const { toPrice } = pricingIn(currency, SHIPPED_RATES)
    const config = { CURRENCY: currency, PRICE_LEAST: undefined, PRICE_MOST: undefined }
    const { least, most } = priceBounds({ rates: SHIPPED_RATES, config }, currency)
    const prices = demoMentors.flatMap(({ price, sessions }) => [price, ...sessions.map((each) => each.price ?? price)])
    const isOutside = (pounds: number) => pounds > 0 && (toPrice(pounds) < least || toPrice(pounds) > most)
    expect(prices.filter(isOutside)).toEqual([])
  })
})
