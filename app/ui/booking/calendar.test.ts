import { describe, expect, it } from 'vitest'
import { targetOf, weeksOf } from './calendar.tsx'

describe('a month', () => {
  it('is drawn in weeks from Monday, without the days of its neighbours', () => {
    const weeks = weeksOf('2026-11')
    expect(weeks).toHaveLength(6)
    expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
    expect(weeks[5]).toEqual(['2026-11-30', null, null, null, null, null, null])
    expect(weeksOf('2027-02')).toHaveLength(4)
    expect(weeksOf('2026-12').flat().filter(Boolean)).toHaveLength(31)
  })
})

describe('the keys of a calendar', () => {
  const free = ['2026-11-20', '2026-11-23', '2026-11-24', '2026-11-27', '2026-12-01', '2026-12-15']
  const press = (key: string, from = '2026-11-24') => targetOf(key, from, free)

  it('lead over days that are not free, and over the end of a month', () => {
    expect(press('ArrowLeft')).toBe('2026-11-23')
    expect(press('ArrowRight')).toBe('2026-11-27')
    expect(press('ArrowRight', '2026-11-27')).toBe('2026-12-01')
  })

  it('lead to the same weekday of another week', () => {
    expect(press('ArrowDown')).toBe('2026-12-01')
    expect(press('ArrowDown', '2026-12-01')).toBe('2026-12-15')
    expect(press('ArrowUp', '2026-11-27')).toBe('2026-11-20')
  })

  it('lead to the ends of a week and to the months beside', () => {
    expect(press('Home')).toBe('2026-11-23')
    expect(press('End')).toBe('2026-11-27')
    expect(press('PageDown')).toBe('2026-12-01')
    expect(press('PageUp', '2026-12-15')).toBe('2026-11-27')
  })

  it('lead nowhere at the edges, nor when they are no keys of a calendar', () => {
    expect(press('ArrowLeft', '2026-11-20')).toBeUndefined()
    expect(press('PageUp')).toBeUndefined()
    expect(press('Tab')).toBeUndefined()
  })
})
