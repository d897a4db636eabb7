import { describe, expect, it } from 'vitest'
import {
  isBookable,
  markTaken,
  mentorZoneAt,
  nearestFree,
  slotsBetween,
  soonestFree,
  defaultAvailability,
  type Availability,
  type Claimed,
} from '#domain/bookings/availability'
import { DAY_MS, MINUTE_MS, weekdayOf } from '#domain/time/wall-time'

const now = new Date('2026-11-20T12:00:00Z')
const everyDay = (...times: string[]) => Array.from({ length: 7 }, () => times)
const mentor = (changes: Partial<Availability> = {}): Availability => ({
  ...defaultAvailability('Europe/London'),
  ...changes,
})
const slots = (from: string, to: string, availability = mentor(), at = now) =>
  slotsBetween({ availability, minutes: 60, now: at, from: new Date(from), to: new Date(to) })
const starts = (...requested: Parameters<typeof slots>) =>
  slots(...requested).map((slot) => slot.startsAt.toISOString().slice(0, 16))

describe('the starts a mentor offers', () => {
  it('are 14:30 15:30 16:30 17:30 18:30 in the mentor’s zone every day, until they choose others', () => {
    expect(starts('2026-11-24T00:00Z', '2026-11-25T00:00Z')).toEqual([
      '2026-11-24T14:30',
      '2026-11-24T15:30',
      '2026-11-24T16:30',
      '2026-11-24T17:30',
      '2026-11-24T18:30',
    ])
  })

  it('can differ by weekday', () => {
    const weekly = [['09:00'], [], ['20:15'], [], [], [], ['10:00', '11:00']] // Monday first.
    expect(starts('2026-11-23T00:00Z', '2026-11-30T00:00Z', mentor({ weekly }))).toEqual([
      '2026-11-23T09:00',
      '2026-11-25T20:15',
      '2026-11-29T10:00',
      '2026-11-29T11:00',
    ])
  })

  it('can differ on single dates, and are empty on a day off', () => {
    const overrides = new Map([
      ['2026-11-24', ['08:00']],
      ['2026-11-25', []],
    ])
    expect(starts('2026-11-24T00:00Z', '2026-11-26T16:00Z', mentor({ overrides }))).toEqual([
      '2026-11-24T08:00',
      '2026-11-26T14:30',
      '2026-11-26T15:30',
    ])
  })

  it('contain a wall time that occurs twice once, marked as the first of two', () => {
    const weekly = everyDay('00:30', '01:30', '02:30')
    const autumn = new Date('2026-10-20T00:00Z')
    const night = slots('2026-10-24T22:00Z', '2026-10-25T12:00Z', mentor({ weekly }), autumn)
    expect(night.map((slot) => [slot.startsAt.toISOString().slice(0, 16), slot.repeated])).toEqual([
      ['2026-10-24T23:30', false],
      ['2026-10-25T00:30', true],
      ['2026-10-25T02:30', false],
    ])
  })

  it('end after the session’s length', () => {
    const [from, to] = [new Date('2026-11-24T00:00Z'), new Date('2026-11-25T00:00Z')]
    const [first] = slotsBetween({ availability: mentor(), minutes: 90, now, from, to })
    expect(first!.endsAt).toEqual(new Date('2026-11-24T16:00Z'))
  })

  it('need twelve hours’ notice, or what the mentor chooses, to the minute', () => {
    const at = (time: string) => new Date(`2026-11-24T${time}:00Z`)
    expect(isBookable(at('14:30'), mentor(), at('02:30'))).toBe(true)
    expect(isBookable(at('14:30'), mentor(), at('02:31'))).toBe(false)
    expect(isBookable(at('14:30'), mentor({ noticeHours: 1 }), at('13:30'))).toBe(true)
    expect(isBookable(at('14:30'), mentor({ noticeHours: 1 }), at('13:31'))).toBe(false)
    expect(isBookable(at('14:30'), mentor({ noticeHours: 168 }), new Date('2026-11-17T14:30Z'))).toBe(true)
    expect(isBookable(at('14:30'), mentor({ noticeHours: 168 }), new Date('2026-11-17T14:31Z'))).toBe(false)
  })

  it('reach sixty days ahead, or as far as the mentor chooses, to the minute', () => {
    const today = new Date('2026-11-20T14:30Z')
    const on = (days: number) => new Date(today.getTime() + days * DAY_MS)
    expect(isBookable(on(60), mentor(), today)).toBe(true)
    expect(isBookable(on(60), mentor(), new Date(today.getTime() - 1))).toBe(false)
    expect(isBookable(on(7), mentor({ horizonDays: 7 }), today)).toBe(true)
    expect(isBookable(on(8), mentor({ horizonDays: 7 }), today)).toBe(false)
    expect(isBookable(on(90), mentor({ horizonDays: 90 }), today)).toBe(true)
  })

  it('are empty for a span that is past, empty, reversed or invalid', () => {
    expect(starts('2026-11-01T00:00Z', '2026-11-02T00:00Z')).toEqual([])
    expect(starts('2026-11-24T14:30Z', '2026-11-24T14:30Z')).toEqual([])
    expect(starts('2026-11-25T00:00Z', '2026-11-24T00:00Z')).toEqual([])
    expect(starts('no date', '2026-11-24T00:00Z')).toEqual([])
    expect(starts('9999-01-01T00:00Z', '9999-02-01T00:00Z')).toEqual([])
  })

  it('are bookable, and no instant between them is', () => {
    expect(isBookable(new Date('2026-11-24T14:30Z'), mentor(), now)).toBe(true)
    expect(isBookable(new Date('2026-11-24T14:31Z'), mentor(), now)).toBe(false)
    expect(isBookable(new Date('2026-11-24T14:30:00.001Z'), mentor(), now)).toBe(false)
    expect(isBookable(new Date(Number.NaN), mentor(), now)).toBe(false)
  })
})

