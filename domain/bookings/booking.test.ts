import { describe, expect, it } from 'vitest'
import { bookingReference, maxHoldsOfMentor, nextStatus } from '#domain/bookings/booking'

describe('a booking', () => {
  it('is confirmed by payment', () => {
    expect(nextStatus('held', 'pay')).toBe('confirmed')
  })

  it('changes in these ways, and in no other', () => {
    const statuses = ['held', 'confirmed', 'expired', 'completed', 'no_show', 'cancelled'] as const
    const events = ['pay', 'expire', 'finish', 'miss', 'cancel'] as const
    const possible = statuses.flatMap((status) =>
      events.flatMap((event) => nextStatus(status, event) && `${status} ${event} ${nextStatus(status, event)}`),
    )
    expect(possible.filter(Boolean)).toEqual([
      'held pay confirmed',
      'held expire expired',
      'confirmed finish completed',
      'confirmed miss no_show',
      'confirmed cancel cancelled',
      'expired pay confirmed', // Late.
    ])
  })
})

it.each([
  [300, 10, 30],
  [301, 10, 31],
  [10, 10, 1],
  [11, 10, 2],
  [1, 10, 1],
  [0, 10, 1],
  [300, 0, 1],
  [7, 100, 7],
])('maxHoldsOfMentor of %d starts and %d percent is %d: rounded up, and at least one', (starts, share, most) => {
  expect(maxHoldsOfMentor(starts, share)).toBe(most)
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
