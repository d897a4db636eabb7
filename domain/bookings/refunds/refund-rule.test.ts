import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { lastFreeMoment, percentDue, refundSteps } from '#domain/bookings/refunds/refund-rule'

const policy = 'flexible'
const startsAt = new Date('2030-01-10T12:00:00Z')

// To the second, under every policy: `refund-due.test.ts`.
describe('lastFreeMoment', () => {
  const hours = fc.integer({ min: 0, max: 200 * 3600 }).map((seconds) => seconds * 1000)
  test.prop([hours, hours])('agrees with the sentence at every moment from booking to start', (ahead, waited) => {
    const bookedAt = new Date(startsAt.getTime() - ahead)
    const now = new Date(Math.min(bookedAt.getTime() + waited, startsAt.getTime()))
    const away = startsAt.getTime() - now.getTime()
    const promised = away >= 24 * 3_600_000 || (waited <= 24 * 3_600_000 && away >= 12 * 3_600_000)
    const moment = lastFreeMoment({ policy, bookedAt, startsAt, ceiling: 100 })
    expect(moment !== null && now <= moment).toBe(promised)
  })

  test.prop([hours, hours])('never gets earlier by paying later', (ahead, later) => {
    const now = new Date(startsAt.getTime() - ahead)
    const paidAt = new Date(now.getTime() + later)
    const promised = lastFreeMoment({ policy, bookedAt: now, startsAt, ceiling: 100 })
    const kept = lastFreeMoment({ policy, bookedAt: paidAt, startsAt, ceiling: 100 })
    if (promised && paidAt <= promised) expect(kept && kept >= promised).toBe(true)
    else expect(kept === null || promised === null || kept >= promised).toBe(true)
  })
})

describe('a booking that its mentee moved when less than everything was due', () => {
  const moved = {
    policy: 'firm' as const,
    bookedAt: new Date('2030-01-01T12:00:00Z'),
    startsAt: new Date('2030-02-10T12:00:00Z'),
  }
  const now = new Date('2030-01-20T12:00:00Z')

  it('returns at most what was due then, until the last step of its policy', () => {
    expect(refundSteps({ ...moved, ceiling: 50 })).toEqual([{ percent: 50, until: new Date('2030-02-07T12:00:00Z') }])
    expect(refundSteps({ ...moved, ceiling: 0 })).toEqual([])
    expect(percentDue({ ...moved, ceiling: 100 }, now)).toBe(100)
    expect(percentDue({ ...moved, ceiling: 50 }, now)).toBe(50)
    expect(percentDue({ ...moved, ceiling: 50 }, new Date('2030-02-07T12:00:01Z'))).toBe(0)
  })
})
