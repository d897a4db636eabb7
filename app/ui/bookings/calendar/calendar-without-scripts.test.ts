import { describe, expect, it } from 'vitest'
import { listWeeks } from './calendar-without-scripts.tsx'

describe('listWeeks', () => {
  it('returns the weeks of a month from Monday, without the days of the months beside it', () => {
    const weeks = listWeeks('2026-11', '2026-10-20')
    expect(weeks).toHaveLength(6)
    expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
    expect(weeks[5]).toEqual(['2026-11-30', null, null, null, null, null, null])
    expect(listWeeks('2027-02', '2026-10-20')).toHaveLength(4)
    expect(listWeeks('2026-12', '2026-11-30').flat().filter(Boolean)).toHaveLength(31)
  })

  it('begins with this week', () => {
    expect(listWeeks('2026-11', '2026-11-25').map((week) => week[0])).toEqual(['2026-11-23', '2026-11-30'])
    expect(listWeeks('2026-11', '2026-11-30')).toHaveLength(1)
    expect(listWeeks('2026-12', '2026-12-06')[0]).toEqual([
      null,
      '2026-12-01',
      '2026-12-02',
      '2026-12-03',
      '2026-12-04',
      '2026-12-05',
      '2026-12-06',
    ])
  })
})
