import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { defaultAvailability, type Availability, type Claimed } from '#domain/bookings/availability'
import {
  diffHours,
  emptiedDates,
  freeStarts,
  groupStarts,
  isStart,
  setStartAt,
  findAvailabilityObstacle,
  type HoursContext,
} from '#domain/bookings/hours'
import { DAY_MS, dateAfter, HOUR_MS, instantsAt, MINUTE_MS, wallTimeAt, weekdayOf } from '#domain/time/wall-time'

const NOTHING: string[] = []
const onDay = (weekday: number, ...times: string[]) =>
  Array.from({ length: 7 }, (_, day) => (day === weekday ? times : NOTHING))
const hoursIn = (timeZone: string, changes: Partial<Availability> = {}): Availability => ({
  ...defaultAvailability(timeZone),
  weekly: onDay(0, '14:30'),
  noticeHours: 1,
  horizonDays: 14,
  ...changes,
})
/** A Monday at 09:00 in London, in winter. */
const NOW = new Date('2030-01-07T09:00:00Z')
const context = (changes: Partial<HoursContext> = {}): HoursContext => ({
  kinds: [{ minutes: 60, free: false }],
  claims: [],
  busy: [],
  now: NOW,
  ...changes,
})
const claim = (start: string, minutes = 60, free = false): Claimed => {
  const startsAt = new Date(start)
  return { startsAt, endsAt: new Date(startsAt.getTime() + minutes * MINUTE_MS), sessionAt: startsAt, free }
}
const texts = (starts: Date[]) => starts.map((start) => start.toISOString().slice(0, 16))

describe('freeStarts', () => {
  it('leaves out what another calendar of the mentor takes', () => {
    const busy = [{ startsAt: new Date('2030-01-07T15:00Z'), endsAt: new Date('2030-01-07T16:00Z') }]
    expect(texts(freeStarts(hoursIn('Europe/London'), context({ busy })))).toEqual(['2030-01-14T14:30'])
    expect(findAvailabilityObstacle(hoursIn('Europe/London', { horizonDays: 3 }), context({ busy }))).toBe('busy')
  })

  it('takes a mentor who sells nothing yet for one who sells an hour', () => {
    expect(freeStarts(hoursIn('Europe/London'), context({ kinds: [] }))).toHaveLength(2)
    expect(
      freeStarts(hoursIn('Europe/London'), context({ kinds: [], claims: [claim('2030-01-07T15:00Z')] })),
    ).toHaveLength(1)
  })
})

