import { expect, it } from 'vitest'
import { toPence } from '#domain/payments/money'
import { formatBalance, formatPence, formatPrice } from '#words/prices'

it.each<[number, string, string]>([
  [4_500, '£45.00', '£45'],
  [4_450, '£44.50', '£44.50'],
  [5, '£0.05', '£0.05'],
  [0, '£0.00', '£0'],
])('%d pence are %s where they are charged, and %s on a card', (amount, charged, onCard) => {
  expect([formatPence(toPence(amount)), formatPrice(toPence(amount))]).toEqual([charged, onCard])
})

it('formatBalance has a minus sign for what is owed', () => {
  expect([formatBalance(-4_050), formatBalance(4_050)]).toEqual(['−£40.50', '£40.50'])
})
