/** The names of time zones. No Temporal here: the browser reads this file too. */

/** A zone by its city, with what else it is found by: large cities that keep its time, and what the time is called. */
export type ZonePlaces = { zone: string; city: string; country: string; cities: string[]; time: string }

/** Zones of one region, for a plain list. */
export type ZoneGroup = { region: string; zones: { zone: string; city: string }[] }

/** Whether the platform knows this IANA zone. Bare offsets such as "+05:30" are no zones: they know no clock changes. */
export function isTimeZone(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}

/** Cities that browsers still report under a name they no longer have, as old links of the IANA database. */
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

/** A zone as people say it, by its city: "America/Argentina/Buenos_Aires" is Buenos Aires. */
export function zoneCity(zone: string): string {
  return RENAMED[zone] ?? (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
}
