import { describe, expect, it } from 'vitest'
import {
  briefShift,
  cityMomentIn,
  cityTimeIn,
  dateIn,
  dateOfKey,
  datesOfKeys,
  dateTimeIn,
  dayAndYearIn,
  dayAndYearOfKey,
  dayIn,
  dayOfKey,
  dayTimeIn,
  dayTimeOn,
  formatAnswerTime,
  formatDuration,
  formatSoon,
  formatYears,
  fullMomentIn,
  fullMomentOn,
  listWeekdays,
  monthOfKey,
  offsetIn,
  shiftWords,
  shortDateIn,
  shortDateOfKey,
  shortDateTimeIn,
  shortDayAndYearIn,
  shortDayIn,
  shortDayOfKey,
  shortMomentIn,
} from '#words/time'

const afternoon = new Date('2026-11-24T15:30:00Z')
const kolkata = { timeZone: 'Asia/Kolkata', place: 'Kolkata' }

describe('a date', () => {
  it('is that of the calendar in a zone', () => {
    const evening = new Date('2026-11-24T18:30:00Z')
    expect(dayIn(evening, 'Asia/Kolkata')).toBe('Wednesday 25 November')
    expect(dayIn(evening, 'Europe/London')).toBe('Tuesday 24 November')
  })

  it('has as many names as a place needs', () => {
    expect(dateIn(afternoon, 'UTC')).toBe('24 November 2026')
    expect(dayAndYearIn(afternoon, 'UTC')).toBe('Tuesday 24 November 2026')
    expect(shortDayIn(afternoon, 'UTC')).toBe('Tue 24 Nov')
    expect(shortDayAndYearIn(afternoon, 'UTC')).toBe('Tue 24 Nov 2026')
    expect(shortDateIn(afternoon, 'UTC')).toBe('24 Nov')
  })

  it('is named alike by its key', () => {
    expect(dateOfKey('2026-11-01')).toBe('1 November 2026')
    expect(dayOfKey('2026-11-29')).toBe('Sunday 29 November')
    expect(dayAndYearOfKey('2026-11-29')).toBe('Sunday 29 November 2026')
    expect(shortDayOfKey('2026-11-29')).toBe('Sun 29 Nov')
    expect(shortDateOfKey('2026-12-02')).toBe('2 Dec')
    expect(monthOfKey('2026-11')).toBe('November 2026')
    expect(monthOfKey('2026-11-29')).toBe('November 2026')
  })

  it('has the names of all months and weekdays', () => {
    const months = Array.from({ length: 12 }, (_, n) => `2026-${String(n + 1).padStart(2, '0')}-01`)
    expect(months.map((key) => dateOfKey(key).split(' ')[1]).join(' ')).toBe(
      'January February March April May June July August September October November December',
    )
    expect(months.map((key) => shortDateOfKey(key).split(' ')[1]).join(' ')).toBe(
      'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
    )
    expect(listWeekdays('long').join(' ')).toBe('Monday Tuesday Wednesday Thursday Friday Saturday Sunday')
    expect(listWeekdays('short').join(' ')).toBe('Mon Tue Wed Thu Fri Sat Sun')
    expect(listWeekdays('brief').join(' ')).toBe('Mo Tu We Th Fr Sa Su')
  })

  it('can be the first of several, of one month or of two', () => {
    expect(datesOfKeys('2026-11-16', '2026-11-22', 'long')).toBe('16–22 November')
    expect(datesOfKeys('2026-11-30', '2026-12-06', 'long')).toBe('30 November – 6 December')
    expect(datesOfKeys('2026-11-21', '2026-11-22', 'short')).toBe('21–22 Nov')
    expect(datesOfKeys('2026-11-21', '2026-11-21', 'short')).toBe('21 Nov')
    expect(datesOfKeys('2026-11-21', '2027-11-22', 'short')).toBe('21 Nov – 22 Nov')
  })
})

describe('a moment', () => {
  it('has the time after its date', () => {
    expect(shortMomentIn(afternoon, 'Asia/Kolkata')).toBe('Tue 24 Nov, 21:00')
    expect(shortDateTimeIn(afternoon, 'Asia/Kolkata')).toBe('24 Nov 2026, 21:00')
    expect(dateTimeIn(afternoon, 'Asia/Kolkata')).toBe('24 November 2026, 21:00')
    expect(dayTimeIn(afternoon, 'Asia/Kolkata')).toBe('Tuesday 24 November, 21:00')
    expect(fullMomentIn(afternoon, 'Asia/Kolkata')).toBe('Tuesday 24 November 2026, 21:00')
  })

  it('can name the place whose clock shows it', () => {
    expect(dayTimeOn(afternoon, kolkata)).toBe('Tuesday 24 November, 21:00 (Kolkata)')
    expect(fullMomentOn(afternoon, kolkata)).toBe('Tuesday 24 November 2026, 21:00 (Kolkata)')
    expect(cityTimeIn(afternoon, 'Europe/London')).toBe('15:30 London')
    expect(cityMomentIn(afternoon, 'Europe/London')).toBe('Tue 24 Nov, 15:30 London')
  })
})

