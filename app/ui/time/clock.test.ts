import { describe, expect, it } from 'vitest'
import { clockPlace } from '#domain/time/zone'
import { keyAfter, monthAfter, sameClock, weekdayOf, zoneOfCookie } from './clock.ts'

const afternoon = new Date('2026-11-24T15:30:00Z')

describe('a clock', () => {
  it('is named by the city at the beginning of a location, or else by its zone’s', () => {
    expect(clockPlace('Manchester, United Kingdom', 'Europe/London')).toBe('Manchester')
    expect(clockPlace("St. John's, Canada", 'America/St_Johns')).toBe("St. John's")
    for (const none of ['', 'United Kingdom', ', United Kingdom', '12 High Street, Leeds', 'Leeds,']) {
      expect(clockPlace(none, 'Europe/London')).toBe('London')
    }
  })

  it('agrees with another where both show the same time on the same date', () => {
    expect(sameClock(afternoon, 'Europe/London', 'Africa/Accra')).toBe(true)
    expect(sameClock(afternoon, 'Europe/London', 'Europe/Paris')).toBe(false)
    expect(sameClock(afternoon, 'Pacific/Apia', 'Pacific/Midway')).toBe(false)
  })
})

describe('a calendar', () => {
  it('counts days over months, leap days and clock changes', () => {
    expect(keyAfter('2026-11-30', 1)).toBe('2026-12-01')
    expect(keyAfter('2028-02-28', 1)).toBe('2028-02-29')
    expect(keyAfter('2027-01-01', -1)).toBe('2026-12-31')
    expect(keyAfter('2026-10-24', 2)).toBe('2026-10-26')
    expect(monthAfter('2026-12', 1)).toBe('2027-01')
    expect(monthAfter('2027-01', -2)).toBe('2026-11')
  })

  it('begins its weeks on Monday', () => {
    expect(weekdayOf('2026-11-23')).toBe(0)
    expect(weekdayOf('2026-11-29')).toBe(6)
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
