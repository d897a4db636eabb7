/** The time zones to choose from, and the places by which people find theirs. */
import { rawTimeZones } from '@vvo/tzdb'
import { isTimeZone, zoneCity, type ZoneGroup, type ZonePlaces } from '#domain/time/zone'
import { countryName, countryNames } from '#server/platform/reference/countries'
import { namesByLanguage, sortByName } from '#server/platform/reference/display-names'
import * as m from '#messages/time'
import { FALLBACK, type Language } from '../../../messages/languages.ts'

/** ISO 3166-1. Null for a zone of no country, and one that is not known. */
export function countryOfZone(zone: string): string | null {
  return rawTimeZones.find(({ name, group }) => name === zone || group.includes(zone))?.countryCode || null
}

/** All zones in order of city, with the names of the current language and the English ones of their country. Built at the first use. */
export const listZonePlaces: () => ZonePlaces[] = namesByLanguage((language) => {
  const times = new Map<string, string>()
  return rawTimeZones
    .filter(({ name, countryCode }) => countryCode && isTimeZone(name))
    .map(({ name, countryCode, mainCities, alternativeName }) => {
      const city = zoneCity(name)
      const cities = mainCities.filter((other) => other && other !== city)
      const country = countryName(countryCode, language)
      const also = countryNames(countryCode).filter((other) => other !== country)
      const names = { country, ...(also.length > 0 && { countryAlso: also }) }
      if (!times.has(alternativeName)) times.set(alternativeName, nameTime(name, language) ?? alternativeName)
      return { zone: name, city, ...names, cities, time: times.get(alternativeName)! }
    })
    .toSorted((a, b) => (a.city < b.city ? -1 : 1))
})

/** "hora de la India". Undefined in English, for which the package has shorter ones. */
function nameTime(timeZone: string, language: Language): string | undefined {
  if (language === FALLBACK) return undefined
  const format = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'longGeneric' })
  return format.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value
}

/** Regions as the names of zones have them, with what stands for them. */
const REGIONS: Record<string, () => string> = {
  Africa: m.regionAfrica,
  America: m.regionAmerica,
  Antarctica: m.regionAntarctica,
  Arctic: m.regionArctic,
  Asia: m.regionAsia,
  Atlantic: m.regionAtlantic,
  Australia: m.regionAustralia,
  Europe: m.regionEurope,
  Indian: m.regionIndian,
  Pacific: m.regionPacific,
}

/** All zones grouped by region, the first part of their names. */
export function listZoneGroups(): ZoneGroup[] {
  const groups = Map.groupBy(listZonePlaces(), ({ zone }) => zone.split('/')[0] ?? zone)
  return sortByName(
    [...groups].map(([region, zones]) => ({
      name: REGIONS[region]?.() ?? region,
      zones: zones.map(({ zone, city }) => ({ zone, city })),
    })),
  ).map(({ name, zones }) => ({ region: name, zones }))
}
