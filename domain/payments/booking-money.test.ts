import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { sumMoney, type KnownRefund } from '#domain/payments/booking-money'
import { toMinorUnits } from '#domain/payments/money'

const paid = { amount: toMinorUnits(4500), currency: 'GBP' }
const refund = (amount: number, status: KnownRefund['status'], more: Partial<KnownRefund> = {}): KnownRefund => ({
  amount: toMinorUnits(amount),
  status,
  atService: false,
  replaced: false,
  ...more,
})
const sums = (...refunds: KnownRefund[]) => {
  const { returned, onTheWay, delayed, kept } = sumMoney(paid, refunds)
  return { returned, onTheWay, delayed, kept }
}

describe('the money of a booking', () => {
  it('is all kept while nothing goes back', () => {
    expect(sumMoney(paid, [])).toEqual({
      currency: 'GBP',
      paid: 4500,
      returned: 0,
      onTheWay: 0,
      delayed: 0,
      kept: 4500,
    })
  })

  it('is summed by what became of each refund', () => {
    const several = [refund(1000, 'succeeded'), refund(500, 'pending'), refund(750, 'failed')]
    expect(sums(...several)).toEqual({ returned: 1000, onTheWay: 500, delayed: 750, kept: 2250 })
  })

  it('is no longer delayed once a refund that failed is sent again', () => {
    const again = [refund(2250, 'failed', { replaced: true }), refund(2250, 'queued')]
    expect(sums(...again)).toEqual({ returned: 0, onTheWay: 2250, delayed: 0, kept: 2250 })
  })

  it('is settled by what the operator returns by hand after a failure, and not by a return before it', () => {
    const byHand = refund(2250, 'succeeded', { atService: true })
    expect(sums(refund(2250, 'failed'), byHand)).toEqual({ returned: 2250, onTheWay: 0, delayed: 0, kept: 2250 })
    expect(sums(byHand, refund(2250, 'failed'))).toEqual({ returned: 2250, onTheWay: 0, delayed: 2250, kept: 0 })
  })

  it('counts no refunds that were withdrawn, or that the operator tried and could not make', () => {
    const none = [refund(4500, 'withdrawn', { replaced: true }), refund(1000, 'failed', { atService: true })]
    expect(sums(...none)).toEqual({ returned: 0, onTheWay: 0, delayed: 0, kept: 4500 })
  })

  const refunds = fc.record({
    amount: fc.integer({ min: 1, max: 4500 }).map(toMinorUnits),
    status: fc.constantFrom('queued', 'pending', 'succeeded', 'failed', 'withdrawn'),
    atService: fc.boolean(),
    replaced: fc.boolean(),
  })
  test.prop([fc.array(refunds, { maxLength: 6 })])('is always accounted for to the penny', (all) => {
    const { returned, onTheWay, delayed, kept, ...rest } = sumMoney(paid, all)
    expect(returned + onTheWay + delayed + kept).toBe(rest.paid)
    for (const part of [returned, onTheWay, delayed, kept]) expect(part).toBeGreaterThanOrEqual(0)
  })
})
