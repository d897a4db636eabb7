import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { isFreeLimitReached, nextAllowedAt, type EarlierHold, type HoldLimits } from '#domain/bookings/hold-limits'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time/wall-time'

const now = new Date('2030-01-07T09:00:00Z')
const from = (milliseconds: number) => new Date(now.getTime() + milliseconds)

const limits: HoldLimits = {
  HOLDS_PER_BROWSER: 2,
  HOLDS_PER_EMAIL: 3,
  HOLDS_PER_ADDRESS: 20,
  HOLDS_SHARE_PERCENT: 10,
  NEW_HOLDS_PER_BROWSER: 6,
  NEW_HOLDS_PER_ADDRESS: 20,
  CONFIRM_MAILS_PER_BROWSER: 6,
  CONFIRM_MAILS_PER_EMAIL: 6,
  CONFIRM_MAILS_PER_ADDRESS: 12,
  FREE_PER_EMAIL: 3,
  FREE_PER_ADDRESS: 10,
  FAR_NETWORK_TIMES: 3,
}
const stranger: EarlierHold = {
  sameBrowser: false,
  sameEmail: false,
  sameNetwork: false,
  sameFar: false,
  sameMentor: false,
  anonymous: false,
  free: false,
  byCode: false,
  state: 'held',
  startsAt: from(DAY_MS),
  createdAt: from(-20 * MINUTE_MS),
  endsAt: from(15 * MINUTE_MS),
}
const holds = (...changes: Partial<EarlierHold>[]) => changes.map((each) => ({ ...stranger, ...each }))
const times = (count: number, changes: Partial<EarlierHold>) => holds(...Array.from({ length: count }, () => changes))
const requested = { free: false, byCode: false, startsAt: from(2 * DAY_MS), ownEmail: false, startsOnOffer: () => 70 }
const minutesUntil = (earlier: EarlierHold[], changes: Partial<typeof requested> = {}) => {
  const allowed = nextAllowedAt({ ...requested, ...changes }, earlier, limits, now)
  return allowed && (allowed.getTime() - now.getTime()) / MINUTE_MS
}

