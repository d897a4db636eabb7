import { describe, expect, it } from 'vitest'
import { bookableBounds, offeredBounds, priceBounds, typedBounds } from './price-bounds.ts'

const rates = {
  source: 'European Central Bank',
  publishedOn: '2026-10-02',
  perPound: { JPY: 208.143, EUR: 1.176, HUF: 434.16 },
}
const config = { CURRENCY: 'GBP', CURRENCIES: ['GBP', 'JPY'] }
const app = (set: { CURRENCY?: string; CURRENCIES?: string[]; PRICE_LEAST?: number; PRICE_MOST?: number } = {}) =>
  ({ rates, config: { ...config, ...set } }) as Parameters<typeof typedBounds>[0]

describe('priceBounds', () => {
  it('are £5 and £1,000 by default, and in another currency the day’s worth of them, to one digit', () => {
    expect(priceBounds(app(), 'GBP')).toEqual({ least: 500, most: 100_000, currency: 'GBP' })
    expect(priceBounds(app(), 'JPY')).toEqual({ least: 1_000, most: 200_000, currency: 'JPY' })
    expect(priceBounds(app(), 'KWD')).toEqual({ least: 5_000, most: 1_000_000, currency: 'KWD' })
  })

  it('are exactly the operator’s in the site’s currency', () => {
    const site = app({ CURRENCY: 'JPY', PRICE_LEAST: 1_234, PRICE_MOST: 98_765 })
    expect(priceBounds(site, 'JPY')).toEqual({ least: 1_234, most: 98_765, currency: 'JPY' })
    expect(priceBounds(site, 'GBP')).toEqual({ least: 600, most: 50_000, currency: 'GBP' })
  })

  it('are never below the least that the payment service charges', () => {
    expect(priceBounds(app({ PRICE_LEAST: 0.1 }), 'GBP').least).toBe(30)
    expect(priceBounds(app({ PRICE_LEAST: 0.1 }), 'HUF').least).toBe(17_500)
  })
})

it('bookableBounds are wider only where they follow the rates', () => {
  expect(bookableBounds(app(), 'GBP')).toEqual({ least: 500, most: 100_000, currency: 'GBP' })
  expect(bookableBounds(app(), 'JPY')).toEqual({ least: 500, most: 400_000, currency: 'JPY' })
  expect(bookableBounds(app({ PRICE_LEAST: 5 }), 'JPY').least).toBe(500)
  expect(bookableBounds(app({ CURRENCY: 'JPY', PRICE_LEAST: 1_234 }), 'JPY')).toMatchObject({
    least: 1_234,
    most: 400_000,
  })
})

it('the bounds of a form are those of the currency that it names, or of the site’s own', () => {
  const named = ['JPY', 'EUR', undefined].map((currency) => typedBounds(app(), { ...(currency && { currency }) }))
  expect(named.map(({ currency }) => currency)).toEqual(['JPY', 'GBP', 'GBP'])
  expect(offeredBounds(app()).map(({ currency }) => currency)).toEqual(['GBP', 'JPY'])
})
