import { describe, expect, it } from 'vitest'
import { DAILY_STARTS } from '#domain/bookings/daily-starts'
import { fitsApplication, readTypedHours, typedHours, WEEKDAY_STARTS } from '#domain/mentors/application-hours'

describe('the hours of an application', () => {
  it('begin with the five starts of the specification on weekdays', () => {
    expect(WEEKDAY_STARTS.map((starts) => starts.length)).toEqual([5, 5, 5, 5, 5, 0, 0])
    expect(readTypedHours(typedHours(WEEKDAY_STARTS))).toEqual(WEEKDAY_STARTS)
  })

  it('are the starts that are ticked, also when there are none', () => {
    const saturday = [[], [], [], [], [], ['15:30', '17:30'], []]
    expect(readTypedHours({ hours: 'chosen', 'hours.5': '17:30,15:30,03:00', 'hours.9': '14:30' })).toEqual(saturday)
    expect(readTypedHours({ hours: 'chosen' })).toEqual(Array.from({ length: 7 }, () => []))
    expect(readTypedHours({ 'hours.0': '14:30' })).toBeNull()
  })

  it('are not requested where they would lose a time of the mentor’s own', () => {
    expect(fitsApplication(Array.from({ length: 7 }, () => [...DAILY_STARTS]))).toBe(true)
    expect(fitsApplication([['09:00'], [], [], [], [], [], []])).toBe(false)
  })
})
