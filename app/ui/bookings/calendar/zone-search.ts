/** Finds a time zone by a city or a country. */
import type { ZonePlaces } from '#domain/time/zone'
import * as m from '#messages/bookings'

/** A zone under the name that matched: "Manchester", with the detail "United Kingdom · London time". */
export type FoundZone = { zone: string; name: string; detail: string }

const MAX_FOUND = 40

/**
 * At most 40 matches: first cities that begin with the text, then countries that do, then names with a word that does; each
 * group by name. An empty text finds every zone.
 */
export function findZones(places: ZonePlaces[], typed: string): FoundZone[] {
  const wanted = plain(typed)
  if (wanted === '') return places.map(({ zone, city, country }) => ({ zone, name: city, detail: country }))
  return places
    .flatMap((place) => rank(place, wanted) ?? [])
    .toSorted((a, b) => a.rank - b.rank || (a.found.name < b.found.name ? -1 : 1))
    .slice(0, MAX_FOUND)
    .map(({ found }) => found)
}

function rank({ zone, city, country, countryAlso = [], cities, time }: ZonePlaces, wanted: string) {
  const countries = [country, ...countryAlso]
  const own = { zone, name: city, detail: country }
  const within = (name: string) => ({ zone, name, detail: m.zoneDetail({ country, city }) })
  if (plain(city).startsWith(wanted)) return { rank: 0, found: own }
  const other = cities.find((name) => plain(name).startsWith(wanted))
  if (other) return { rank: 0, found: within(other) }
  if (countries.some((name) => plain(name).startsWith(wanted))) return { rank: 1, found: own }
  const named = [city, ...countries, time, zone].some((name) => ` ${plain(name)}`.includes(` ${wanted}`))
  if (named) return { rank: 2, found: own }
  const otherWord = cities.find((name) => ` ${plain(name)}`.includes(` ${wanted}`))
  return otherWord ? { rank: 3, found: within(otherWord) } : null
}

/** Makes "São Paulo" equal to "sao paulo", and "St. John’s" to "st johns". */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/[\p{M}'’.]/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
}
