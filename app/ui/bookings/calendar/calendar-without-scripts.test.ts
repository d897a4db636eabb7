import { describe, expect, it } from 'vitest'
import { weeksOf } from './calendar-without-scripts.tsx'

describe('weeksOf', () => {
  it('returns the weeks of a month from Monday, without the days of the months beside it', () => {
    const weeks = weeksOf('2026-11')
    expect(weeks).toHaveLength(6)
    expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
    expect(weeks[5]).toEqual(['2026-11-30', null, null, null, null, null, null])
    expect(weeksOf('2027-02')).toHaveLength(4)
    expect(weeksOf('2026-12').flat().filter(Boolean)).toHaveLength(31)
  })
})
