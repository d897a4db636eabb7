/** The zones there are to choose from, and the places by which people find theirs. */
import { rawTimeZones } from '@vvo/tzdb'
import { isTimeZone, zoneCity, type ZoneGroup, type ZonePlaces } from '#domain/time/zone'

let known: ZonePlaces[] | null = null

/** By city. Made when somebody first asks. */
export function listZonePlaces(): ZonePlaces[] {
  known ??= rawTimeZones
    .filter(({ name, countryName }) => countryName && isTimeZone(name))
    .map(({ name, countryName, mainCities, alternativeName }) => {
      const city = zoneCity(name)
      const cities = mainCities.filter((other) => other && other !== city)
      return { zone: name, city, country: countryName, cities, time: alternativeName }
    })
    .toSorted((a, b) => (a.city < b.city ? -1 : 1))
  return known
}

/** For a plain list: by region, which is how the zones' own names begin. */
export function listZoneGroups(): ZoneGroup[] {
  const groups = Map.groupBy(listZonePlaces(), ({ zone }) => zone.split('/')[0] ?? zone)
  return [...groups]
    .map(([region, zones]) => ({ region, zones: zones.map(({ zone, city }) => ({ zone, city })) }))
    .toSorted((a, b) => (a.region < b.region ? -1 : 1))
}
