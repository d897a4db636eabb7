import { expect, it } from 'vitest'
import { minutesInWords, plural, years } from './quantities.ts'

it('says one of a thing without an s', () => {
  expect([plural(0, 'mentor'), plural(1, 'mentor'), plural(24, 'mentor')]).toEqual([
    '0 mentors',
    '1 mentor',
    '24 mentors',
  ])
})

it('says years of experience, and what comes before the first', () => {
  expect([years(0), years(1), years(6)]).toEqual(['Less than a year', '1 year', '6 years'])
})

it('says the length of a session in words', () => {
  expect(minutesInWords(60)).toBe('60 minutes')
})
