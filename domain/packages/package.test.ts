import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { checkPackagePrice, creditState, packageEnd, splitEvenly, sumOpenShares } from '#domain/packages/package'
import { canCharge, leastCharge } from '#domain/payments/charges'
import { chargeStep } from '#domain/payments/currency'
import { computeFee, toMinorUnits } from '#domain/payments/money'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const currencies = [...letters]
  .flatMap((a) => [...letters].flatMap((b) => [...letters].map((c) => a + b + c)))
  .filter(canCharge)
const currency = fc.constantFrom(...currencies)
const sessions = fc.constantFrom(3, 5)
/** What a package can cost in a currency: whole steps, at least one for each session. */
const steps = fc.integer({ min: 5, max: 9_999_999 })

describe('a package', () => {
  test.prop([currency, sessions, steps, fc.integer({ min: 0, max: 100 })])(
    'is split into shares and fees that are charged in the currency, differ by a step and add up exactly',
    (code, parts, count, percent) => {
      const step = chargeStep(code)
      const price = toMinorUnits(count * step)
      const fee = computeFee(price, percent, code)
      const [shares, fees] = [splitEvenly(price, parts, code), splitEvenly(fee, parts, code)]
      for (const [whole, all] of [[price, shares] as const, [fee, fees] as const]) {
        expect(all).toHaveLength(parts)
        expect(all.reduce((sum, each) => sum + each, 0)).toBe(whole)
        expect(Math.max(...all) - Math.min(...all)).toBeLessThanOrEqual(step)
        expect(all.every((each) => each >= 0 && each % step === 0)).toBe(true)
      }
      expect(shares.every((share, n) => share > 0 && fees[n]! <= share)).toBe(true)
    },
  )

  test.prop([currency, sessions, steps])(
    'refunds all of its price while none of its sessions is booked',
    (code, parts, count) => {
      const price = toMinorUnits(count * chargeStep(code))
      const open = splitEvenly(price, parts, code).map((share, n) => ({
        number: n + 1,
        share,
        bookingId: null,
        earnedAt: null,
        refundedAt: null,
      }))
      expect(sumOpenShares(open)).toBe(price)
      const used = open.map((credit) => (credit.number === 1 ? { ...credit, bookingId: 'a session' } : credit))
      expect(sumOpenShares(used)).toBe(price - open[0]!.share)
    },
  )

  it.each([
    [11_000, null],
    [13_500, 'not_lower'],
    [14_000, 'not_lower'],
    [leastCharge('GBP') - 1, 'too_low'],
    [leastCharge('GBP'), null],
  ])('of three sessions for £45.00 that costs %d pence: %s', (price, problem) => {
    const wanted = { price: toMinorUnits(price), sessions: 3, single: toMinorUnits(4_500), currency: 'GBP' }
    expect(checkPackagePrice(wanted)).toBe(problem)
  })

  it('is not sold of free sessions, for nothing, or for more than a card can be charged', () => {
    const check = (price: number, single: number, code: string) =>
      checkPackagePrice({ price: toMinorUnits(price), sessions: 5, single: toMinorUnits(single), currency: code })
    expect(check(100, 0, 'GBP')).toBe('free')
    expect(check(4, 10, 'XOF')).toBe('too_low')
    expect(check(100_000_000, 2_000_000_000, 'GBP')).toBe('too_high')
  })

  it('ends a year after it was bought, on 1 March after a leap day', () => {
    expect(packageEnd(new Date('2026-11-28T23:30:00Z'))).toEqual(new Date('2027-11-28T23:30:00Z'))
    expect(packageEnd(new Date('2028-02-29T12:00:00Z'))).toEqual(new Date('2029-03-01T12:00:00Z'))
  })

  it('has credits that are open, booked, used, lapsed or refunded', () => {
    const [bookingId, at] = ['a session', new Date()]
    const none = { bookingId: null, earnedAt: null, refundedAt: null }
    expect(creditState(none)).toBe('open')
    expect(creditState({ ...none, bookingId })).toBe('booked')
    expect(creditState({ ...none, bookingId, earnedAt: at })).toBe('used')
    expect(creditState({ ...none, earnedAt: at })).toBe('lapsed')
    expect(creditState({ ...none, refundedAt: at })).toBe('refunded')
  })
})
