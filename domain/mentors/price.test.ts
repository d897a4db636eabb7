import { expect, it } from 'vitest'
import { toPence } from '#domain/payments/money'
import { isAllowedPrice, readPounds } from './price.ts'

it.each([
  ['45', 4500],
  ['45.5', 4550],
  [' £45.00 ', 4500],
  ['0', 0],
  ['1000.00', 100_000],
  ['19.99', 1999],
])('reads %s', (typed, pence) => {
  expect(readPounds(typed)).toBe(pence)
})

it.each(['', '1e3', '-5', '£45,00', '45,00', '45.001', '.5', '5.', '٤٥', 'Infinity', '0x10', '1 000', '1234567', '£'])(
  'refuses %s',
  (typed) => {
    expect(readPounds(typed)).toBeNull()
  },
)

it('allows free sessions and prices within the bounds', () => {
  const bounds = { least: toPence(500), most: toPence(100_000) }
  const allowed = [0, 1, 499, 500, 100_000, 100_001].map((pence) => isAllowedPrice(toPence(pence), bounds))
  expect(allowed).toEqual([true, false, false, true, true, false])
})
