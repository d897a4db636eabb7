import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { instantAt, isoWriter, MINUTE_MS, wallTimeAt } from '#domain/time/wall-time'

describe('a wall time', () => {
  it('is an instant in its zone', () => {
    expect(instantAt({ date: '2026-11-24', time: '14:30' }, 'Europe/London')).toEqual(new Date('2026-11-24T14:30:00Z'))
    expect(instantAt({ date: '2026-11-24', time: '14:30' }, 'Asia/Kathmandu')).toEqual(new Date('2026-11-24T08:45:00Z'))
  })

  it.each([
    ['London in spring', '2026-03-29', '01:30', 'Europe/London'],
    ['Lord Howe, where clocks go by half an hour', '2026-10-04', '02:15', 'Australia/Lord_Howe'],
    ['Cairo, where they change at midnight', '2026-04-24', '00:30', 'Africa/Cairo'],
    ['Apia, which skipped a whole day', '2011-12-30', '12:00', 'Pacific/Apia'],
  ])('does not exist when clocks are put forward across it: %s', (_where, date, time, zone) => {
    expect(instantAt({ date, time }, zone)).toBeNull()
  })

  it('that occurs twice in autumn means the first of the two', () => {
    expect(instantAt({ date: '2026-10-25', time: '01:30' }, 'Europe/London')).toEqual(new Date('2026-10-25T00:30:00Z'))
  })

  it.each([
    ['2026-02-29', '14:30'],
    ['2026-13-01', '14:30'],
    ['2026-11-24', '24:30'],
    ['2026-11-24', '14:60'],
    ['24/11/2026', '14:30'],
    ['', ''],
  ])('is none when it reads %s %s', (date, time) => {
    expect(instantAt({ date, time }, 'Europe/London')).toBeNull()
  })
})

const zones = [
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'America/Santiago',
  'Asia/Beirut',
  'Pacific/Apia',
  'America/New_York',
  'Europe/London',
  'Africa/Casablanca',
]

test.prop([
  fc.date({ min: new Date('2026-01-01'), max: new Date('2036-12-31'), noInvalidDate: true }),
  fc.constantFrom(...zones),
])('any instant reads as a wall time that leads back to the same minute, or to its first showing', (instant, zone) => {
  const minute = new Date(Math.floor(instant.getTime() / 60_000) * 60_000)
  const back = instantAt(wallTimeAt(minute, zone), zone)
  expect(back).not.toBeNull()
  const earlier = minute.getTime() - back!.getTime()
  expect(earlier === 0 || (earlier > 0 && earlier <= 3_600_000)).toBe(true)
  expect(wallTimeAt(back!, zone)).toEqual(wallTimeAt(minute, zone))
})

test.prop([fc.array(fc.date({ noInvalidDate: true, max: new Date('+012000-01-01T00:00:00Z') }), { maxLength: 20 })])(
  'instants in order are written as each would be alone',
  (instants) => {
    const write = isoWriter()
    const near = instants.flatMap((instant) => [instant, new Date(Math.floor(+instant / MINUTE_MS) * MINUTE_MS)])
    for (const instant of [...near, ...near.toReversed()]) expect(write(instant)).toBe(instant.toISOString())
  },
)
