import { describe, expect, it } from 'vitest'
import { defaultAvailability, type Availability } from '#domain/bookings/availability'
import { toHoursItems, RULE_NAMES } from '#domain/bookings/hours-items'
import { readHoursForm, type HoursForm } from '#server/mentors/hours/hours-form'

const TODAY = '2030-01-07'
const saved: Availability = {
  ...defaultAvailability('Europe/London'),
  weekly: [['14:30', '15:30'], ['14:30'], [], [], [], [], []],
  overrides: new Map([['2030-02-02', []]]),
  travel: [{ first: '2030-01-05', last: '2030-01-09', timeZone: 'Europe/Berlin', startsFollow: true }],
}
const items = toHoursItems(saved, TODAY)

type Fields = Record<string, string | string[]>

/** The form as the page sends it, with other values for some fields. */
function sent(changes: Fields = {}): FormData {
  const form = new FormData()
  const fields: Fields = {
    base: JSON.stringify(items),
    ...items,
    rules: [],
    intent: 'save',
    ...items.rules,
    ...changes,
  }
  for (const [name, value] of Object.entries(fields)) for (const each of [value].flat()) form.append(name, each)
  return form
}

function read(changes: Fields = {}, now = saved): HoursForm {
  const result = readHoursForm(sent(changes), { saved: now, today: TODAY })
  if (!result.ok) throw new Error(result.error)
  return result.value
}

describe('the form of a mentor’s hours', () => {
  it('sent as it was shown changes nothing', () => {
    expect(read()).toMatchObject({ intent: 'save', items, errors: {}, changedElsewhere: false, seen: false })
    expect(read({ seen: JSON.stringify(items) }).seen).toBe(true)
  })

  it('takes away what is not ticked, and shows it struck through', () => {
    const { items: after, struck } = read({ starts: ['0 15:30', '1 14:30'], dates: [], trips: [] })
    expect(after).toMatchObject({ starts: ['0 15:30', '1 14:30'], dates: [], trips: [] })
    expect(struck).toEqual({ starts: ['0 14:30'], dates: items.dates, trips: items.trips })
  })

  it('adds starts, a date and a trip, and keeps to one entry a date', () => {
    const after = read({
      'add-2': '9:05',
      newDate: '2030-02-02',
      newDateStarts: '11:00, 10.30 11:00',
      tripZone: 'Asia/Tokyo',
      tripFirst: '2030-01-10',
      tripLast: '2030-01-10',
      tripFollow: 'yes',
    })
    expect(after.errors).toEqual({})
    expect(after.items.starts).toEqual(['0 14:30', '0 15:30', '1 14:30', '2 09:05'])
    expect(after.items.dates).toEqual(['2030-02-02 10:30,11:00'])
    expect(after.items.trips).toEqual([...items.trips, '2030-01-10 2030-01-10 Asia/Tokyo follow'])
    expect(after.hours.weekly[2]).toEqual(['09:05'])
  })

  it('copies the starts of a day to others, in place of theirs', () => {
    const copied = (copyTo: string) => read({ intent: 'copy', copyFrom: '1', copyTo }).hours.weekly.map(String)
    expect(copied('0')).toEqual(['14:30', '14:30', '', '', '', '', ''])
    expect(copied('weekdays')).toEqual(['14:30', '14:30', '14:30', '14:30', '14:30', '', ''])
    expect(copied('all')).toEqual(Array.from({ length: 7 }, () => '14:30'))
    expect(copied('somewhere')).toEqual(['14:30,15:30', '14:30', '', '', '', '', ''])
  })

  it.each([
    [{ 'add-0': '25:00' }, { 'add-0': 'Enter a time such as 14:30' }],
    [{ newDateStarts: '10:00' }, { newDate: 'Choose a date' }],
    [{ newDate: '2030-01-06' }, { newDate: 'Choose a date within a year from today' }],
    [{ newDate: '2031-01-08' }, { newDate: 'Choose a date within a year from today' }],
    [
      { newDate: '2030-01-08', newDateStarts: '10:00 noon' },
      { newDateStarts: 'Enter times such as 10:00, 11:30, or nothing for a day off' },
    ],
    [
      { newDate: '2030-01-08', newDateStarts: Array.from({ length: 25 }, (_, n) => `10:${n + 10}`).join(' ') },
      { newDateStarts: 'Keep to 24 starts a day' },
    ],
    [
      { tripZone: 'Mars/Base', tripFirst: '', tripLast: '2030-01-08' },
      { tripZone: 'Choose a place from the list', tripFirst: 'Choose a date' },
    ],
    [
      { tripZone: 'Asia/Tokyo', tripFirst: '2030-02-03', tripLast: '2030-02-02' },
      { tripLast: 'Choose a last day that is not before the first' },
    ],
    [
      { tripZone: 'Asia/Tokyo', tripFirst: '2030-01-09', tripLast: '2030-01-12' },
      { tripFirst: 'Another trip covers some of these days. Remove that one first' },
    ],
    [{ noticeHours: '' }, { noticeHours: 'Enter a number from 1 to 168' }],
    [{ weekCap: '0' }, { weekCap: 'Enter a number from 1 to 100, or nothing for no limit' }],
    [{ starts: Array.from({ length: 25 }, (_, n) => `3 10:${n + 10}`) }, { 'add-3': 'Keep to 24 starts a day' }],
  ] as [Fields, Record<string, string>][])('says what is wrong with %o', (changes, errors) => {
    const { errors: found, typed } = read(changes)
    expect(found).toEqual(errors)
    for (const [name, value] of Object.entries(changes)) {
      if (/^(add|new|trip)/.test(name) && value) expect(typed[name]).toBe(value)
    }
  })

  it('ignores ticks that the page does not offer', () => {
    const forged = read({
      starts: ['0 14:30', '0 99:99'],
      dates: ['2035-01-01 10:00', '2030-02-31 10:00'],
      trips: ['2030-03-01 2030-03-02 Mars/Base stay', '2030-03-01 2035-03-02 Asia/Tokyo stay'],
    })
    expect(forged.items).toMatchObject({ starts: ['0 14:30'], dates: [], trips: [] })
  })

  it('keeps what another tab saved meanwhile, and says so', () => {
    const now: Availability = { ...saved, weekly: [['14:30'], ['14:30', '20:00'], [], [], [], [], []], dayCap: 2 }
    const { items: after, changedElsewhere } = read({ starts: ['0 14:30', '0 15:30'], weekCap: '7' }, now)
    expect(changedElsewhere).toBe(true)
    expect(after.starts).toEqual(['0 14:30', '1 20:00'])
    expect(after.rules).toMatchObject({ dayCap: '2', weekCap: '7' })
  })

  it('takes no change of the date for a change in another tab', () => {
    const yesterday = JSON.stringify({ ...items, dates: ['2030-01-06 closed', ...items.dates] })
    expect(read({ base: yesterday }).changedElsewhere).toBe(false)
  })

  it('leaves rules alone that it does not have', () => {
    const form = sent({ freeWeekCap: [] })
    expect(form.has('freeWeekCap')).toBe(false)
    expect(RULE_NAMES).toContain('freeWeekCap')
    const result = readHoursForm(form, { saved, today: TODAY })
    expect(result.ok && result.value.items.rules.freeWeekCap).toBe('10')
  })

  it.each(['', 'no JSON', '[]', '{"starts":[]}'])('refuses a form without the hours it was made from: “%s”', (base) => {
    expect(readHoursForm(sent({ base }), { saved, today: TODAY })).toEqual({ ok: false, error: 'malformed' })
  })
})
