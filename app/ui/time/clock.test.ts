import { describe, expect, it } from 'vitest'
import { shortMomentIn, formatSoon, timeIn } from '#domain/time/clock'
import { clockPlace } from '#domain/time/zone'
import { dayOfKey, keyAfter, monthAfter, monthOfKey, sameClock, shiftWords, weekdayOf, zoneOfCookie } from './clock.ts'

const afternoon = new Date('2026-11-24T15:30:00Z')

describe('a clock', () => {
  it('is named by the city at the beginning of a location, or else by its zone’s', () => {
    expect(clockPlace('Manchester, United Kingdom', 'Europe/London')).toBe('Manchester')
    expect(clockPlace("St. John's, Canada", 'America/St_Johns')).toBe("St. John's")
    for (const none of ['', 'United Kingdom', ', United Kingdom', '12 High Street, Leeds', 'Leeds,']) {
      expect(clockPlace(none, 'Europe/London')).toBe('London')
    }
  })

  it('shows an instant in the requested zone, half and quarter hours too', () => {
    expect(timeIn(afternoon, 'Europe/London')).toBe('15:30')
    expect(timeIn(afternoon, 'Asia/Kolkata')).toBe('21:00')
    expect(timeIn(afternoon, 'Asia/Kathmandu')).toBe('21:15')
    expect(timeIn(afternoon, 'America/St_Johns')).toBe('12:00')
    expect(timeIn(afternoon, 'Australia/Lord_Howe')).toBe('02:30')
  })

  it('agrees with another where both show the same time on the same date', () => {
    expect(sameClock(afternoon, 'Europe/London', 'Africa/Accra')).toBe(true)
    expect(sameClock(afternoon, 'Europe/London', 'Europe/Paris')).toBe(false)
    expect(sameClock(afternoon, 'Pacific/Apia', 'Pacific/Midway')).toBe(false)
  })
})

describe('a calendar', () => {
  it('says by how many days another zone is ahead or behind, also across the date line and the end of a year', () => {
    expect(shiftWords(afternoon, 'Europe/London', 'Asia/Kolkata')).toBeNull()
    expect(shiftWords(new Date('2026-11-24T10:30:00Z'), 'Pacific/Kiritimati', 'Pacific/Pago_Pago')).toBe('−2 days')
    expect(shiftWords(new Date('2026-11-30T20:00:00Z'), 'Europe/London', 'Asia/Tokyo')).toBe('+1 day')
    expect(shiftWords(new Date('2027-01-01T02:00:00Z'), 'Europe/London', 'America/Lima')).toBe('−1 day')
  })

  it('counts days over months, leap days and clock changes', () => {
    expect(keyAfter('2026-11-30', 1)).toBe('2026-12-01')
    expect(keyAfter('2028-02-28', 1)).toBe('2028-02-29')
    expect(keyAfter('2027-01-01', -1)).toBe('2026-12-31')
    expect(keyAfter('2026-10-24', 2)).toBe('2026-10-26')
    expect(monthAfter('2026-12', 1)).toBe('2027-01')
    expect(monthAfter('2027-01', -2)).toBe('2026-11')
  })

  it('begins its weeks on Monday and names days and months in English', () => {
    expect(weekdayOf('2026-11-23')).toBe(0)
    expect(weekdayOf('2026-11-29')).toBe(6)
    expect(dayOfKey('2026-11-29')).toBe('Sunday 29 November')
    expect(monthOfKey('2026-11')).toBe('November 2026')
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

describe('a moment where there is little room', () => {
  it('has the same short day everywhere, with the time after a comma', () => {
    expect(shortMomentIn(afternoon, 'Asia/Kolkata')).toBe('Tue 24 Nov, 21:00')
  })
})

describe("the visitor's zone", () => {
  it('is read from its cookie, encoded or not, wherever it stands', () => {
    expect(zoneOfCookie('zone=Asia%2FKolkata')).toBe('Asia/Kolkata')
    expect(zoneOfCookie('theme=night; zone=Europe/London; a=b')).toBe('Europe/London')
  })

  it('is unknown when the cookie is absent, forged or broken', () => {
    for (const cookies of [
      null,
      '',
      'timezone=Asia/Kolkata',
      'zone=',
      'zone=Mars/Base',
      'zone=%E0%A4%A',
      'zone=%2B05:30',
    ]) {
      expect(zoneOfCookie(cookies)).toBeNull()
    }
  })
})
