import { describe, expect, it } from 'vitest'
import { toPence } from '#domain/payments/money'
import { formatBalance, formatPence, formatPrice } from '#words/prices'

describe('a price', () => {
  it('is shown to the penny where it is charged, and without “.00” on a card', () => {
    const shown = [4_500, 4_450, 5, 0].map((amount) => [formatPence(toPence(amount)), formatPrice(toPence(amount))])
    expect(shown).toEqual([
      ['£45.00', '£45'],
      ['£44.50', '£44.50'],
      ['£0.05', '£0.05'],
      ['£0.00', '£0'],
    ])
  })
})

describe('a balance', () => {
  it('has a minus sign for what is owed', () => {
    expect([formatBalance(-4_050), formatBalance(4_050)]).toEqual(['−£40.50', '£40.50'])
  })
})