describe('a mentor who travels', () => {
  const tokyo = { first: '2026-12-03', last: '2026-12-10', timeZone: 'Asia/Tokyo' }
  const span = ['2026-12-02T00:00Z', '2026-12-12T00:00Z'] as const
  const dates = (travel: Availability['travel']) => starts(...span, mentor({ travel, weekly: everyDay('14:30') }))

  it('can take their starts along', () => {
    const days = [3, 4, 5, 6, 7, 8, 9, 10].map((day) => `2026-12-${String(day).padStart(2, '0')}T05:30`)
    expect(dates([{ ...tokyo, startsFollow: true }])).toEqual(['2026-12-02T14:30', ...days, '2026-12-11T14:30'])
  })

  it('is shown with the clock of the zone they are in', () => {
    for (const startsFollow of [true, false]) {
      const availability = mentor({ travel: [{ ...tokyo, startsFollow }] })
      expect(mentorZoneAt(availability, new Date('2026-12-02T14:59Z'))).toBe('Europe/London')
      expect(mentorZoneAt(availability, new Date('2026-12-02T15:00Z'))).toBe('Asia/Tokyo')
      expect(mentorZoneAt(availability, new Date('2026-12-10T14:59Z'))).toBe('Asia/Tokyo')
      expect(mentorZoneAt(availability, new Date('2026-12-10T15:00Z'))).toBe('Europe/London')
    }
  })

  it('offers no instant twice or out of order when travelling west', () => {
    const availability = mentor({
      timeZone: 'Pacific/Auckland',
      weekly: everyDay('00:00', '06:00', '12:00', '18:00'),
      travel: [{ first: '2026-12-03', last: '2026-12-04', timeZone: 'Pacific/Honolulu', startsFollow: true }],
    })
    const instants = slots(...span, availability).map((slot) => slot.startsAt.getTime())
    expect(instants).toEqual([...new Set(instants)].toSorted((a, b) => a - b))
  })
})

