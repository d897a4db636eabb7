import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { cardPrice, priceOf } from '#domain/mentors/mentor'
import { fromMajorUnits, spellAmount, sumByCurrency, toMajorUnits, toMinorUnits } from '#domain/payments/money'

const pence = toMinorUnits

describe('money', () => {
  it('converts from pounds to pence without a rounding error', () => {
    expect(fromMajorUnits(45, 'GBP')).toBe(4500)
    expect(fromMajorUnits(19.99, 'GBP')).toBe(1999)
    expect(fromMajorUnits(1.1, 'GBP')).toBe(110)
  })

  it.each([45.005, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e300])('rejects %s pounds', (pounds) => {
    expect(fromMajorUnits(pounds, 'GBP')).toBeNull()
  })

  it.each([
    ['GBP', 45, 4500, '45.00'],
    ['JPY', 4500, 4500, '4500'],
    ['KWD', 4.5, 4500, '4.500'],
  ])(
    'has in %s as many decimals as the currency: %d is %d minor units, spelled %s',
    (currency, amount, minor, text) => {
      expect(fromMajorUnits(amount, currency)).toBe(minor)
      expect(toMajorUnits(minor, currency)).toBe(amount)
      expect(spellAmount(minor, currency)).toBe(text)
    },
  )

  it('has no half yen', () => {
    expect(fromMajorUnits(4500.5, 'JPY')).toBeNull()
  })

  it('is summed by currency, never across', () => {
    const amounts = [
      { amount: pence(4500), currency: 'GBP' },
      { amount: pence(4500), currency: 'JPY' },
      { amount: pence(500), currency: 'GBP' },
    ]
    expect(sumByCurrency(amounts)).toEqual([
      { amount: 5000, currency: 'GBP' },
      { amount: 4500, currency: 'JPY' },
    ])
    expect(sumByCurrency([])).toEqual([])
  })

  it.each([1.5, -1, Number.NaN, 2 ** 60])('rejects %s pence', (amount) => {
    expect(() => toMinorUnits(amount)).toThrow('Not an amount')
  })
})

test.prop([fc.integer({ min: 0, max: 2 ** 31 - 1 }), fc.constantFrom('JPY', 'GBP', 'KWD')])(
  'every amount survives conversion to major units and back, as a number and as text',
  (amount, currency) => {
    expect(fromMajorUnits(toMajorUnits(amount, currency), currency)).toBe(amount)
    expect(fromMajorUnits(Number(spellAmount(amount, currency)), currency)).toBe(amount)
  },
)

describe('a price', () => {
  const mentor = { price: pence(4500) }

  it('is the session’s own, or else the mentor’s', () => {
    expect(priceOf({ price: pence(3000) }, mentor)).toBe(3000)
    expect(priceOf({ price: null }, mentor)).toBe(4500)
  })

  it('is the lowest on a card, with “from” if others differ', () => {
    expect(cardPrice(mentor, [{ price: pence(3000) }, { price: null }])).toEqual({ price: 3000, from: true })
    expect(cardPrice(mentor, [{ price: pence(4500) }, { price: null }])).toEqual({ price: 4500, from: false })
    expect(cardPrice(mentor, [])).toEqual({ price: 4500, from: false })
  })
})
