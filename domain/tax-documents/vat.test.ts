import { fc, test } from '@fast-check/vitest'
import { expect, it } from 'vitest'
import { includedVat, vatOfChange } from './vat.ts'

it.each([
  ['GBP 45.00 at 20%', 4500, 20, 750],
  ['JPY 4500 at 10%', 4500, 10, 409],
  ['KWD 4.500 at 5%', 4500, 5, 214],
  ['ISK 6990 at 24%', 6990, 24, 1353],
  ['EUR 45.00 at 5.5%', 4500, 5.5, 235],
  ['GBP 0.03 at 20%, half a penny up', 3, 20, 1],
  ['no VAT', 4500, 0, 0],
])('includedVat is the part of the price that is VAT, in whole minor units: %s', (_, gross, percent, vat) => {
  expect(includedVat(gross, percent)).toBe(vat)
})

/** A payment, and what goes back and comes again, each a part of what was paid, in thousandths. */
const payments = fc.record({
  paid: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
  percent: fc.constantFrom(0, 5, 5.5, 8.1, 10, 19, 20, 24, 25, 99.9),
  parts: fc.array(fc.integer({ min: 1, max: 1000 }), { maxLength: 12 }),
})

test.prop([payments])('the VAT of a receipt and its credit notes sums up to that of what is kept', (payment) => {
  const { paid, percent, parts } = payment
  const sum = { gross: 0, vat: 0 }
  const change = (gross: number) => {
    const vat = vatOfChange(sum, gross, percent)
    expect(Math.sign(vat) * Math.sign(gross)).toBeGreaterThanOrEqual(0)
    expect(Math.abs(vat)).toBeLessThanOrEqual(Math.abs(gross))
    sum.gross += gross
    sum.vat += vat
    expect(sum.vat).toBe(includedVat(sum.gross, percent))
  }
  change(paid)
  for (const part of parts) {
    const back = Math.min(Math.ceil((paid * part) / 1000), sum.gross)
    if (back > 0) change(-back)
    if (part % 3 === 0 && back > 0) change(back) // The refund failed.
  }
  if (sum.gross > 0) change(-sum.gross)
  expect(sum).toEqual({ gross: 0, vat: 0 })
})

it('gives back no more VAT than was charged when more goes back than was paid', () => {
  expect(vatOfChange({ gross: 4500, vat: 750 }, -5000, 20)).toBe(-750)
  expect(vatOfChange({ gross: -500, vat: 0 }, 1000, 20)).toBe(83)
})
