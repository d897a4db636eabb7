/** What cancelling returns: every policy at each of its moments, a second before and a second after, for everyone. */
import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { CANCEL_POLICIES, refundDue, refundSteps, type CancelPolicy } from '#domain/bookings/refunds/refund-rule'
import { toMinorUnits } from '#domain/payments/money'
import { instantAt } from '#domain/time/wall-time'

const HOUR_MS = 3_600_000
const kept = toMinorUnits(4501)
const HALF = 2251
/** Never moved. */
const ceiling = 100 as const
const currency = 'GBP'

const startsAt = new Date('2030-01-20T12:00:00Z')
const hoursBefore = (hours: number) => new Date(startsAt.getTime() - hours * HOUR_MS)
const due = (
  policy: CancelPolicy,
  bookedAt: Date,
  now: Date,
  by: 'mentee' | 'mentor' | 'admin' | 'product' = 'mentee',
) => refundDue({ policy, bookedAt, startsAt, ceiling, kept, currency }, by, now)

/** Hours from booking to start; the refund until a number of hours before the start, and a second later. */
const moments: [policy: CancelPolicy, bookedHoursAhead: number, hours: number, until: number, after: number][] = [
  ['flexible', 400, 24, 4501, 0],
  ['flexible', 48, 24, 4501, 0],
  ['moderate', 400, 72, 4501, HALF],
  ['moderate', 400, 24, HALF, 0],
  ['firm', 400, 168, 4501, HALF],
  ['firm', 400, 72, HALF, 0],
  // Within 24 hours of booking, under each policy.
  ['flexible', 40, 16, 4501, 0],
  ['moderate', 60, 36, 4501, HALF],
  ['moderate', 60, 24, HALF, 0],
  ['moderate', 40, 16, 4501, 0],
  ['firm', 150, 126, 4501, HALF],
  ['firm', 150, 72, HALF, 0],
  ['firm', 90, 66, 4501, 0],
  ['firm', 40, 16, 4501, 0],
  // But never later than 12 hours before the start.
  ['flexible', 30, 12, 4501, 0],
  ['moderate', 30, 12, 4501, 0],
  ['firm', 30, 12, 4501, 0],
  // Booked at the very moment at which a step ends.
  ['moderate', 24, 12, 4501, 0],
  ['firm', 12, 12, 4501, 0],
]

describe('a mentee who cancels', () => {
  it.each(moments)(
    'under %s, booked %i hours ahead, gets %s until %i hours before',
    (policy, ahead, hours, until, after) => {
      const bookedAt = hoursBefore(ahead)
      const moment = hoursBefore(hours).getTime()
      if (ahead > hours) expect(due(policy, bookedAt, new Date(moment - 1000))).toBe(until)
      expect(due(policy, bookedAt, new Date(moment))).toBe(until)
      expect(due(policy, bookedAt, new Date(moment + 1000))).toBe(after)
    },
  )

  it.each(CANCEL_POLICIES)('gets nothing under %s of a session booked less than 12 hours ahead', (policy) => {
    const bookedAt = new Date(hoursBefore(12).getTime() + 1000)
    expect(due(policy, bookedAt, bookedAt)).toBe(0)
  })

  it.each(CANCEL_POLICIES)('gets nothing back under %s of what went back already', (policy) => {
    const bookedAt = hoursBefore(400)
    expect(
      refundDue({ policy, bookedAt, startsAt, ceiling, kept: toMinorUnits(0), currency }, 'mentee', bookedAt),
    ).toBe(0)
  })
})

describe('everyone else who cancels', () => {
  const people = (['mentor', 'admin', 'product'] as const).flatMap((by) =>
    CANCEL_POLICIES.map((policy) => [by, policy] as const),
  )
  it.each(people)('(%s, %s) owes the whole price at every moment', (by, policy) => {
    for (const [, ahead, hours] of moments) {
      for (const second of [-1000, 0, 1000])
        expect(due(policy, hoursBefore(ahead), new Date(hoursBefore(hours).getTime() + second), by)).toBe(4501)
    }
  })
})

// Clocks in London go forward on 31 March 2030 at 01:00, and back on 27 October 2030 at 02:00.
it.each([
  ['goes forward', '2030-03-31', '2030-03-30T10:00:00.000Z'],
  ['goes back', '2030-10-27', '2030-10-26T11:00:00.000Z'],
])('24 hours are hours where a clock %s in between', (_, date, moment) => {
  const start = instantAt({ date, time: '11:00' }, 'Europe/London')!
  const steps = refundSteps({
    policy: 'flexible',
    bookedAt: new Date('2030-01-01T00:00:00Z'),
    startsAt: start,
    ceiling,
  })
  expect(steps.map(({ until }) => until.toISOString())).toEqual([moment])
})

describe('a refund', () => {
  const seconds = fc.integer({ min: 0, max: 400 * 3600 }).map((count) => count * 1000)
  const policies = fc.constantFrom(...CANCEL_POLICIES)
  const sums = fc.nat(1_000_000).map(toMinorUnits)

  test.prop([policies, seconds, seconds, seconds, sums])(
    'is never more by waiting',
    (policy, ahead, one, other, sum) => {
      const bookedAt = new Date(startsAt.getTime() - ahead)
      const [first, second] = [one, other].toSorted((a, b) => a - b) as [number, number]
      const at = (waited: number) =>
        refundDue(
          { policy, bookedAt, startsAt, ceiling, kept: sum, currency },
          'mentee',
          new Date(bookedAt.getTime() + waited),
        )
      expect(at(second)).toBeLessThanOrEqual(at(first))
    },
  )

  test.prop([seconds, seconds, sums])('is never more under a stricter policy', (ahead, waited, sum) => {
    const bookedAt = new Date(startsAt.getTime() - ahead)
    const now = new Date(bookedAt.getTime() + waited)
    const [flexible = 0, moderate = 0, firm = 0] = CANCEL_POLICIES.map((policy) =>
      refundDue({ policy, bookedAt, startsAt, ceiling, kept: sum, currency }, 'mentee', now),
    )
    expect(firm).toBeLessThanOrEqual(moderate)
    // Half goes back under Moderate until 24 hours before, as all does under Flexible: never more than that.
    expect(moderate).toBeLessThanOrEqual(flexible)
  })

  it('is half rounded up to an amount that can be refunded: whole yen, and of dinars hundredths', () => {
    const half = (kept: number, currency: string) => {
      const booking = { policy: 'moderate', bookedAt: hoursBefore(400), startsAt, ceiling, currency } as const
      return refundDue({ ...booking, kept: toMinorUnits(kept) }, 'mentee', hoursBefore(48))
    }
    expect([half(4501, 'JPY'), half(4510, 'KWD'), half(10, 'KWD')]).toEqual([2251, 2260, 10])
  })

  test.prop([policies, seconds, seconds, sums])('is all, half rounded up, or nothing', (policy, ahead, waited, sum) => {
    const bookedAt = new Date(startsAt.getTime() - ahead)
    const back = refundDue(
      { policy, bookedAt, startsAt, ceiling, kept: sum, currency },
      'mentee',
      new Date(bookedAt.getTime() + waited),
    )
    expect([sum, Math.ceil(sum / 2), 0]).toContain(back)
    expect(Number.isSafeInteger(back)).toBe(true)
  })
})
