import { describe, expect, it } from 'vitest'
import { toMinorUnits } from '#domain/payments/money'
import { amountToTopUp } from '#server/payouts/connect/platform-balance'

describe('amountToTopUp', () => {
  const owed = { byTransfer: toMinorUnits(5000) }

  it('is what the balance, with what is on its way to it, does not cover', () => {
    expect(amountToTopUp(owed, { available: 1000, pending: 1500 })).toBe(2500)
    expect(amountToTopUp(owed, { available: 4000, pending: 1500 })).toBe(0)
    expect(amountToTopUp(owed, { available: -300, pending: 0 })).toBe(5300)
  })

  it('is everything in a currency without a balance', () => {
    expect(amountToTopUp(owed, undefined)).toBe(5000)
  })
})
