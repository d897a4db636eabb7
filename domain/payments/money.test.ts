import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { cardPrice, formatCardPrice, priceOf } from '#domain/mentors/mentor'
import { formatPence, formatPrice, type Pence, poundsToPence, describePrice, toPence } from '#domain/payments/money'

const pence = (amount: number) => amount as Pence

describe('money', () => {
  it('is shown to the penny where it is charged, and without “.00” on a card', () => {
    expect(formatPence(pence(4500))).toBe('£45.00')
    expect(formatPence(pence(5))).toBe('£0.05')
    expect(formatPrice(pence(4500))).toBe('£45')
    expect(formatPrice(pence(4450))).toBe('£44.50')
    expect(describePrice(pence(4450))).toBe('£44.50')
    expect(describePrice(pence(0))).toBe('Free')
  })

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

  it.each([
    ['£45 per session', []],
    ['£45 per session', [null, 4500]],
    ['from £30 per session', [3000, null]],
    ['Free', [0]],
    ['Free, others £45', [0, null]],
    ['Free, others from £30', [null, 0, 3000]],
  ])('reads “%s” on a card, and never “from £0”', (words, prices) => {
    const sessionTypes = prices.map((price) => ({ price: price === null ? null : pence(price) }))
    const { before, amount, after } = formatCardPrice(mentor, sessionTypes)
    expect(before + amount + after).toBe(words)
  })

  it('on a card has what it is about in another currency in place of “per session”, and never with “Free”', () => {
    const words = (prices: (number | null)[]) => {
      const sessionTypes = prices.map((price) => ({ price: price === null ? null : pence(price) }))
      return Object.values(formatCardPrice(mentor, sessionTypes, (price) => `about ₹${price}`)).join('')
    }
    expect(words([3000, null])).toBe('from £30 (about ₹3000)')
    expect(words([0])).toBe('Free')
    expect(words([0, null])).toBe('Free, others £45')
  })
})
