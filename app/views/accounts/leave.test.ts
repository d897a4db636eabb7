import { describe, expect, it } from 'vitest'
import { readShownRefunds } from './leave.ts'

describe('readShownRefunds', () => {
  it.each([
    [
      '4500 GBP,500 EUR',
      [
        { amount: 4_500, currency: 'GBP' },
        { amount: 500, currency: 'EUR' },
      ],
    ],
    ['', []],
    ['4500', [{ amount: 4_500, currency: 'GBP' }]],
  ])('reads “%s”', (sent, sums) => {
    expect(readShownRefunds(sent)).toEqual(sums)
  })

  it.each([null, '45.00 GBP', '4500 pounds', 'GBP 4500', '-4500 GBP'])('refuses %s, which no page sends', (sent) => {
    expect(readShownRefunds(sent)).toBeNull()
  })
})
