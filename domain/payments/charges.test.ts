import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { canCharge, fromServiceAmount, leastCharge, roundToCharge, toServiceAmount } from '#domain/payments/charges'
import { toMinorUnits } from '#domain/payments/money'

it.each([
  ['GBP', true],
  ['JPY', true],
  ['KWD', true],
  ['IRR', false],
  ['gbp', false],
  ['', false],
])('canCharge of %j is %s', (currency, can) => {
  expect(canCharge(currency)).toBe(can)
})

it('leastCharge is in minor units of the currency, and nothing where the service names none', () => {
  expect(['GBP', 'JPY', 'HUF', 'KWD'].map(leastCharge)).toEqual([30, 50, 17_500, 0])
})

describe('an amount at the service', () => {
  it.each([
    ['GBP', 4500, 4500],
    ['JPY', 4500, 4500],
    ['KWD', 4500, 4500],
    ['ISK', 5, 500],
    ['UGX', 5, 500],
  ])('in %s is for %d minor units %d, and back', (currency, amount, sent) => {
    expect(toServiceAmount(toMinorUnits(amount), currency)).toBe(sent)
    expect(fromServiceAmount(sent, currency)).toBe(amount)
  })

  it('is refused if the currency has no such amount', () => {
    expect(() => fromServiceAmount(550, 'ISK')).toThrow('Not an amount')
  })
})

describe('roundToCharge', () => {
  it('rounds halves up: to a whole minor unit, and of dinars to a hundredth', () => {
    const most = toMinorUnits(10_000)
    expect(roundToCharge(2_250.5, 'GBP', most)).toBe(2_251)
    expect(roundToCharge(2_254, 'KWD', most)).toBe(2_250)
    expect(roundToCharge(2_255, 'KWD', most)).toBe(2_260)
  })

  const charged = fc.integer({ min: 1, max: 1_000_000 }).map((hundredths) => toMinorUnits(hundredths * 10))
  test.prop([charged, fc.integer({ min: 0, max: 100 })])(
    'of dinars always ends in 0, and is never above what was charged',
    (most, percent) => {
      const amount = roundToCharge((most * percent) / 100, 'KWD', most)
      expect(amount % 10).toBe(0)
      expect(amount).toBeLessThanOrEqual(most)
    },
  )
})
