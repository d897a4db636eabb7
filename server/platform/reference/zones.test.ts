import { describe, expect, it } from 'vitest'
import { isTimeZone } from '#domain/time/zone'
import { listZoneGroups, listZonePlaces } from '#server/platform/reference/zones'

describe('listZonePlaces', () => {
  it('gives each zone its city and country, and large cities that no zone is named after', () => {
    const findZone = (city: string) => listZonePlaces().find(({ cities }) => cities.includes(city))?.zone
    expect(findZone('Manchester')).toBe('Europe/London')
    const kathmandu = listZonePlaces().find(({ zone }) => zone === 'Asia/Kathmandu')
    expect(kathmandu).toMatchObject({ city: 'Kathmandu', country: 'Nepal', time: 'Nepal Time' })
    const istanbul = listZonePlaces().find(({ zone }) => zone === 'Europe/Istanbul')
    expect(istanbul).toMatchObject({ country: 'Türkiye', countryAlso: ['Turkey'] })
  })

  it('gives every zone once, in one region of listZoneGroups', () => {
    const zones = listZoneGroups().flatMap((group) => group.zones.map(({ zone }) => zone))
    expect(zones.length).toBeGreaterThan(300)
    expect(new Set(zones).size).toBe(zones.length)
    expect(zones.filter((zone) => !isTimeZone(zone))).toEqual([])
  })
})