describe('nextAllowedAt', () => {
  it('is now for a client that shares nothing with an earlier hold', () => {
    expect(minutesUntil([])).toBeNull()
    expect(minutesUntil(times(500, { sameEmail: true }))).toBeNull()
  })

  it('waits until enough holds have ended, not only the first', () => {
    const ends = [5, 9, 15].map((minutes) => ({ sameBrowser: true, endsAt: from(minutes * MINUTE_MS) }))
    expect(minutesUntil(holds(...ends.slice(0, 2)))).toBe(5)
    expect(minutesUntil(holds(...ends))).toBe(9)
  })

  it('is the latest of all limits that are reached', () => {
    const own = times(2, { sameBrowser: true })
    const network = times(20, { sameNetwork: true, endsAt: from(30 * MINUTE_MS) })
    expect(minutesUntil([...own, ...network])).toBe(30)
  })

  it('counts holds whose payment is processing, whose end is unknown', () => {
    const debit = { sameBrowser: true, state: 'processing' as const, endsAt: from(-3 * DAY_MS) }
    expect(minutesUntil(times(2, debit))).toBe(60)
  })

  it('is a minute from now for overdue holds that wait for the sweeper', () => {
    expect(minutesUntil(times(2, { sameBrowser: true, endsAt: from(-5 * MINUTE_MS) }))).toBe(1)
    expect(minutesUntil(times(2, { sameBrowser: true, endsAt: now }))).toBe(1)
    expect(minutesUntil(times(2, { sameBrowser: true, endsAt: from(1) }))).toBe(1 / MINUTE_MS)
  })

  it('uses a sliding window that a hold leaves to the millisecond', () => {
    const made = (ago: number) => ({ sameBrowser: true, state: 'ended' as const, createdAt: from(-ago) })
    expect(minutesUntil(times(6, made(10 * MINUTE_MS - 1)))).toBe(1 / MINUTE_MS)
    expect(minutesUntil(times(6, made(10 * MINUTE_MS)))).toBeNull()
  })

  it('counts emails for a day as well as for an hour', () => {
    const mail = (ago: number) => ({ sameBrowser: true, free: true, state: 'ended' as const, createdAt: from(-ago) })
    expect(minutesUntil(times(6, mail(50 * MINUTE_MS)), { free: true })).toBe(10)
    expect(minutesUntil(times(18, mail(3 * HOUR_MS)), { free: true })).toBe(21 * 60)
    expect(minutesUntil(times(18, mail(3 * HOUR_MS)))).toBeNull()
  })

  it('counts no session that was paid for against the free ones', () => {
    const booked = { sameBrowser: true, sameEmail: true, state: 'booked' as const }
    expect(minutesUntil(times(3, { ...booked, free: true }), { free: true })).not.toBeNull()
    expect(minutesUntil(times(3, booked), { free: true })).toBeNull()
  })

  it('counts sessions that a code made free as emails, and not as free sessions', () => {
    const byCode = { sameEmail: true, sameBrowser: true, free: true, byCode: true, state: 'booked' as const }
    const booked = times(3, { ...byCode, createdAt: from(-2 * HOUR_MS) })
    expect(minutesUntil(booked, { free: true })).toBeNull()
    expect(minutesUntil(times(3, { ...byCode, byCode: false }), { free: true, byCode: true })).toBeNull()
    const mailed = times(6, { ...byCode, state: 'ended', createdAt: from(-30 * MINUTE_MS) })
    expect(minutesUntil(mailed, { free: true, byCode: true })).toBe(30)
  })

  it('lets a signed-in person book when strangers have used up the emails to their address', () => {
    const mails = times(12, { sameEmail: true, free: true, state: 'ended', createdAt: from(-30 * MINUTE_MS) })
    expect(minutesUntil(mails, { free: true })).toBe(30)
    expect(minutesUntil(mails, { free: true, ownEmail: true })).toBeNull()
  })

  const mostly = (weight: number) => fc.integer({ min: 0, max: 9 }).map((n) => n < weight)
  const any: fc.Arbitrary<EarlierHold> = fc.record({
    sameBrowser: mostly(3),
    sameEmail: mostly(3),
    sameNetwork: mostly(4),
    sameFar: mostly(5),
    sameMentor: mostly(5),
    anonymous: mostly(2),
    free: mostly(5),
    byCode: mostly(2),
    state: fc.constantFrom('held', 'booked', 'ended'),
    startsAt: fc.integer({ min: -6 * DAY_MS, max: 20 * DAY_MS }).map(from),
    createdAt: fc.integer({ min: -2 * DAY_MS, max: 0 }).map(from),
    endsAt: fc.integer({ min: 1, max: 35 * MINUTE_MS }).map(from),
  })
  test.prop([fc.array(any, { maxLength: 60 }), fc.boolean()])(
    'is kept: who asks again then, and not before, is allowed',
    (earlier, free) => {
      const request = { ...requested, free }
      const allowed = nextAllowedAt(request, earlier, limits, now)
      if (!allowed) return
      // What has ended by itself is ended then.
      const at = (instant: Date) =>
        earlier.map((hold) =>
          hold.state === 'held' && hold.endsAt <= instant ? { ...hold, state: 'ended' as const } : hold,
        )
      expect(nextAllowedAt(request, at(allowed), limits, allowed)).toBeNull()
      const before = new Date(allowed.getTime() - 1)
      if (before > now) expect(nextAllowedAt(request, at(before), limits, before)).not.toBeNull()
    },
  )
})

it('isFreeLimitReached counts booked sessions, not held ones', () => {
  const mine = { sameEmail: true, free: true }
  expect(isFreeLimitReached(times(3, { ...mine, state: 'booked' }), limits, now)).toBe(true)
  expect(isFreeLimitReached(times(3, { ...mine, anonymous: true }), limits, now)).toBe(false)
  expect(isFreeLimitReached(times(3, { ...mine, state: 'booked', startsAt: from(-7 * DAY_MS) }), limits, now)).toBe(
    false,
  )
})