describe('markTaken', () => {
  const at = (time: string, minutes = 60, day = '2026-11-24') => {
    const startsAt = new Date(`${day}T${time}:00Z`)
    return { startsAt, endsAt: new Date(startsAt.getTime() + minutes * MINUTE_MS), repeated: false }
  }
  const claim = (time: string, minutes = 60, day?: string): Claimed => {
    const range = at(time, minutes, day)
    return { startsAt: range.startsAt, endsAt: range.endsAt, sessionAt: range.startsAt, free: false }
  }
  const taken = (starts: ReturnType<typeof at>[], claims: Claimed[], availability = mentor()) =>
    markTaken(starts, claims, availability).map((slot) => slot.taken)

  it('marks every slot that overlaps a claim, and leaves adjacent ones free', () => {
    expect(taken([at('14:30'), at('15:30'), at('16:30')], [claim('15:30')])).toEqual([false, true, false])
    expect(taken([at('14:30', 90)], [claim('15:30')])).toEqual([true])
  })

  it('marks neighbours that the buffers reach', () => {
    const availability = mentor({ bufferBefore: 10, bufferAfter: 15 })
    const booked = { ...claim('15:30'), startsAt: at('15:20').startsAt, endsAt: at('16:45').startsAt }
    expect(taken([at('14:05'), at('14:06'), at('16:54'), at('16:55')], [booked], availability)).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  it('marks all of a day whose cap is reached, and no other day', () => {
    const availability = mentor({ dayCap: 2 })
    const claims = [claim('14:30'), claim('16:30')]
    expect(taken([at('18:30'), at('14:30', 60, '2026-11-25')], claims, availability)).toEqual([true, false])
    expect(taken([at('18:30')], claims.slice(1), availability)).toEqual([false])
  })

  it('marks all of a week, Monday to Sunday, whose cap is reached', () => {
    const availability = mentor({ weekCap: 1 })
    const days = ['2026-11-22', '2026-11-23', '2026-11-29', '2026-11-30'].map((day) => at('18:30', 60, day))
    expect(weekdayOf('2026-11-23')).toBe(0)
    expect(taken(days, [claim('14:30')], availability)).toEqual([false, true, true, false])
  })

  it('marks a week whose cap of free sessions is reached for free sessions only', () => {
    const availability = mentor({ freeWeekCap: 2 })
    const free = [claim('14:30'), claim('16:30')].map((each) => ({ ...each, free: true }))
    const days = [at('18:30'), at('18:30', 60, '2026-11-29'), at('18:30', 60, '2026-11-30')]
    const listTaken = (claims: Claimed[], isFree: boolean) =>
      markTaken(days, claims, availability, isFree).map((slot) => slot.taken)
    expect(listTaken(free, true)).toEqual([true, true, false])
    expect(listTaken(free, false)).toEqual([false, false, false])
    expect(listTaken([free[0]!, claim('16:30')], true)).toEqual([false, false, false])
  })

  it('leaves the soonest free start, however far ahead', () => {
    const offer = { availability: mentor(), minutes: 60, now }
    expect(soonestFree(offer, [])?.toISOString()).toBe('2026-11-21T14:30:00.000Z')
    expect(soonestFree(offer, [claim('14:30', 60, '2026-11-21')])?.toISOString()).toBe('2026-11-21T15:30:00.000Z')
    expect(soonestFree(offer, [claim('00:00', 30 * 24 * 60, '2026-11-20')])?.toISOString()).toBe(
      '2026-12-20T14:30:00.000Z',
    )
    expect(soonestFree(offer, [claim('00:00', 90 * 24 * 60, '2026-11-20')])).toBeNull()
  })

  it('leaves as alternatives the nearest free slots, in order of time', () => {
    const all = markTaken([at('14:30'), at('15:30'), at('16:30'), at('17:30'), at('18:30')], [claim('16:30')], mentor())
    const nearest = nearestFree(all, new Date('2026-11-24T16:30Z'), 3)
    expect(nearest.map((slot) => slot.startsAt.toISOString().slice(11, 16))).toEqual(['14:30', '15:30', '17:30'])
  })
})
