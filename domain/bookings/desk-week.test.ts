import { describe, expect, it } from 'vitest'
import { defaultAvailability, type Availability, type Claimed, type TimeRange } from '#domain/bookings/availability'
import type { BookingStatus } from '#domain/bookings/booking'
import { splitBusyTimes, buildWeek } from '#domain/bookings/desk-week'
import { MINUTE_MS } from '#domain/time/wall-time'

/** A Tuesday at 09:00 in London. */
const NOW = new Date('2030-01-08T09:00:00Z')
const hours = (changes: Partial<Availability> = {}): Availability => ({
  ...defaultAvailability('Europe/London'),
  weekly: Array.from({ length: 7 }, () => ['10:00', '14:00']),
  noticeHours: 2,
  ...changes,
})
const booking = (start: string, status: BookingStatus = 'confirmed', minutes = 60) => {
  return { id: `${status} ${start}`, startsAt: new Date(start), minutes, status }
}
const toClaim = ({ startsAt, minutes }: { startsAt: Date; minutes: number }): Claimed => {
  return { startsAt, endsAt: new Date(+startsAt + minutes * MINUTE_MS), sessionAt: startsAt, free: false }
}

function week(
  availability: Availability,
  bookings: ReturnType<typeof booking>[] = [],
  monday = '2030-01-07',
  busy: TimeRange[] = [],
) {
  const context = { kinds: [{ minutes: 45, free: false }], claims: bookings.map(toClaim), busy, now: NOW }
  return buildWeek({ availability, monday, bookings }, context)
}
const summarize = (entries: ReturnType<typeof week>) =>
  entries.map(({ date, time, state, why }) => [date.slice(8), time, why ?? state].join(' '))

describe('a week of the desk', () => {
  it('says of every start whether it can be booked, and if not, why', () => {
    expect(summarize(week(hours({ horizonDays: 2 })))).toEqual([
      '07 10:00 over',
      '07 14:00 over',
      '08 10:00 notice',
      '08 14:00 free',
      '09 10:00 free',
      '09 14:00 free',
      '10 10:00 horizon',
      '10 14:00 horizon',
      '11 10:00 horizon',
      '11 14:00 horizon',
      '12 10:00 horizon',
      '12 14:00 horizon',
      '13 10:00 horizon',
      '13 14:00 horizon',
    ])
  })

  it('shows bookings by what became of them, and no start during one', () => {
    const bookings = [
      booking('2030-01-07T10:00Z', 'completed'),
      booking('2030-01-07T14:00Z', 'no_show'),
      booking('2030-01-08T08:30Z', 'confirmed'),
      booking('2030-01-08T07:00Z', 'confirmed'),
      booking('2030-01-08T13:30Z', 'held'),
    ]
    expect(summarize(week(hours({ horizonDays: 1 }), bookings)).slice(0, 6)).toEqual([
      '07 10:00 done',
      '07 14:00 missed',
      '08 07:00 done',
      '08 08:30 booked',
      '08 10:00 notice',
      '08 13:30 held',
    ])
  })

  it('takes a booking for done once its minutes are over', () => {
    const bookings = [booking('2030-01-08T08:00Z', 'confirmed', 60)]
    expect(week(hours(), bookings).find(({ bookingId }) => bookingId)?.state).toBe('done')
    const longer = [booking('2030-01-08T08:00Z', 'confirmed', 61)]
    expect(week(hours(), longer).find(({ bookingId }) => bookingId)?.state).toBe('booked')
  })

  it('distinguishes a start beside a booking from one beyond a maximum', () => {
    const bookings = [booking('2030-01-09T13:30Z', 'confirmed', 15), booking('2030-01-10T18:00Z')]
    const entries = summarize(week(hours({ bufferBefore: 30, dayCap: 1 }), bookings))
    expect(entries).toContain('09 14:00 booking')
    expect(entries).toContain('10 14:00 cap')
  })

  it('leaves out starts that would run into a busy time, and marks those beside one', () => {
    const busy = [{ startsAt: new Date('2030-01-09T10:44Z'), endsAt: new Date('2030-01-09T14:00Z') }]
    const entries = summarize(week(hours({ bufferBefore: 15 }), [], '2030-01-07', busy))
    expect(entries.filter((entry) => entry.startsWith('09'))).toEqual(['09 14:00 booking'])
  })

  it('puts starts of a trip on the dates and times of the mentor’s own clock', () => {
    const travel = [{ first: '2030-01-10', last: '2030-01-10', timeZone: 'Pacific/Auckland', startsFollow: true }]
    const entries = summarize(week(hours({ travel })))
    expect(entries.filter((entry) => entry.startsWith('09'))).toEqual([
      '09 10:00 free',
      '09 14:00 free',
      '09 21:00 free',
    ])
    expect(entries.filter((entry) => entry.startsWith('10'))).toEqual(['10 01:00 free'])
  })

  it('keeps wall times in the week of a clock change', () => {
    const entries = summarize(week(hours(), [], '2030-03-25'))
    expect(entries.filter((entry) => entry.startsWith('31'))).toEqual(['31 10:00 horizon', '31 14:00 horizon'])
    expect(entries).toHaveLength(14)
  })
})

it('splitBusyTimes cuts busy times at midnight and at the ends of the week, on the mentor’s clock', () => {
  const range = (from: string, to: string) => ({ startsAt: new Date(from), endsAt: new Date(to) })
  const busy = [
    range('2030-01-06T20:00Z', '2030-01-07T01:30Z'),
    range('2030-01-09T22:00Z', '2030-01-11T09:15Z'),
    range('2030-01-20T10:00Z', '2030-01-20T11:00Z'),
  ]
  expect(splitBusyTimes('2030-01-07', 'Europe/Berlin', busy)).toEqual([
    { date: '2030-01-07', from: 0, to: 150 },
    { date: '2030-01-09', from: 1380, to: 1440 },
    { date: '2030-01-10', from: 0, to: 1440 },
    { date: '2030-01-11', from: 0, to: 615 },
  ])
})
