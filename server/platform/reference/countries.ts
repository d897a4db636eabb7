/**
 * Countries as ISO 3166-1 alpha-2 codes, with their usual English names. Codes and names come from the package
 * `i18n-iso-countries`; this file only corrects names that are not the usual ones.
 */
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import { fold } from '#domain/search/words'

/** Usual names of countries whose official name comes first in the package. */
const USUAL: Record<string, string> = {
  BN: 'Brunei',
  BQ: 'Caribbean Netherlands',
  CC: 'Cocos Islands',
  CD: 'Democratic Republic of the Congo',
  CI: 'Ivory Coast',
  CN: 'China',
  CZ: 'Czechia',
  FK: 'Falkland Islands',
  FM: 'Micronesia',
  GM: 'Gambia',
  IR: 'Iran',
  LA: 'Laos',
  MD: 'Moldova',
  MF: 'Saint Martin',
  MK: 'North Macedonia',
  MO: 'Macau',
  PS: 'Palestine',
  RE: 'Réunion',
  RU: 'Russia',
  ST: 'São Tomé and Príncipe',
  SX: 'Sint Maarten',
  SY: 'Syria',
  TL: 'East Timor',
  TW: 'Taiwan',
  TZ: 'Tanzania',
  US: 'United States',
  VA: 'Vatican City',
  VG: 'British Virgin Islands',
  VI: 'US Virgin Islands',
}

/** Further names that people type and the package lacks. */
const ALSO: Record<string, string[]> = {
  BA: ['Bosnia'],
  CV: ['Cabo Verde'],
  CD: ['DR Congo', 'DRC'],
  GB: ['Britain', 'England', 'Scotland', 'Wales', 'Northern Ireland'],
  MM: ['Burma'],
  NL: ['Holland'],
  SZ: ['Swaziland'],
  US: ['America'],
  VA: ['Vatican'],
}

/** Countries with an article in a sentence: "to the Netherlands". */
const WITH_ARTICLE = new Set(
  'AE AX BQ BS CC CD CF CG CK DO FK FO GB GM IM IO KM KY MH MP MV NL PH PN SB SC TC TF UM US VG VI'.split(' '),
)

/** What people say where there is little room. */
const SHORT: Record<string, string> = { AE: 'UAE', GB: 'UK', US: 'US' }

type Country = { code: string; name: string; names: string[]; slug: string }

const byCode = new Map<string, Country>(
  Object.entries<string | string[]>(english.countries).map(([code, given]) => {
    const all = [given].flat()
    const name = USUAL[code] ?? all[0] ?? code
    return [code, { code, name, names: [...new Set([name, ...all, ...(ALSO[code] ?? [])])], slug: makeSlug(name) }]
  }),
)
const bySlug = new Map([...byCode.values()].map(({ slug, code }) => [slug, code]))

/** "United Kingdom" for 'GB'. Unknown codes are returned unchanged. */
export const countryName = (code: string): string => byCode.get(code)?.name ?? code

/** The name within a sentence: "the United Kingdom", "India". */
export const formatCountry = (code: string): string =>
  WITH_ARTICLE.has(code) ? `the ${countryName(code)}` : countryName(code)

/** As within a sentence where there is little room: "the UK", "India". */
export const formatShortCountry = (code: string): string => (SHORT[code] ? `the ${SHORT[code]}` : formatCountry(code))

/** All names that search finds a country by; the first is the one shown. */
export const countryNames = (code: string): string[] => byCode.get(code)?.names ?? [code]

/** 'united-kingdom' for 'GB'. */
export const countrySlug = (code: string): string => byCode.get(code)?.slug ?? makeSlug(code)

/** The code of the country with this slug; null if there is none. */
export const countryOfSlug = (slug: string): string | null => bySlug.get(slug) ?? null

const codeByName = new Map([...byCode.values()].flatMap(({ code, names }) => names.map((name) => [plain(name), code])))

/** The code of a country by any of its names, in any case: "UK", "u.s.a.", "Ivory coast". Null if it is none. */
export const countryOfName = (name: string): string | null => codeByName.get(plain(name)) ?? null

/** Whether this is the code of a country. */
export const isCountry = (code: string): boolean => byCode.has(code)

/** All countries in order of name. */
export function listCountries(): { code: string; name: string }[] {
  const order = new Intl.Collator('en')
  return [...byCode.values()]
    .map(({ code, name }) => ({ code, name }))
    .toSorted((a, b) => order.compare(a.name, b.name))
}

function plain(name: string): string {
  return fold(name)
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
    .replace(/^the(?=.)/, '')
}

function makeSlug(name: string): string {
  return fold(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