const ZONES = [
  'Europe/London',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Africa/Cairo',
  'Pacific/Apia',
]
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '15', '30'))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`)
const times = fc.array(time, { maxLength: 3 })
/** Days around the clock changes of spring and autumn 2030 in each of the zones. */
const nows = fc.constantFrom('2030-03-08', '2030-03-29', '2030-04-04', '2030-10-03', '2030-10-24', '2030-11-01')

const changedHours = (zone: string, today: string) => {
  const day = fc.integer({ min: 0, max: 30 }).map((days) => dateAfter(today, days))
  return fc
    .record({
      weekly: fc.array(times, { minLength: 7, maxLength: 7 }),
      overrides: fc.array(fc.tuple(day, times), { maxLength: 3 }).map((dates) => new Map(dates)),
      travel: fc.option(
        fc.record({
          first: day,
          days: fc.integer({ min: 0, max: 9 }),
          timeZone: fc.constantFrom(...ZONES),
          startsFollow: fc.boolean(),
        }),
        { nil: null },
      ),
      noticeHours: fc.integer({ min: 1, max: 168 }),
      horizonDays: fc.integer({ min: 1, max: 40 }),
      bufferBefore: fc.constantFrom(0, 15, 60),
      bufferAfter: fc.constantFrom(0, 15, 60),
      dayCap: fc.option(fc.integer({ min: 1, max: 3 })),
      weekCap: fc.option(fc.integer({ min: 1, max: 5 })),
      freeWeekCap: fc.option(fc.integer({ min: 1, max: 3 })),
    })
    .map(({ travel, ...hours }): Availability => ({
      ...hours,
      timeZone: zone,
      travel: travel ? [{ ...travel, last: dateAfter(travel.first, travel.days) }] : [],
    }))
}

const cases = fc.tuple(fc.constantFrom(...ZONES), nows).chain(([zone, today]) =>
  fc.record({
    saved: changedHours(zone, today),
    changed: changedHours(zone, today),
    context: fc.record({
      now: fc.constant(new Date(`${today}T07:45Z`)),
      kinds: fc.array(fc.record({ minutes: fc.constantFrom(30, 60, 90), free: fc.boolean() }), {
        minLength: 1,
        maxLength: 2,
      }),
      claims: fc.array(
        fc
          .record({ quarter: fc.integer({ min: 0, max: 40 * 96 }), free: fc.boolean() })
          .map(({ quarter, free }) =>
            claim(new Date(Date.parse(`${today}T00:00Z`) + quarter * 15 * MINUTE_MS).toISOString(), 60, free),
          ),
        { maxLength: 6 },
      ),
      busy: fc.array(
        fc.integer({ min: 0, max: 40 * 96 }).map((quarter) => {
          const { startsAt, endsAt } = claim(
            new Date(Date.parse(`${today}T00:00Z`) + quarter * 15 * MINUTE_MS).toISOString(),
          )
          return { startsAt, endsAt }
        }),
        { maxLength: 3 },
      ),
    }),
  }),
)

/** The free starts, found date by date and claim by claim. */
function naiveFree(hours: Availability, { kinds, claims, busy, now }: HoursContext): string[] {
  const mondayOf = (date: string) => dateAfter(date, -weekdayOf(date))
  const dateOf = (instant: Date) => wallTimeAt(instant, hours.timeZone).date
  const found = new Set<string>()
  for (let days = -2; days <= hours.horizonDays + 2; days += 1) {
    const date = new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10)
    const trip = hours.travel.find(({ first, last, startsFollow }) => startsFollow && first <= date && date <= last)
    for (const set of hours.overrides.get(date) ?? hours.weekly[weekdayOf(date)]!) {
      const [start] = instantsAt({ date, time: set }, trip?.timeZone ?? hours.timeZone)
      if (!start) continue
      if (+start < +now + hours.noticeHours * HOUR_MS || +start > +now + hours.horizonDays * DAY_MS) continue
      const isOpen = kinds.some(({ minutes, free }) => {
        const from = +start - hours.bufferBefore * MINUTE_MS
        const until = +start + (minutes + hours.bufferAfter) * MINUTE_MS
        if ([...claims, ...busy].some((other) => +other.startsAt < until && from < +other.endsAt)) return false
        const sameDay = claims.filter((other) => dateOf(other.sessionAt) === dateOf(start))
        const sameWeek = claims.filter((other) => mondayOf(dateOf(other.sessionAt)) === mondayOf(dateOf(start)))
        if (hours.dayCap !== null && sameDay.length >= hours.dayCap) return false
        if (hours.weekCap !== null && sameWeek.length >= hours.weekCap) return false
        const unpaid = sameWeek.filter((other) => other.free).length
        return !free || hours.freeWeekCap === null || unpaid < hours.freeWeekCap
      })
      if (isOpen) found.add(start.toISOString())
    }
  }
  return [...found].toSorted()
}

describe('diffHours', () => {
  test.prop([cases], { numRuns: 400 })(
    'gains what is free by the new hours alone and loses what is free by the saved ones alone, across clock changes',
    ({ saved, changed, context: known }) => {
      const { before, after, gained, lost } = diffHours(saved, changed, known)
      const [now, then] = [naiveFree(saved, known), naiveFree(changed, known)]
      const iso = (starts: Date[]) => starts.map((start) => start.toISOString())
      expect(iso(before)).toEqual(now)
      expect(iso(after)).toEqual(then)
      expect(iso(gained)).toEqual(then.filter((start) => !now.includes(start)))
      expect(iso(lost)).toEqual(now.filter((start) => !then.includes(start)))
    },
  )

  test.prop([cases])('finds every start on the clock that it was set on', ({ changed, context: known }) => {
    for (const start of freeStarts(changed, known)) {
      const { date, time: set, timeZone } = setStartAt(start, changed)
      expect(wallTimeAt(start, timeZone)).toEqual({ date, time: set })
      expect(changed.overrides.get(date) ?? changed.weekly[weekdayOf(date)]).toContain(set)
      expect(isStart(start, changed)).toBe(true)
    }
  })

  test.prop([cases])('groups starts so that each is in one group', ({ changed, context: known }) => {
    const starts = freeStarts(changed, known)
    const groups = groupStarts(starts, changed)
    expect(groups.length).toBeLessThanOrEqual(7)
    const all = groups.flatMap((group) => group.starts).map((start) => +start)
    expect(all.toSorted((a, b) => a - b)).toEqual(starts.map((start) => +start))
  })
})

it('groupStarts names weekday and time, or the weekday alone when there are more than six', () => {
  const few = hoursIn('Europe/London', { weekly: onDay(1, '10:00', '12:00') })
  const groups = groupStarts(freeStarts(few, context()), few)
  expect(groups.map(({ weekday, time: set, starts }) => [weekday, set, starts.length])).toEqual([
    [1, '10:00', 2],
    [1, '12:00', 2],
  ])
  const many = hoursIn('Europe/London', { weekly: Array.from({ length: 7 }, () => ['10:00', '12:00']) })
  const joined = groupStarts(freeStarts(many, context()), many)
  expect(joined.map(({ weekday, time: set }) => [weekday, set])).toEqual(
    [0, 1, 2, 3, 4, 5, 6].map((day) => [day, null]),
  )
})

it('isStart does not look at notice or horizon, so that bookings made under other rules are judged by the starts alone', () => {
  const hours = hoursIn('Europe/London', { noticeHours: 168, horizonDays: 1 })
  expect(isStart(new Date('2030-01-07T14:30Z'), hours)).toBe(true)
  expect(isStart(new Date('2031-06-02T13:30Z'), hours)).toBe(true)
  expect(isStart(new Date('2030-01-08T14:30Z'), hours)).toBe(false)
})

it.each([
  ['nothing, if something is free', {}, [], null],
  ['the starts, if there are none', { weekly: onDay(0) }, [], 'starts'],
  ['the notice', { noticeHours: 168, horizonDays: 7 }, [], 'notice'],
  ['the horizon', { weekly: onDay(2, '14:30'), horizonDays: 1 }, [], 'horizon'],
  ['a maximum', { horizonDays: 3, dayCap: 1 }, ['2030-01-07T10:00Z'], 'caps'],
  ['the gaps', { horizonDays: 3, bufferBefore: 60 }, ['2030-01-07T13:00Z'], 'gaps'],
  ['bookings', { horizonDays: 3 }, ['2030-01-07T14:30Z'], 'bookings'],
  [
    'a trip',
    {
      horizonDays: 1,
      travel: [{ first: '2030-01-07', last: '2030-01-07', timeZone: 'Asia/Tokyo', startsFollow: true }],
    },
    [],
    'travel',
  ],
])('findAvailabilityObstacle names %s', (_what, changes, claimed, obstacle) => {
  const claims = claimed.map((start) => claim(start))
  expect(findAvailabilityObstacle(hoursIn('Europe/London', changes), context({ claims }))).toBe(obstacle)
})

it('emptiedDates gives dates with starts of which none is free, by the rule that takes them', () => {
  const hours = hoursIn('Europe/London', { dayCap: 1, horizonDays: 8 })
  const claims = [claim('2030-01-14T09:00Z')]
  expect(emptiedDates(hours, context({ claims }))).toEqual(new Map([['caps', ['2030-01-14']]]))
  expect(emptiedDates(hours, context())).toEqual(new Map())
})
