import { describe, expect, it } from 'vitest'
import { isStale, mustExpand, nextReadAt } from '#domain/mentors/busy-calendar'
import { minutesAfter } from '#domain/time/wall-time'

const now = new Date('2030-01-07T09:00:00Z')
const minutesUntil = (date: Date) => (date.getTime() - now.getTime()) / 60_000

describe('a busy calendar', () => {
  it('is read every 15 minutes, by chance up to two minutes early', () => {
    expect(minutesUntil(nextReadAt(now, 0, 0))).toBe(15)
    expect(minutesUntil(nextReadAt(now, 0, 0.5))).toBe(14)
  })

  it('is read ever more rarely while it fails, and at least every six hours', () => {
    expect([1, 2, 3, 4, 5, 6, 50, 5_000].map((failures) => minutesUntil(nextReadAt(now, failures, 0)))).toEqual([
      15, 30, 60, 120, 240, 360, 360, 360,
    ])
  })

  it('is stale when its last read failed, or is more than an hour ago', () => {
    expect(isStale({ readAt: minutesAfter(now, -60), problem: null }, now)).toBe(false)
    expect(isStale({ readAt: minutesAfter(now, -61), problem: null }, now)).toBe(true)
    expect(isStale({ readAt: now, problem: 'no_answer' }, now)).toBe(true)
  })

  it('is worked out anew after a day, when the mentor’s zone has changed, or when the clock was put back', () => {
    const last = { expandedAt: minutesAfter(now, -1_439), timeZone: 'Asia/Tokyo' }
    expect(mustExpand(last, now, 'Asia/Tokyo')).toBe(false)
    expect(mustExpand(last, now, 'Asia/Kolkata')).toBe(true)
    expect(mustExpand({ ...last, expandedAt: minutesAfter(now, -1_440) }, now, 'Asia/Tokyo')).toBe(true)
    expect(mustExpand({ ...last, expandedAt: minutesAfter(now, 1) }, now, 'Asia/Tokyo')).toBe(true)
  })
})
