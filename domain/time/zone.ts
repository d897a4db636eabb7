/** The names of time zones. No Temporal, since the browser loads this file too. */

/** A time zone and the place that names its clock for the reader. */
export type Clock = { timeZone: string; place: string }

/**
 * A zone with what it can be searched by: its city, its country, other names of the country if it has any, large cities with
 * the same time, and the name of the time.
 */
export type ZonePlaces = {
  zone: string
  city: string
  country: string
  countryAlso?: string[]
  cities: string[]
  time: string
}

/** The zones of one region, for a grouped list. */
export type ZoneGroup = { region: string; zones: { zone: string; city: string }[] }

/** Zones that the platform knows, in lower case. Asking it takes 50 µs, and is done for each trip of a mentor who is booked. */
const knownZones = new Set<string>()

/** True if the platform knows this IANA zone. Offsets such as "+05:30" are not zones: they have no clock changes. */
export function isTimeZone(zone: string): boolean {
  if (!/^[A-Za-z][\w+/-]*$/.test(zone)) return false
  const name = zone.toLowerCase()
  if (knownZones.has(name)) return true
  try {
    Intl.DateTimeFormat('en', { timeZone: zone })
  } catch {
    return false
  }
  knownZones.add(name)
  return true
}

/** Cities whose old name browsers still report, because it is a link in the IANA database. */
const RENAMED: Record<string, string> = {
  'Asia/Calcutta': 'Kolkata',
  'Asia/Dacca': 'Dhaka',
  'Asia/Katmandu': 'Kathmandu',
  'Asia/Rangoon': 'Yangon',
  'Asia/Saigon': 'Ho Chi Minh City',
  'Asia/Ho_Chi_Minh': 'Ho Chi Minh City',
  'Europe/Kiev': 'Kyiv',
  'America/Godthab': 'Nuuk',
  'Africa/Asmera': 'Asmara',
  'Atlantic/Faeroe': 'Faroe',
}

/** A zone's city, as people name it: "America/Argentina/Buenos_Aires" is Buenos Aires. */
export function zoneCity(zone: string): string {
  return RENAMED[zone] ?? (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
}

/** The city at the beginning of a location, "Manchester" of "Manchester, United Kingdom". Without one, the zone's own city. */
export function clockPlace(location: string, zone: string): string {
  const city = /^\s*([^,\d]{1,40}?)\s*,\s*\S/.exec(location)?.[1]
  return city ?? zoneCity(zone)
}
