import { describe, expect, it } from 'vitest'
import { joinState } from '#domain/bookings/meeting'

const START = new Date('2030-01-08T09:00:00Z')
const session = { startsAt: START, minutes: 60, status: 'confirmed' } as const
const at = (hours: number, seconds = 0) => new Date(START.getTime() + hours * 3_600_000 + seconds * 1_000)

describe('a session', () => {
  it.each([
    ['a second before 24 hours before the start', at(-24, -1), 'early'],
    ['24 hours before the start', at(-24), 'open'],
    ['at the start', at(0), 'open'],
    ['a second before an hour after the end', at(2, -1), 'open'],
    ['an hour after the end', at(2), 'over'],
  ])('seen %s', (_when, now, is) => {
    expect(joinState(session, now).is).toBe(is)
  })

  it('says when it can be joined, in hours, also across a clock change', () => {
    const startsAt = new Date('2030-03-31T09:00:00Z') // In London clocks go forward eight hours before.
    expect(joinState({ ...session, startsAt }, at(0))).toEqual({
      is: 'early',
      opensAt: new Date('2030-03-30T09:00:00Z'),
    })
  })

  it.each(['cancelled', 'held', 'expired'] as const)('that is %s can never be joined', (status) => {
    expect(joinState({ ...session, status }, START)).toEqual({ is: 'cancelled' })
  })

  it('that was completed early can still be joined', () => {
    expect(joinState({ ...session, status: 'completed' }, START)).toEqual({ is: 'open' })
  })
})
