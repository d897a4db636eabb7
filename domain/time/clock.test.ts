import { describe, expect, it } from 'vitest'
import { dateKeyIn, dayShift, foldAt, offsetMinutes, timeIn } from '#domain/time/clock'

describe('an instant on a clock', () => {
  const evening = new Date('2026-11-24T18:30:00Z')

  it('has a time and a date of its own in each zone, of half and quarter hours too', () => {
    expect(timeIn(evening, 'Asia/Kolkata')).toBe('00:00')
    expect(timeIn(evening, 'Asia/Kathmandu')).toBe('00:15')
    expect(timeIn(evening, 'America/St_Johns')).toBe('15:00')
    expect(timeIn(evening, 'Australia/Lord_Howe')).toBe('05:30')
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

  it('is shown ahead of UTC or behind it', () => {
    expect(offsetMinutes(evening, 'Asia/Kolkata')).toBe(330)
    expect(offsetMinutes(evening, 'America/St_Johns')).toBe(-210)
  })
})

it.each([
  ['Europe/London', '2026-10-25T00:30Z', 'first'],
  ['Europe/London', '2026-10-25T01:30Z', 'second'],
  ['Australia/Lord_Howe', '2027-04-03T14:45Z', 'first'],
  ['Australia/Lord_Howe', '2027-04-03T15:15Z', 'second'],
  ['Asia/Kolkata', '2026-10-25T00:30Z', null],
  ['Europe/London', '2026-03-29T01:00Z', null],
])('a time that occurs twice in %s, %s, is distinguished: %s', (zone, instant, fold) => {
  expect(foldAt(new Date(instant), zone)).toBe(fold)
})
