import { expect, it } from 'vitest'
import { toMinorUnits } from '#domain/payments/money'
import { isAllowedPrice, readPrice } from './price.ts'

it.each([
  ['45', 'GBP', 4500],
  ['45.5', 'GBP', 4550],
  [' £45.00 ', 'GBP', 4500],
  ['GBP 45', 'GBP', 4500],
  ['0', 'GBP', 0],
  ['1000.00', 'GBP', 100_000],
  ['19.99', 'GBP', 1999],
  ['$45', 'AUD', 4500],
  ['4500', 'JPY', 4500],
  ['4.500', 'KWD', 4500],
])('reads %s of %s', (typed, currency, amount) => {
  expect(readPrice(typed, currency)).toBe(amount)
})

it.each([
  '',
  '1e3',
  '-5',
  '£45,00',
  '45,00',
  '45.001',
  '.5',
  '5.',
  '٤٥',
  'Infinity',
  '0x10',
  '1 000',
  '1234567890',
  '£',
])('refuses %s', (typed) => {
  expect(readPrice(typed, 'GBP')).toBeNull()
})

it.each([
  ['USD 45', 'GBP'],
  ['$45', 'GBP'],
  ['£45', ''],
])('refuses %s for a price in “%s”', (typed, currency) => {
  expect(readPrice(typed, currency)).toBeNull()
})

it.each([
  ['4500.5', 'JPY'],
  ['4.505', 'KWD'],
  ['999999999', 'GBP'],
])('refuses %s of %s, which cannot be charged or stored', (typed, currency) => {
  expect(readPrice(typed, currency)).toBeNull()
})

it('allows free sessions and prices within the bounds', () => {
  const bounds = { least: toMinorUnits(500), most: toMinorUnits(100_000) }
  const allowed = [0, 1, 499, 500, 100_000, 100_001].map((amount) => isAllowedPrice(toMinorUnits(amount), bounds))
  expect(allowed).toEqual([true, false, false, true, true, false])
})
