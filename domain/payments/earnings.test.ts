import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { chooseForPayout, earningState, openAmount, sumEarnings, type EarningFacts } from '#domain/payments/earnings'
import { MAX_STORED_AMOUNT } from '#domain/payments/money'

const endsAt = new Date('2030-01-08T10:00:00Z')
const hoursAfter = (hours: number, seconds = 0) => new Date(endsAt.getTime() + hours * 3_600_000 + seconds * 1000)
const session = (facts: Partial<EarningFacts> = {}): EarningFacts => ({
  status: 'completed',
  endsAt,
  kept: 4500,
  fees: 450,
  paidOut: 0,
  inBatch: 0,
  disputed: false,
  returning: false,
  reported: false,
  ...facts,
})
const later = hoursAfter(100)

describe('what a session earns', () => {
  it('is due 72 hours after its end, to the second', () => {
    expect(earningState(session(), hoursAfter(72, -1))).toBe('waiting')
    expect(earningState(session(), hoursAfter(72))).toBe('due')
  })

  it('is ahead until it ends, and waits until it is completed', () => {
    expect(earningState(session({ status: 'confirmed' }), hoursAfter(0, -1))).toBe('ahead')
    expect(earningState(session({ status: 'confirmed' }), hoursAfter(0))).toBe('waiting')
    expect(earningState(session({ status: 'confirmed' }), later)).toBe('waiting')
  })

  it.each(['cancelled', 'no_show'] as const)('is due of what is kept where it was %s', (status) => {
    expect(earningState(session({ status, kept: 2250, fees: 225 }), later)).toBe('due')
    expect(earningState(session({ status, kept: 0, fees: 0 }), later)).toBe('nothing')
  })

  it.each(['disputed', 'returning', 'reported'] as const)('is held back while it is %s', (fact) => {
    expect(earningState(session({ [fact]: true }), later)).toBe(fact)
  })

  it('is in a batch, then paid, and owed once money goes back, at once and whatever else is open', () => {
    expect(earningState(session({ paidOut: 4050, inBatch: 4050 }), later)).toBe('in_batch')
    expect(earningState(session({ paidOut: 4050 }), later)).toBe('paid')
    const returned = session({ kept: 2250, fees: 225, paidOut: 4050, disputed: true })
    expect(earningState(returned, hoursAfter(0))).toBe('owed')
    expect(openAmount(returned)).toBe(-2025)
  })

  it('that was returned after a payout is settled once that was set off', () => {
    expect(earningState(session({ kept: 0, fees: 0, paidOut: 0 }), later)).toBe('nothing')
  })
})

const facts = fc.record({
  status: fc.constantFrom('confirmed', 'completed', 'no_show', 'cancelled'),
  endsAt: fc.integer({ min: -200, max: 200 }).map((hours) => hoursAfter(hours)),
  kept: fc.nat(10_000),
  fees: fc.nat(1_000),
  paidOut: fc.nat(10_000),
  inBatch: fc.constantFrom(0, 100),
  disputed: fc.boolean(),
  returning: fc.boolean(),
  reported: fc.boolean(),
})

describe('a mentor’s money', () => {
  test.prop([fc.array(facts)])('is earned once: what is paid, on its way, due and waiting is what is kept', (all) => {
    const sums = sumEarnings(all, endsAt)
    const kept = all.reduce((sum, each) => sum + each.kept - each.fees, 0)
    expect(sums.earned + sums.ahead).toBe(kept)
    expect(sums.earned).toBe(sums.waiting + sums.due + sums.inBatch + sums.paid)
  })

  it('is less than nothing due while more is owed than earned', () => {
    const owed = session({ kept: 0, fees: 0, paidOut: 4050 })
    expect(sumEarnings([owed, session({ kept: 1000, fees: 100 })], later)).toMatchObject({ due: -3150, paid: 4050 })
  })
})

describe('chooseForPayout', () => {
  const earned = (amount: number) => session({ kept: amount, fees: 0 })

  it('takes everything, and sets off what is owed', () => {
    const all = [earned(4500), session({ kept: 0, fees: 0, paidOut: 1000 }), earned(500)]
    const { amount, sessions } = chooseForPayout(all)
    expect(amount).toBe(4000)
    expect(new Set(sessions)).toEqual(new Set(all))
  })

  it('leaves for the next payout what is more than a payout can be', () => {
    const [large, small] = [earned(MAX_STORED_AMOUNT), earned(1)]
    expect(chooseForPayout([large])).toEqual({ amount: MAX_STORED_AMOUNT, sessions: [large] })
    expect(chooseForPayout([large, small])).toEqual({ amount: 1, sessions: [small] })
  })
})
