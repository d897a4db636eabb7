import { describe, expect, it } from 'vitest'
import { formatDuration, plural, formatYears } from './quantities.ts'

describe('plural', () => {
  it('adds an s to every count but one', () => {
    expect([plural(0, 'mentor'), plural(1, 'mentor'), plural(24, 'mentor')]).toEqual([
      '0 mentors',
      '1 mentor',
      '24 mentors',
    ])
  })
})

describe('formatYears', () => {
  it('names the years, and what comes before the first', () => {
    expect([formatYears(0), formatYears(1), formatYears(6)]).toEqual(['Less than a year', '1 year', '6 years'])
  })
})

describe('formatDuration', () => {
  it('spells out the minutes of a session', () => {
    expect(formatDuration(60)).toBe('60 minutes')
  })
})
