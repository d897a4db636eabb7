import { describe, expect, it } from 'vitest'
import { isPhoneShown } from '#domain/bookings/phone-rule'

const session = { status: 'confirmed' as const, startsAt: new Date('2030-01-10T12:00:00Z'), minutes: 60 }

describe('isPhoneShown', () => {
  it.each([
    ['a second before the last 24 hours', '2030-01-09T11:59:59Z', false],
    ['exactly 24 hours before the start', '2030-01-09T12:00:00Z', true],
    ['90 days after the end', '2030-04-10T13:00:00Z', true],
    ['a second later', '2030-04-10T13:00:01Z', false],
  ])('is true from 24 hours before the start until 90 days after the end: %s', (_when, now, shown) => {
    expect(isPhoneShown(session, new Date(now))).toBe(shown)
  })

  it('is never true of a session that is cancelled or not paid', () => {
    for (const status of ['cancelled', 'held', 'expired'] as const) {
      expect(isPhoneShown({ ...session, status }, session.startsAt)).toBe(false)
    }
  })
})
