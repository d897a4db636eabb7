import { describe, expect, it } from 'vitest'
import { isThreadOpen, threadEnd } from '#domain/bookings/message-rule'

const startsAt = new Date('2030-01-10T12:00:00Z')
const booking = { status: 'confirmed' as const, startsAt, minutes: 60, cancelledAt: null }

describe('a thread', () => {
  it('is open until 14 days after the end of the session, to the second', () => {
    expect(isThreadOpen(booking, new Date('2030-01-24T13:00:00Z'))).toBe(true)
    expect(isThreadOpen(booking, new Date('2030-01-24T13:00:01Z'))).toBe(false)
    expect(threadEnd({ ...booking, status: 'completed' })).toEqual(new Date('2030-01-24T13:00:00Z'))
  })

  it('is open until 14 days after a cancellation', () => {
    const cancelled = { ...booking, status: 'cancelled' as const, cancelledAt: new Date('2030-01-02T08:00:00Z') }
    expect(threadEnd(cancelled)).toEqual(new Date('2030-01-16T08:00:00Z'))
  })

  it('does not exist before the payment', () => {
    for (const status of ['held', 'expired'] as const) expect(threadEnd({ ...booking, status })).toBeNull()
  })
})
