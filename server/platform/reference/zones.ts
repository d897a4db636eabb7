/** The time zones to choose from, and the places by which people find theirs. */
import { rawTimeZones } from '@vvo/tzdb'
import { isTimeZone, zoneCity, type ZoneGroup, type ZonePlaces } from '#domain/time/zone'
import { countryNames } from '#server/platform/reference/countries'

/** ISO 3166-1. Null for a zone of no country, and one that is not known. */
export function countryOfZone(zone: string): string | null {
  return rawTimeZones.find(({ name, group }) => name === zone || group.includes(zone))?.countryCode || null
}

let known: ZonePlaces[] | null = null

/** All zones in order of city. Built at the first use. */
export function listZonePlaces(): ZonePlaces[] {
  known ??= rawTimeZones
    .filter(({ name, countryCode }) => countryCode && isTimeZone(name))
    .map(({ name, countryCode, mainCities, alternativeName }) => {
      const city = zoneCity(name)
      const cities = mainCities.filter((other) => other && other !== city)
      const [country = '', ...also] = countryNames(countryCode)
      const names = { country, ...(also.length > 0 && { countryAlso: also }) }
      return { zone: name, city, ...names, cities, time: alternativeName }
    })
    .toSorted((a, b) => (a.city < b.city ? -1 : 1))
  return known
}

/** All zones grouped by region, the first part of their names. */
export function listZoneGroups(): ZoneGroup[] {
  const groups = Map.groupBy(listZonePlaces(), ({ zone }) => zone.split('/')[0] ?? zone)
  return [...groups]
    .map(([region, zones]) => ({ region, zones: zones.map(({ zone, city }) => ({ zone, city })) }))
    .toSorted((a, b) => (a.region < b.region ? -1 : 1))
}
