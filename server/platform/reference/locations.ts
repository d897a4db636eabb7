/** Locations as people type them: "London, UK". */
import { rawTimeZones } from '@vvo/tzdb'
import { fold } from '#domain/search/words'
import { clockPlace, isTimeZone, zoneCity } from '#domain/time/zone'
import { cityName } from '#server/platform/reference/cities-abroad'
import { countryName, countryOfName } from '#server/platform/reference/countries'
import { countryOfZone } from '#server/platform/reference/zones'
import { formatList } from '#words/lists'
import { FALLBACK } from '../../../messages/languages.ts'
import { currentLanguage } from '../../../messages/runtime.ts'

/** `country`: ISO 3166-1 alpha-2; null if none is named. `city`: what stands before it; '' if nothing does. */
type Location = { city: string; country: string | null }

/** Countries that are also states of another one: behind a city, the name can mean either. */
const ALSO_STATES = new Set(['GE'])

/**
 * Reads a location: its last part is the country if it has a country's name. Two letters are no name, since "CA" is
 * California to some and Canada to others.
 */
export function readLocation(text: string): Location {
  const parts = text
    .split(/[,()/|]|\s[-–—]\s/)
    .map((part) => part.trim())
    .filter(Boolean)
  const last = parts.at(-1) ?? ''
  const country = countryOfName(last)
  if (!country || (parts.length > 1 && ALSO_STATES.has(country))) return { city: parts.join(', '), country: null }
  return { city: parts.slice(0, -1).join(', '), country }
}

/** "London, United Kingdom" for "London,UK". Without a known country the text itself. */
export function formatLocation(text: string): string {
  const { city, country } = readLocation(text)
  if (!country) return text
  return city ? `${city}, ${countryName(country)}` : countryName(country)
}

/** "Múnich, Alemania" for "Munich, Germany" in Spanish. In English, and without a known country, the text itself. */
export function describeLocation(text: string): string {
  if (currentLanguage() === FALLBACK) return text
  const { city, country } = readLocation(text)
  if (!country) return text
  return formatList([...(city ? [cityName(city, country)] : []), countryName(country)], 'comma')
}

/** The city that names someone's clock, in the reader's language: of their location, else of their zone. */
export function describeClockPlace(location: string, zone: string): string {
  const place = clockPlace(location, zone)
  if (currentLanguage() === FALLBACK) return place
  const country = readLocation(location).country ?? countryOfZone(zone)
  return country ? cityName(place, country) : place
}

/** The zone of a location, if there is exactly one that it can mean: of its country, or of its city. Otherwise null. */
export function zoneOfLocation(text: string): string | null {
  const { city, country } = readLocation(text)
  const zones = listZones(country)
  if (country && zones.length === 1) return zones[0]!.zone
  // A second name that is no country's may be that of a state: "Paris, Texas".
  const name = country ? city.split(',')[0]! : city
  const found = zones.filter(({ cities }) => cities.has(fold(name).trim()))
  return found.length === 1 ? found[0]!.zone : null
}

type ZoneCities = { zone: string; country: string; cities: Set<string> }
let known: ZoneCities[] | null = null

/** Built at the first use. */
function listZones(country: string | null): ZoneCities[] {
  known ??= rawTimeZones
    .filter(({ name }) => isTimeZone(name))
    .map(({ name, countryCode, mainCities }) => ({
      zone: name,
      country: countryCode,
      cities: new Set([zoneCity(name), ...mainCities].map(fold)),
    }))
  return country ? known.filter((zone) => zone.country === country) : known
}
