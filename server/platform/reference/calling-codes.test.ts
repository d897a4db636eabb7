import { rawTimeZones } from '@vvo/tzdb'
import { describe, expect, it } from 'vitest'
import { findCallingCode } from './calling-codes.ts'

describe('findCallingCode', () => {
  it('returns the calling code of the country in which a zone lies', () => {
    expect(findCallingCode('Asia/Kolkata')).toBe('+91')
    expect(findCallingCode('America/Toronto')).toBe('+1')
    expect(findCallingCode('Asia/Calcutta')).toBe('+91')
  })

  it('returns null for a zone of no country, and one that is not known', () => {
    for (const zone of ['UTC', 'Mars/Olympus', '']) expect(findCallingCode(zone)).toBeNull()
  })

  it('knows nearly every zone in which people live', () => {
    const unknown = rawTimeZones
      .filter(({ name }) => findCallingCode(name) === null)
      .map(({ countryCode }) => countryCode)
    expect(unknown.filter((country) => !['AQ', 'BV', 'GS', 'HM', 'TF', 'UM', 'PN'].includes(country))).toEqual([])
  })
})
