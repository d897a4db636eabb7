import { describe, expect, it } from 'vitest'
import { toMinorUnits } from '#domain/payments/money'
import { explainBookingProblem } from './booking-problem.ts'

describe('explainBookingProblem for too many holds', () => {
  const words = (seconds: number) =>
    explainBookingProblem(
      {
        code: 'too_many_holds',
        retryAfter: seconds,
        until: new Date(Date.UTC(2030, 0, 7, 9) + seconds * 1_000).toISOString(),
      },
      'Asia/Kolkata',
    )

  it('says when another try is allowed, on the reader’s clock, and that nothing was charged and what was typed is kept', () => {
    expect(words(8 * 60)).toContain('try again at 14:38')
    expect(words(60)).toContain('You weren’t charged, and we kept what you typed.')
  })

  it('names the day if that is not soon', () => {
    expect(words(7 * 24 * 3_600)).toContain('try again on Mon 14 Jan at 14:30')
  })
})

describe('explainBookingProblem for a price that changed', () => {
  const words = (amount: number, currency = 'GBP') =>
    explainBookingProblem({ code: 'price_changed', price: toMinorUnits(amount), currency }, 'Asia/Kolkata')

  it('names the new price, also where that is none', () => {
    expect(words(4_000)).toMatch(/^The price of this session is now £40\.00\. You weren’t charged/)
    expect(words(4_000, 'JPY')).toContain('is now ¥4,000.')
    expect(words(0)).toMatch(/^This session is now free\. You weren’t charged/)
  })
})
