import { describe, expect, it } from 'vitest'
import { sumMoney, type KnownRefund } from '#domain/payments/booking-money'
import { toMinorUnits } from '#domain/payments/money'
import { formatRefundSentences, formatShortRefund } from '#words/bookings/booking-money'

const paid = { amount: toMinorUnits(4500), currency: 'GBP' }
const refund = (amount: number, status: KnownRefund['status'], more: Partial<KnownRefund> = {}): KnownRefund => ({
  amount: toMinorUnits(amount),
  status,
  atService: false,
  replaced: false,
  ...more,
})
const words = (...refunds: KnownRefund[]) => formatRefundSentences(sumMoney(paid, refunds))
const short = (...refunds: KnownRefund[]) => formatShortRefund(sumMoney(paid, refunds))

describe('the money of a booking, in words', () => {
  it('is not mentioned while nothing goes back', () => {
    expect(words()).toEqual([])
    expect(short()).toBeNull()
  })

  it.each(['queued', 'pending'] as const)(
    'is on its way, and never called returned, while its refund is %s',
    (status) => {
      expect(words(refund(4500, status))).toEqual([
        'The whole £45.00 is being refunded to the card or account you paid with.',
      ])
      expect(short(refund(2250, status))).toBe('£22.50 being refunded')
    },
  )

  it('is returned once its refund succeeded', () => {
    expect(words(refund(2250, 'succeeded'))).toEqual([
      '£22.50 was refunded. Banks usually take five to ten working days to show it.',
    ])
    expect(short(refund(2250, 'succeeded'))).toBe('£22.50 returned')
  })

  it('is being looked into once its refund has failed for good, and on its way while it is sent again', () => {
    expect(words(refund(2250, 'failed'))).toEqual([
      'A refund of £22.50 failed. We’re looking into it; you don’t need to do anything.',
    ])
    expect(short(refund(2250, 'failed'))).toBe('£22.50 delayed, we are looking into it')
    expect(short(refund(2250, 'failed', { replaced: true }), refund(2250, 'queued'))).toBe('£22.50 being refunded')
  })

  it('is settled by what the operator returns by hand after a failure, and not by a return before it', () => {
    const byHand = refund(2250, 'succeeded', { atService: true })
    expect(short(refund(2250, 'failed'), byHand)).toBe('£22.50 returned')
    expect(short(byHand, refund(2250, 'failed'))).toBe('£22.50 returned, £22.50 delayed, we are looking into it')
  })

  it('is in the currency that was paid', () => {
    const money = sumMoney({ ...paid, currency: 'JPY' }, [refund(2250, 'succeeded')])
    expect(formatShortRefund(money)).toBe('¥2,250 returned')
  })

  it('lists each of several refunds with its sum', () => {
    const several = [refund(1000, 'succeeded'), refund(500, 'pending'), refund(750, 'failed')]
    expect(words(...several)).toHaveLength(3)
  })

  it('knows nothing of refunds that were withdrawn, or that the operator tried and could not make', () => {
    expect(short(refund(4500, 'withdrawn', { replaced: true }), refund(1000, 'failed', { atService: true }))).toBeNull()
  })
})
