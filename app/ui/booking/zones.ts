/** Every zone there is to choose from, by region and named by city. The list is long: it is made where somebody asks for it. */
import { zoneCity } from '#domain/zone'

export type ZoneGroup = { region: string; zones: { zone: string; city: string }[] }

export function listZones(): ZoneGroup[] {
  const groups = Object.groupBy(Intl.supportedValuesOf('timeZone'), (zone) => zone.split('/')[0] ?? zone)
  return Object.entries(groups).flatMap(([region, zones = []]) => {
    const named = zones.filter((zone) => zone.includes('/')).map((zone) => ({ zone, city: zoneCity(zone) }))
    return named.length > 0 ? [{ region, zones: named.toSorted((a, b) => (a.city < b.city ? -1 : 1)) }] : []
  })
}
