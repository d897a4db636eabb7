import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { cardPrice, priceOf } from '#domain/mentors/mentor'
import { type Pence, poundsToPence, toPence } from '#domain/payments/money'

const pence = (amount: number) => amount as Pence

describe('money', () => {
  it('converts from pounds to pence without a rounding error', () => {
    expect(poundsToPence(45)).toBe(4500)
    expect(poundsToPence(19.99)).toBe(1999)
    expect(poundsToPence(1.1)).toBe(110)
  })

  it.each([45.005, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e300])('rejects %s pounds', (pounds) => {
    expect(poundsToPence(pounds)).toBeNull()
  })

  it.each([1.5, -1, Number.NaN, 2 ** 60])('rejects %s pence', (amount) => {
    expect(() => toPence(amount)).toThrow('Not an amount')
  })
})

test.prop([fc.integer({ min: 0, max: 10_000_000 })])(
  'every whole number of pence survives conversion to pounds and back',
  (amount) => {
    expect(poundsToPence(amount / 100)).toBe(amount)
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