describe('formatSoon', () => {
  const now = new Date('2026-11-24T12:00:00Z') // A Tuesday.
  const words = (at: string, zone = 'Europe/London') => formatSoon(new Date(at), now, zone)

  it('says today or tomorrow by the reader’s own calendar', () => {
    expect(words('2026-11-24T18:30:00Z')).toBe('today 18:30')
    expect(words('2026-11-24T18:30:00Z', 'Asia/Kolkata')).toBe('tomorrow 00:00')
    expect(words('2026-11-25T14:30:00Z')).toBe('tomorrow 14:30')
  })

  it('names weekday, date and month after that, with a capital', () => {
    expect(words('2026-11-26T16:30:00Z')).toBe('Thu 26 Nov, 16:30')
    expect(words('2026-12-01T16:30:00Z')).toBe('Tue 1 Dec, 16:30')
    expect(words('2027-01-05T23:30:00Z', 'Asia/Kolkata')).toBe('Wed 6 Jan, 05:00')
  })

  it('counts days and not hours over the end of a month and a change of the clocks', () => {
    const soon = (from: string, at: string, zone: string) => formatSoon(new Date(at), new Date(from), zone)
    expect(soon('2026-11-30T23:30:00Z', '2026-12-01T00:30:00Z', 'Europe/London')).toBe('tomorrow 00:30')
    // New York’s clocks go back on 1 November, and the day has 25 hours.
    expect(soon('2026-11-01T04:30:00Z', '2026-11-02T04:30:00Z', 'America/New_York')).toBe('today 23:30')
    expect(soon('2026-10-31T04:30:00Z', '2026-11-02T04:30:00Z', 'America/New_York')).toBe('tomorrow 23:30')
  })
})

describe('another clock', () => {
  it('says by how many days another zone is ahead or behind, also across the date line and the end of a year', () => {
    expect(shiftWords(afternoon, 'Europe/London', 'Asia/Kolkata')).toBeNull()
    expect(shiftWords(new Date('2026-11-24T10:30:00Z'), 'Pacific/Kiritimati', 'Pacific/Pago_Pago')).toBe('−2 days')
    expect(shiftWords(new Date('2026-11-30T20:00:00Z'), 'Europe/London', 'Asia/Tokyo')).toBe('+1 day')
    expect(shiftWords(new Date('2027-01-01T02:00:00Z'), 'Europe/London', 'America/Lima')).toBe('−1 day')
  })

  it('is a day ahead or behind in one sign and number where there is no room', () => {
    expect(briefShift(afternoon, 'Europe/London', 'Asia/Kolkata')).toBeNull()
    expect(briefShift(new Date('2026-11-24T10:30:00Z'), 'Pacific/Kiritimati', 'Pacific/Pago_Pago')).toBe('−2')
    expect(briefShift(new Date('2026-11-30T20:00:00Z'), 'Europe/London', 'Asia/Tokyo')).toBe('+1')
  })

  it.each([
    ['Asia/Kolkata', '2030-01-08T09:00:00Z', 'UTC+5:30'],
    ['Europe/London', '2030-01-08T09:00:00Z', 'UTC+0'],
    ['Europe/London', '2030-07-08T09:00:00Z', 'UTC+1'],
    ['America/St_Johns', '2030-01-08T01:00:00Z', 'UTC−3:30'],
    ['Asia/Kathmandu', '2030-01-08T09:59:59.999Z', 'UTC+5:45'],
  ])('in %s at %s is %s', (zone, instant, words) => {
    expect(offsetIn(new Date(instant), zone)).toBe(words)
  })
})

describe('a duration', () => {
  it('in years has words for what comes before the first', () => {
    expect([formatYears(0), formatYears(1), formatYears(6)]).toEqual(['Less than a year', '1 year', '6 years'])
  })

  it('in minutes is spelled out', () => {
    expect([formatDuration(1), formatDuration(60)]).toEqual(['1 minute', '60 minutes'])
  })

  it.each([
    [1, 'an hour'],
    [3, '3 hours'],
    [12, '12 hours'],
    [24, 'a day'],
    [48, 'two days'],
  ])('of %s hours is how soon a mentor answers: within %s', (hours, words) => {
    expect(formatAnswerTime(hours)).toBe(`Usually answers within ${words}`)
  })
})
