import { rawTimeZones } from '@vvo/tzdb'
import { describe, expect, it } from 'vitest'
import { callingCodeOf } from './calling-codes.ts'

describe('callingCodeOf', () => {
  it('returns the calling code of the country in which a zone lies', () => {
    expect(callingCodeOf('Asia/Kolkata')).toBe('+91')
    expect(callingCodeOf('Europe/London')).toBe('+44')
    expect(callingCodeOf('America/Toronto')).toBe('+1')
    expect(callingCodeOf('Africa/Lagos')).toBe('+234')
    expect(callingCodeOf('Europe/Bratislava')).toBe('+421')
  })

  it('knows other names of a zone', () => {
    expect(callingCodeOf('Asia/Calcutta')).toBe('+91')
  })

  it('returns null for a zone of no country, and one that is not known', () => {
    for (const zone of ['UTC', 'Mars/Olympus', '']) expect(callingCodeOf(zone)).toBeNull()
  })

  it('knows nearly every zone in which people live', () => {
    const unknown = rawTimeZones
      .filter(({ name }) => callingCodeOf(name) === null)
      .map(({ countryCode }) => countryCode)
    expect(unknown.filter((country) => !['AQ', 'BV', 'GS', 'HM', 'TF', 'UM', 'PN'].includes(country))).toEqual([])
  })
})
