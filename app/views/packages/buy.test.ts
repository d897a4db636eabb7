import { expect, it } from 'vitest'
import { toMinorUnits } from '#domain/payments/money'
import { formatEach } from './buy.ts'

it.each([
  [12_000, 'GBP', '£40.00'],
  [10_000, 'GBP', 'about £33.33'],
  [1_000, 'JPY', 'about ¥333'],
])(
  'formatEach of three sessions for %i %s says “%s”, and “about” only where shares differ',
  (price, currency, words) => {
    expect(formatEach(toMinorUnits(price), 3, currency)).toBe(words)
  },
)
