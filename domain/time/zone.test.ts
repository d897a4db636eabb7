import { describe, expect, it } from 'vitest'
import { isTimeZone, zoneCity } from '#domain/time/zone'

describe('a zone', () => {
  it.each(['Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'UTC', 'Europe/Kiev', 'europe/kiev'])(
    'is known as %s',
    (zone) => {
      expect(isTimeZone(zone)).toBe(true)
    },
  )

  it.each(['', 'Mars/Olympus', '+05:30', 'Europe/\u212aiev'])('is not %s', (zone) => {
    expect(isTimeZone(zone)).toBe(false)
  })

  it('is named by its city', () => {
    expect(zoneCity('America/Argentina/Buenos_Aires')).toBe('Buenos Aires')
    expect(zoneCity('UTC')).toBe('UTC')
  })
})
