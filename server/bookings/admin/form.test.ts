import { describe, expect, it } from 'vitest'
import { readRefundForm } from '#server/bookings/admin/form'

function readAmount(amount: string, currency: string) {
  const form = new FormData()
  const fields = { amount, shown: '450000', status: 'confirmed', reason: 'The line was lost' }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const read = readRefundForm(form, currency)
  return read.ok ? read.value.amount : Object.keys(read.error)
}

describe('readRefundForm', () => {
  it.each([
    ['20', 'GBP', 2000],
    ['£20.50', 'GBP', 2050],
    ['¥4500', 'JPY', 4500],
    ['KWD 4.5', 'KWD', 4500],
  ])('reads %s in %s as %d minor units', (typed, currency, amount) => {
    expect(readAmount(typed, currency)).toBe(amount)
  })

  it.each([
    ['0', 'GBP'],
    ['20,50', 'GBP'],
    ['EUR 20', 'GBP'],
    ['4500.50', 'JPY'],
    ['4.505', 'KWD'], // Cards have no thousandths.
  ])('rejects %s in %s', (typed, currency) => {
    expect(readAmount(typed, currency)).toEqual(['amount'])
  })
})
