import { describe, expect, it } from 'vitest'
import { dateKeyIn, dayIn, dayShift, offsetIn, timeIn } from '#domain/time/clock'
import { isTimeZone, zoneCity } from '#domain/time/zone'

describe('a zone', () => {
  it.each(['Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'UTC'])('is known as %s', (zone) => {
    expect(isTimeZone(zone)).toBe(true)
  })

  it.each(['', 'Mars/Olympus', '+05:30'])('is not %s', (zone) => {
    expect(isTimeZone(zone)).toBe(false)
  })

  it('is named by its city', () => {
    expect(zoneCity('America/Argentina/Buenos_Aires')).toBe('Buenos Aires')
    expect(zoneCity('UTC')).toBe('UTC')
  })
})

describe('an instant on a clock', () => {
  const evening = new Date('2026-11-24T18:30:00Z')

  it('has a time, a day and a date of its own in each zone', () => {
    expect(timeIn(evening, 'Asia/Kolkata')).toBe('00:00')
    expect(dayIn(evening, 'Asia/Kolkata')).toBe('Wednesday 25 November')
    expect(dateKeyIn(evening, 'Asia/Kolkata')).toBe('2026-11-25')
    expect(timeIn(evening, 'Europe/London')).toBe('18:30')
    expect(dateKeyIn(evening, 'Europe/London')).toBe('2026-11-24')
  })

  it('includes by how many days two zones are apart, also across the turn of the year', () => {
    expect(dayShift(evening, 'Europe/London', 'Asia/Kolkata')).toBe(1)
    expect(dayShift(evening, 'Asia/Kolkata', 'Europe/London')).toBe(-1)
    const newYear = new Date('2026-12-31T23:30:00Z')
    expect(dayShift(newYear, 'Europe/London', 'Asia/Kathmandu')).toBe(1)
    expect(dayShift(newYear, 'Europe/London', 'Europe/Dublin')).toBe(0)
  })
})

describe('the offset of a clock', () => {
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
