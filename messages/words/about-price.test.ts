import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import type { ExchangeRates } from '#domain/payments/about-price'
import { listCurrencies } from '#domain/payments/currency'
import type { MinorUnits } from '#domain/payments/money'
import { aboutPrices, describeRates } from '#words/about-price'

const rates: ExchangeRates = {
  source: 'European Central Bank',
  publishedOn: '2026-10-02',
  perPound: {
    INR: 127.156,
    USD: 1.32008,
    JPY: 208.143,
    EUR: 1.176,
    PLN: 5.148,
    IDR: 23_696,
    HUF: 434.16,
    KRW: 1_780,
    SGD: 1.71,
    TRY: 55.4,
  },
}
const about = (pounds: number, code: string) => aboutPrices(rates, code)(Math.round(pounds * 100) as MinorUnits, 'GBP')
const readAmount = (words: string) => Number(words.replaceAll(/[^\d.]/g, ''))

describe('what a price is about in another currency', () => {
  it.each([
    [45, 'INR', 'about ₹5,700'],
    [1_000, 'INR', 'about ₹130,000'],
    [45, 'USD', 'about US$59'],
    [5, 'USD', 'about US$6.60'],
    [0.01, 'USD', 'about US$0.01'],
    [0.01, 'JPY', 'about ¥2'],
    [45, 'IDR', 'about IDR\u00a01,100,000'],
    [45, 'SGD', 'about S$77'],
    [45, 'TRY', 'about ₺2,500'],
  ])('of £%s in %s reads %s', (pounds, code, words) => {
    expect(about(pounds, code)).toBe(words)
  })

  it('has a source with the day of its rates', () => {
    expect(describeRates(rates)).toBe('European Central Bank, 2 October 2026')
  })

  it('is nothing for a free session', () => {
    expect(about(0, 'INR')).toBeUndefined()
  })

  it('is in pounds of a price in euros, and nothing of one in pounds or without a rate', () => {
    const inPounds = aboutPrices(rates, 'GBP')
    const shown = ['EUR', 'JPY', 'GBP', 'KWD'].map((currency) => inPounds(4_500 as MinorUnits, currency))
    expect(shown).toEqual(['about £38', 'about £22', undefined, undefined])
  })

  it.each(['GBP', 'XYZ', 'NGN', 'inr', '', 'constructor', '__proto__', 'SEK'])(
    'is nothing in the price’s own currency, in one that is not known, or without a rate: %j',
    (code) => {
      expect(about(45, code)).toBeUndefined()
    },
  )
})

const codes = fc.constantFrom(...listCurrencies().filter((code) => code !== 'GBP'))
const perPound = fc.double({ min: 0.001, max: 1_000_000, noNaN: true })
const prices = fc.integer({ min: 1, max: 10_000_000 })
const worth = (price: number, rate: number, code: string) => {
  const words = aboutPrices({ ...rates, perPound: { [code]: rate } }, code)(price as MinorUnits, 'GBP')
  return readAmount(words!.replace(code, ''))
}

describe('an amount in any currency', () => {
  test.prop([prices, perPound, codes])(
    'is never zero, and at most a twentieth off or the least there is',
    (price, rate, code) => {
      const exact = (price / 100) * rate
      const shown = worth(price, rate, code)
      expect(shown).toBeGreaterThan(0)
      if (shown > 1) expect(Math.abs(shown - exact)).toBeLessThanOrEqual(Math.max(exact / 20, 0.5) + 1e-9)
      else expect(shown - exact).toBeLessThanOrEqual(1)
    },
  )

  test.prop([prices, prices, perPound, codes])('is not less for a higher price', (one, other, rate, code) => {
    const [low, high] = [Math.min(one, other), Math.max(one, other)]
    expect(worth(low, rate, code)).toBeLessThanOrEqual(worth(high, rate, code))
  })
})
