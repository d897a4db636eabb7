/**
 * Names of large cities in the languages of the pages. `cities-abroad.json` has them by country and English name, in the order of
 * its `languages`, and after these other names that people type: the name in the city itself, and former ones.
 */
import { fold } from '#domain/search/words'
import { FALLBACK, type Language } from '../../../messages/languages.ts'
import { currentLanguage } from '../../../messages/runtime.ts'
import table from './cities-abroad.json' with { type: 'json' }

type City = { country: string; names: string[] }

const listCities = (): City[] =>
  Object.entries(table.cities).flatMap(([country, cities]: [string, Record<string, string>]) =>
    Object.entries(cities).map(([name, others]) => ({ country, names: [name, ...others.split('|')] })),
  )

/** All names of each city, the English one first. */
export const listCityNames = (): string[][] => listCities().map(({ names }) => names)

let known: Map<string, string[]> | null = null

/** A city's names by its country and any of them. Indexed at the first use. */
function findNames(city: string, country: string): string[] | undefined {
  known ??= new Map(
    listCities().flatMap(({ country: code, names }) => names.map((name) => [writeKey(name, code), names] as const)),
  )
  return known.get(writeKey(city, country))
}

const writeKey = (city: string, country: string): string => `${country} ${fold(city).trim()}`

/**
 * "Múnich" for "Munich" in Spanish. As it is written in English, for an unknown city, and in a language that the table lacks.
 * `country`: ISO 3166-1 alpha-2.
 */
export function cityName(city: string, country: string, language: Language = currentLanguage()): string {
  const column = table.languages.indexOf(language)
  if (language === FALLBACK || column < 0) return city
  return findNames(city, country)?.[column + 1] ?? city
}

type Ends = { fromCity: string; fromCountry: string; toCity: string; toCountry: string }

/** The cities of a move. */
export const moveCityNames = ({ fromCity, fromCountry, toCity, toCountry }: Ends): { from: string; to: string } => ({
  from: cityName(fromCity, fromCountry),
  to: cityName(toCity, toCountry),
})
