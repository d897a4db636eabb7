import { expect, it } from 'vitest'
import { formatYears } from './quantities.ts'

it('formatYears names the years, and what comes before the first', () => {
  expect([formatYears(0), formatYears(1), formatYears(6)]).toEqual(['Less than a year', '1 year', '6 years'])
})
