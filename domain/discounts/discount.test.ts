import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leastCharge } from '#domain/payments/charges'
import { chargeStep } from '#domain/payments/currency'
import type { MinorUnits } from '#domain/payments/money'
import { generateCode, normalizeCode } from '#domain/discounts/code-text'
import { applyCode, computeDiscount, type DiscountCode, type DiscountTerms } from '#domain/discounts/discount'

const money = (amount: number, currency = 'GBP') => ({ amount: amount as MinorUnits, currency })
const off = (percent: number): DiscountTerms => ({ percent, amount: null })
const less = (amount: number, currency = 'GBP'): DiscountTerms => ({ percent: null, amount: money(amount, currency) })

/** Prices as they are sold, in currencies with hundredths, thousandths and none, with and without a least charge. */
const prices = fc
  .record({ currency: fc.constantFrom('GBP', 'EUR', 'JPY', 'KWD', 'HUF', 'UGX', 'INR'), steps: fc.nat(20_000_000) })
  .map(({ currency, steps }) => money(steps * chargeStep(currency), currency))

describe('computeDiscount', () => {
  it('leaves an amount that can be charged, or nothing, in every currency', () => {
    fc.assert(
      fc.property(prices, fc.integer({ min: 1, max: 100 }), fc.nat(5_000_000), (price, percent, amount) => {
        for (const terms of [off(percent), less(amount + 1, price.currency)]) {
          const discount = computeDiscount(price, terms)!
          const paid = price.amount - discount
          expect(paid === 0 || paid >= leastCharge(price.currency)).toBe(true)
          expect(paid % chargeStep(price.currency)).toBe(0)
          expect(discount).toBeGreaterThanOrEqual(0)
          expect(discount).toBeLessThanOrEqual(price.amount)
        }
      }),
    )
  })

  it('takes off at least the share, and less than a step more unless the rest could not be charged', () => {
    fc.assert(
      fc.property(prices, fc.integer({ min: 1, max: 100 }), (price, percent) => {
        const discount = computeDiscount(price, off(percent))!
        const share = BigInt(price.amount) * BigInt(percent)
        expect(BigInt(discount) * 100n >= share).toBe(true)
        if (discount === price.amount) return
        expect((BigInt(discount) - BigInt(chargeStep(price.currency))) * 100n < share).toBe(true)
      }),
    )
  })

  it('rounds in the buyer’s favour', () => {
    expect(computeDiscount(money(999), off(10))).toBe(100)
    expect(computeDiscount(money(4_990, 'KWD'), off(33))).toBe(1_650) // Cards have no thousandths.
  })

  it('makes free what is too small to charge', () => {
    expect(computeDiscount(money(4_500), less(4_471))).toBe(4_500) // 29 pence; Stripe charges 30 or more.
    expect(computeDiscount(money(4_500), less(4_470))).toBe(4_470)
  })

  it('takes off at most the price, and an amount only in its own currency', () => {
    expect(computeDiscount(money(4_500), less(10_000))).toBe(4_500)
    expect(computeDiscount(money(4_500, 'EUR'), less(1_000))).toBeNull()
  })
})

const at = (text: string) => new Date(`${text}T00:00:00Z`)
const session = { kind: 'session', mentorId: 'ada', sessionTypeId: 'talk' } as const
const cohort = { kind: 'cohort', mentorId: 'ada', cohortId: 'spring' } as const
const code: DiscountCode = {
  terms: off(20),
  mentorId: null,
  mentorIds: null,
  appliesTo: 'both',
  sessionTypeIds: null,
  cohortIds: null,
  validFrom: at('2030-01-01'),
  validUntil: at('2030-02-01'),
  maxRedemptions: 2,
  redeemed: 1,
  disabledAt: null,
  borneBy: 'operator',
  agreedMentorIds: [],
}

describe('applyCode', () => {
  const now = at('2030-01-07')
  const use = (changed: Partial<DiscountCode>, item: typeof session | typeof cohort = session, price = money(4_500)) =>
    applyCode(price, { ...code, ...changed }, item, now)

  it.each([
    ['what it takes off', {}, { discount: 900 }],
    ['no more than of an unknown one if it is disabled', { disabledAt: at('2030-01-02') }, { problem: 'unknown' }],
    ['no more than of an unknown one if it is of another mentor', { mentorId: 'mary' }, { problem: 'unknown' }],
    ['no more than of an unknown one if it is for other mentors', { mentorIds: ['mary'] }, { problem: 'unknown' }],
    [
      'no more than of an unknown one if it is for another session',
      { sessionTypeIds: ['review'] },
      { problem: 'unknown' },
    ],
    ['no more than of an unknown one if it is for cohorts', { appliesTo: 'cohorts' as const }, { problem: 'unknown' }],
    [
      'no more than of an unknown one if its mentor has not agreed to bear it',
      { borneBy: 'mentor' as const, mentorIds: ['ada', 'mary'], agreedMentorIds: ['mary'] },
      { problem: 'unknown' },
    ],
    [
      'what it takes off once its mentor has agreed to bear it',
      { borneBy: 'mentor' as const, mentorIds: ['ada'], agreedMentorIds: ['ada'] },
      { discount: 900 },
    ],
    ['what a mentor’s own takes off', { borneBy: 'mentor' as const, mentorId: 'ada' }, { discount: 900 }],
    ['that it is not valid yet', { validFrom: at('2030-01-08') }, { problem: 'not_yet' }],
    ['that it has ended at that instant', { validUntil: now }, { problem: 'ended' }],
    ['that it is used up', { redeemed: 2 }, { problem: 'used_up' }],
    ['that it is of another currency', { terms: less(500, 'EUR') }, { problem: 'other_currency' }],
  ])('says %s', (_what, changed, result) => expect(use(changed)).toEqual(result))

  it('takes a code for one cohort there and nowhere else', () => {
    const changed = { appliesTo: 'cohorts' as const, cohortIds: ['spring'] }
    expect(use(changed, cohort)).toEqual({ discount: 900 })
    expect(use({ cohortIds: ['autumn'] }, cohort)).toEqual({ problem: 'unknown' })
    expect(use({ appliesTo: 'sessions' }, cohort)).toEqual({ problem: 'unknown' })
  })

  it('says that a free session needs none', () => {
    expect(use({}, session, money(0))).toEqual({ problem: 'already_free' })
  })
})

describe('a code', () => {
  it.each([
    ['summer 25', 'SUMMER25'],
    ['SUMMER-25', 'SUMMER25'],
    ['ＳＵＭＭＥＲ–２５', 'SUMMER25'],
    ['abc', null],
    ['été 2030', null],
    ['A'.repeat(41), null],
  ])('that is typed as %s is compared as %s', (typed, compared) => expect(normalizeCode(typed)).toBe(compared))

  it('is made of letters that no one mistakes', () => {
    expect(generateCode(new Uint8Array(10).map((_, at) => at * 29))).toMatch(/^[2-9A-HJ-NP-Z]{10}$/)
    expect(() => generateCode(new Uint8Array(9))).toThrow('10 random bytes')
  })
})
