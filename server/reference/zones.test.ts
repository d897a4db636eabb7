import { describe, expect, it } from 'vitest'
import { isTimeZone } from '#domain/time/zone'
import { listZoneGroups, listZonePlaces } from '#server/reference/zones'

describe('the zones to choose from', () => {
  it('are found by large cities that no zone is named by', () => {
    const zoneOf = (city: string) => listZonePlaces().find(({ cities }) => cities.includes(city))?.zone
    expect(zoneOf('Manchester')).toBe('Europe/London')
    expect(zoneOf('Mumbai')).toBe('Asia/Kolkata')
  })

  it('are named by city, with the country they are in', () => {
    const kathmandu = listZonePlaces().find(({ zone }) => zone === 'Asia/Kathmandu')
    expect(kathmandu).toMatchObject({ city: 'Kathmandu', country: 'Nepal', time: 'Nepal Time' })
  })

  it('exist, each once, and stand in one region', () => {
    const zones = listZoneGroups().flatMap((group) => group.zones.map(({ zone }) => zone))
    expect(zones.length).toBeGreaterThan(300)
    expect(new Set(zones).size).toBe(zones.length)
    expect(zones.filter((zone) => !isTimeZone(zone))).toEqual([])
  })
})
