import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { defaultAvailability, type Availability } from '#domain/bookings/availability'
import {
  countChanges,
  dateItem,
  fromHoursItems,
  toHoursItems,
  mergeItems,
  overlappingTrips,
  parseDate,
  parseStart,
  parseTrip,
  isRule,
  sameItems,
  tripItem,
  type HoursItems,
} from '#domain/bookings/hours-items'

const TODAY = '2030-01-07'
const saved: Availability = {
  ...defaultAvailability('Europe/London'),
  weekly: [['14:30', '09:00'], [], ['10:00'], [], [], [], []],
  overrides: new Map([
    ['2030-01-06', []],
    ['2030-02-01', ['11:00', '10:00']],
    ['2030-02-02', []],
  ]),
  travel: [
    { first: '2029-12-01', last: '2030-01-06', timeZone: 'Asia/Tokyo', startsFollow: true },
    { first: '2030-01-05', last: '2030-01-07', timeZone: 'Europe/Berlin', startsFollow: false },
  ],
  dayCap: 3,
}
const items = toHoursItems(saved, TODAY)
const changed = (changes: Partial<HoursItems>): HoursItems => ({ ...items, ...changes })

describe('the hours of a mentor as texts', () => {
  it('leave out dates and trips that are over', () => {
    expect(items).toEqual({
      starts: ['0 09:00', '0 14:30', '2 10:00'],
      dates: ['2030-02-01 10:00,11:00', '2030-02-02 closed'],
      trips: ['2030-01-05 2030-01-07 Europe/Berlin stay'],
      rules: {
        noticeHours: '12',
        horizonDays: '60',
        dayCap: '3',
        bufferBefore: '0',
        bufferAfter: '0',
        weekCap: '',
        freeWeekCap: '10',
      },
    })
  })

  it('say the same hours again', () => {
    const { overrides, travel, ...rest } = saved
    expect(fromHoursItems(items, saved)).toEqual({
      ...rest,
      weekly: [['09:00', '14:30'], [], ['10:00'], [], [], [], []],
      overrides: new Map([
        ['2030-02-01', ['10:00', '11:00']],
        ['2030-02-02', []],
      ]),
      travel: [travel[1]],
    })
    expect(overrides.size).toBe(3)
  })

  it('keep the saved rule where a typed one is wrong', () => {
    const rules = { ...items.rules, noticeHours: 'soon', dayCap: '', weekCap: '8' }
    expect(fromHoursItems(changed({ rules }), saved)).toMatchObject({ noticeHours: 12, dayCap: null, weekCap: 8 })
  })

  it.each<[parse: (text: string) => unknown, texts: string[]]>([
    [parseStart, ['0 24:00', '7 14:30', '0 9:00', '0 14:30 ', 'x']],
    [parseDate, ['2030-02-30 closed', '2030-02-01', '2030-02-01 25:00', '2030-02-01 closed,10:00', '1 closed']],
    [
      parseTrip,
      [
        '2030-02-02 2030-02-01 Europe/Berlin stay',
        '2030-02-01 2030-02-30 Europe/Berlin stay',
        '2030-02-01 2030-02-02 +01:00 stay',
        '2030-02-01 2030-02-02 Europe/Berlin',
        '2030-02-01 2030-02-02 Europe/Berlin go',
      ],
    ],
  ])('are none where they are malformed: %o of %j', (parse, malformed) => {
    for (const text of malformed) expect(parse(text), text).toBeNull()
  })

  it('are a trip again', () => {
    for (const startsFollow of [true, false]) {
      const trip = { first: '2030-02-01', last: '2030-02-01', timeZone: 'Etc/GMT+5', startsFollow }
      expect(parseTrip(tripItem(trip))).toEqual(trip)
    }
    expect(parseDate(dateItem('2030-02-01', ['11:00', '10:00', '11:00']))?.starts).toEqual(['10:00', '11:00'])
  })
})

it.each([
  ['noticeHours', '1', true],
  ['noticeHours', '168', true],
  ['noticeHours', '0', false],
  ['noticeHours', '169', false],
  ['noticeHours', '', false],
  ['horizonDays', '90', true],
  ['horizonDays', '91', false],
  ['bufferAfter', '0', true],
  ['bufferAfter', '61', false],
  ['bufferBefore', '1.5', false],
  ['bufferBefore', '1e1', false],
  ['dayCap', '', true],
  ['dayCap', '0', false],
  ['weekCap', '100', true],
  ['weekCap', '101', false],
  ['freeWeekCap', '-1', false],
] as const)('a rule as typed %s “%s” is right: %s', (name, typed, right) => {
  expect(isRule(name, typed)).toBe(right)
})

it('countChanges counts each start, date, trip and rule once', () => {
  expect(countChanges(items, items)).toBe(0)
  const after = changed({
    starts: ['0 09:00', '2 10:00', '2 11:00'],
    dates: ['2030-02-01 10:00', '2030-02-02 closed'],
    trips: [],
    rules: { ...items.rules, dayCap: '' },
  })
  expect(countChanges(items, after)).toBe(2 + 1 + 1 + 1)
  expect(sameItems(items, after)).toBe(false)
})

describe('mergeItems', () => {
  const list = fc.uniqueArray(fc.constantFrom('0 09:00', '0 10:00', '1 09:00', '1 10:00', '2 09:00'))
  const some = list.map((starts) => changed({ starts: starts.toSorted() }))

  test.prop([some, some])('returns the editor’s hours when there was no concurrent save', (base, theirs) => {
    expect(mergeItems(base, theirs, base)).toEqual(theirs)
  })

  test.prop([some, some])('returns the saved hours when the editor changed nothing', (base, now) => {
    expect(mergeItems(base, base, now)).toEqual(now)
  })

  test.prop([some, some, some])('applies both changes where two tabs changed the same hours', (base, theirs, now) => {
    const { starts } = mergeItems(base, theirs, now)
    for (const start of new Set([...base.starts, ...theirs.starts, ...now.starts])) {
      const [was, here, there] = [base, theirs, now].map((each) => each.starts.includes(start))
      expect(starts.includes(start), start).toBe(here === was ? there : here)
    }
  })

  it('lets a date that they set replace what the date has', () => {
    const theirs = changed({ dates: [...items.dates, '2030-03-01 10:00'] })
    const now = changed({ dates: [...items.dates, '2030-03-01 closed'] })
    expect(mergeItems(items, theirs, now).dates).toEqual([...items.dates, '2030-03-01 10:00'])
  })

  it('keeps a rule of another tab that they did not touch', () => {
    const theirs = changed({ rules: { ...items.rules, dayCap: '4' } })
    const now = changed({ rules: { ...items.rules, dayCap: '1', weekCap: '8' } })
    expect(mergeItems(items, theirs, now).rules).toMatchObject({ dayCap: '4', weekCap: '8' })
  })
})

describe('overlappingTrips', () => {
  const trip = (first: string, last: string) => ({ first, last, timeZone: 'Asia/Tokyo', startsFollow: true })

  it('finds two trips that share a day', () => {
    const trips = [trip('2030-02-05', '2030-02-09'), trip('2030-02-01', '2030-02-05')]
    expect(overlappingTrips(trips)).toEqual([trips[1], trips[0]])
    expect(overlappingTrips([trip('2030-02-06', '2030-02-09'), trips[1]!])).toBeNull()
  })
})
