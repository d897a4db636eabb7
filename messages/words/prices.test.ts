import { describe, expect, it } from 'vitest'
import { toMinorUnits } from '#domain/payments/money'
import { currencySign, formatBalance, formatCurrencyName, formatMoney, formatPrice } from '#words/prices'

describe('a price', () => {
  it('is shown to the penny where it is charged, and without “.00” on a card', () => {
    const amounts = [100_000, 4_500, 4_450, 5, 0].map(toMinorUnits)
    const shown = amounts.map((amount) => [formatMoney(amount, 'GBP'), formatPrice(amount, 'GBP')])
    expect(shown).toEqual([
      ['£1,000.00', '£1,000'],
      ['£45.00', '£45'],
      ['£44.50', '£44.50'],
      ['£0.05', '£0.05'],
      ['£0.00', '£0'],
    ])
  })

  it('has as many decimals as its currency, and a code where it has no sign', () => {
    const [whole, part] = [toMinorUnits(4_000), toMinorUnits(4_500)]
    const shown = ['USD', 'JPY', 'KWD'].map((code) => [
      formatMoney(part, code),
      formatPrice(part, code),
      formatPrice(whole, code),
    ])
    expect(shown).toEqual([
      ['US$45.00', 'US$45', 'US$40'],
      ['¥4,500', '¥4,500', '¥4,000'],
      ['KWD\u00a04.500', 'KWD\u00a04.500', 'KWD\u00a04'],
    ])
  })
})

describe('a balance', () => {
  it('has a minus sign for what is owed', () => {
    const shown = [formatBalance(-4_050, 'GBP'), formatBalance(4_050, 'GBP'), formatBalance(-4_050, 'JPY')]
    expect(shown).toEqual(['−£40.50', '£40.50', '−¥4,050'])
  })
})

describe('a currency', () => {
  it('is named by its sign, and in words for more than one', () => {
    expect(['GBP', 'USD', 'KWD'].map(currencySign)).toEqual(['£', 'US$', 'KWD'])
    expect(['GBP', 'USD', 'KWD'].map(formatCurrencyName)).toEqual(['British pounds', 'US dollars', 'Kuwaiti dinars'])
  })
})
