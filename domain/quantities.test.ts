import { describe, expect, it } from 'vitest'
import { minutesInWords, plural, yearsInWords } from './quantities.ts'

describe('plural', () => {
  it('adds an s to every count but one', () => {
    expect([plural(0, 'mentor'), plural(1, 'mentor'), plural(24, 'mentor')]).toEqual([
      '0 mentors',
      '1 mentor',
      '24 mentors',
    ])
  })
})

describe('yearsInWords', () => {
  it('names the years, and what comes before the first', () => {
    expect([yearsInWords(0), yearsInWords(1), yearsInWords(6)]).toEqual(['Less than a year', '1 year', '6 years'])
  })
})

describe('minutesInWords', () => {
  it('spells out the minutes of a session', () => {
    expect(minutesInWords(60)).toBe('60 minutes')
  })
})
