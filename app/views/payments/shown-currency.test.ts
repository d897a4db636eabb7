import { describe, expect, it } from 'vitest'
import { SHIPPED_RATES as rates } from '#server/payments/rates/shipped-rates'
import { currencyChoice, shownCurrency } from './shown-currency.ts'

it.each([
  [null, 'KES'],
  ['zone=Africa%2FLagos', 'KES'],
  ['zone=Asia%2FKolkata', 'INR'],
  ['zone=Asia%2FKolkata; currency=KES', 'KES'],
  ['zone=Asia%2FKolkata; currency=GBP', 'GBP'],
  ['zone=Asia%2FKolkata; currency=NGN', 'INR'],
])('shownCurrency is, for the cookies %s on a site in Kenyan shillings, %s', (cookies, shown) => {
  expect(shownCurrency('KES', cookies)).toBe(shown)
})

describe('currencyChoice', () => {
  const choose = (CURRENCY: string, cookies: string | null = null) => {
    const { shown, all } = currencyChoice({ rates, config: { CURRENCY } }, cookies)
    return { shown, codes: all.map(({ code }) => code) }
  }

  it('has the site’s own first and shown, then every other with a rate, once', () => {
    const { shown, codes } = choose('JPY')
    expect([shown, codes[0]]).toEqual(['JPY', 'JPY'])
    expect(codes).toContain('GBP')
    expect(new Set(codes).size).toBe(codes.length)
    expect(codes).toHaveLength(choose('GBP').codes.length)
  })

  it('is the site’s own alone if that has no rate', () => {
    expect(choose('KES', 'currency=INR')).toEqual({ shown: 'KES', codes: ['KES'] })
  })
})
