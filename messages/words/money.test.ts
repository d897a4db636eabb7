import { describe, expect, it } from 'vitest'
import type { MinorUnits } from '#domain/payments/money'
import { formatCardPrice } from '#words/money'
import { describePrice } from '#words/prices'

const pence = (amount: number) => amount as MinorUnits

describe('a price', () => {
  const mentor = { price: pence(4500), currency: 'GBP' }

  it('is an amount, or “Free”', () => {
    expect(describePrice(pence(4450), 'GBP')).toBe('£44.50')
    expect(describePrice(pence(4450), 'JPY')).toBe('¥4,450')
    expect(describePrice(pence(0), 'GBP')).toBe('Free')
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
