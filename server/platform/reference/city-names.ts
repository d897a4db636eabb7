/**
 * City names that begin with the typed text. The first call reads the package of `places.ts`, which takes a
 * second of processor time in small pieces, and keeps the names as one text per country: 4 MB in all.
 */
import { rawTimeZones } from '@vvo/tzdb'
import { fold } from '#domain/search/words'
import { readCityNames } from '#server/platform/reference/places'

const MOST = 8

/** By country: a line for every city, its folded name and its name. */
type Names = Map<string, string>
let reading: Promise<Names> | null = null

/** At most eight cities of a country, ISO 3166-1 alpha-2: known large ones first, then those with most places around. */
export async function completeCity(country: string, typed: string): Promise<string[]> {
  const start = fold(typed).trim()
  if (start.length < 2 || /[\n\t]/.test(start)) return []
  const lines = (await namesByCountry()).get(country) ?? ''
  const found: string[] = []
  for (
    let at = lines.indexOf(`\n${start}`);
    at !== -1 && found.length < MOST;
    at = lines.indexOf(`\n${start}`, at + 1)
  ) {
    const name = lines.slice(lines.indexOf('\t', at) + 1, lines.indexOf('\n', at + 1))
    if (!found.includes(name)) found.push(name)
  }
  return found
}

/** Read once. A read that failed is tried again by the next call. */
function namesByCountry(): Promise<Names> {
  reading ??= readNames().catch((error: unknown) => {
    reading = null
    throw error
  })
  return reading
}

async function readNames(): Promise<Names> {
  const names: Names = new Map()
  for (const [country, listed] of await readCityNames()) {
    // The largest ones first, as far as anyone says: the data has no population.
    const largest = rawTimeZones.filter((zone) => zone.countryCode === country).flatMap(({ mainCities }) => mainCities)
    const cities = [...new Set([...largest.filter((city) => !/[\n\t]/.test(city)), ...listed])]
    names.set(country, `\n${cities.map((city) => `${fold(city)}\t${city}`).join('\n')}\n`)
  }
  return names
}
