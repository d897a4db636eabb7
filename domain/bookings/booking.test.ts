import { describe, expect, it } from 'vitest'
import {
  bookingReference,
  CHECKOUT_MINUTES,
  GRACE_MINUTES,
  maxHoldsOfMentor,
  nextStatus,
  type BookingStatus,
} from '#domain/bookings/booking'

describe('a booking', () => {
  it('is confirmed by payment', () => {
    expect(nextStatus('held', 'pay')).toBe('confirmed')
  })

  it('expires only while it is held', () => {
    expect(nextStatus('held', 'expire')).toBe('expired')
    expect(nextStatus('confirmed', 'expire')).toBeNull()
  })

  it('that expired can still be paid late', () => {
    expect(nextStatus('expired', 'pay')).toBe('confirmed')
  })

  it.each([
    ['finish', 'completed'],
    ['miss', 'no_show'],
    ['cancel', 'cancelled'],
  ] as const)('that is confirmed can %s, and is then %s', (event, status) => {
    expect(nextStatus('confirmed', event)).toBe(status)
    expect(nextStatus('held', event)).toBeNull()
    expect(nextStatus('expired', event)).toBeNull()
  })

  it('that was paid cannot be paid again', () => {
    expect(nextStatus('confirmed', 'pay')).toBeNull()
    expect(nextStatus('expired', 'expire')).toBeNull()
  })

  it.each(['completed', 'no_show', 'cancelled'] satisfies BookingStatus[])('goes nowhere once it is %s', (status) => {
    for (const event of ['pay', 'expire', 'finish', 'miss', 'cancel'] as const) {
      expect(nextStatus(status, event)).toBeNull()
    }
  })

  it('is held longer than it can be paid', () => {
    expect(GRACE_MINUTES).toBeGreaterThan(0)
    expect(CHECKOUT_MINUTES).toBeGreaterThan(30)
  })
})

describe('maxHoldsOfMentor', () => {
  it.each([
    [300, 10, 30],
    [301, 10, 31],
    [10, 10, 1],
    [11, 10, 2],
    [1, 10, 1],
    [0, 10, 1],
    [300, 0, 1],
    [7, 100, 7],
  ])('of %d starts and %d percent is %d: rounded up, and at least one', (starts, share, most) => {
    expect(maxHoldsOfMentor(starts, share)).toBe(most)
  })
})

describe('a booking’s reference', () => {
  it('is B- and twice four characters that cannot be confused', () => {
    const every = Array.from({ length: 256 }, (_, byte) => bookingReference(new Uint8Array(8).fill(byte)))
    expect(every.every((reference) => /^B-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/.test(reference))).toBe(true)
    expect(new Set(every).size).toBe(32)
  })

  it('needs eight random bytes', () => {
    expect(() => bookingReference(new Uint8Array(7))).toThrow('8 random bytes')
  })
})
