import { expect, it } from 'vitest'
import { describeChange } from './audit-words.ts'

it('describeChange writes money in its currency, and what older events have as it was stored', () => {
  const yen = (amount: number) => ({ amount, currency: 'JPY' })
  const change = { before: { returnable: yen(9500) }, after: { returnable: yen(8000), refund: yen(1500) } }
  expect(describeChange(change)).toBe('returnable: ¥9,500 → ¥8,000\nrefund: ¥1,500')
  expect(describeChange({ before: null, after: { refundPence: 1500 } })).toBe('refundPence: 1500')
})
