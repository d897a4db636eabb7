/**
 * Countries as ISO 3166-1 alpha-2 codes, with their usual names in each language. Names come from the runtime (CLDR); this file
 * says which the product spells otherwise in English, and what else people type. Pages have English names in their addresses, so a
 * new one in CLDR that differs goes into `SPELT`, or the page moves: `countries.test.ts` has all addresses.
 */
import { fold } from '#domain/search/words'
import { displayName, sortByName } from '#server/platform/reference/display-names'
import { FALLBACK, type Language } from '../../../messages/languages.ts'
import { currentLanguage } from '../../../messages/runtime.ts'

/** With Kosovo, whose code ISO leaves to its users. */
const CODES = `
AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC
CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD
GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH
KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW
MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC
SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY
UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW`
  .trim()
  .split(/\s+/)

/** English names that cannot be CLDR's. */
const SPELT: Record<string, string> = {
  // CLDR's has brackets.
  CC: 'Cocos Islands',
  MM: 'Myanmar',
  // CLDR's is a city behind a dash.
  CD: 'Democratic Republic of the Congo',
  CG: 'Republic of the Congo',
  // CLDR's is more than a name.
  HK: 'Hong Kong',
  MO: 'Macau',
  PS: 'Palestine',
  // CLDR's leaves out "the".
  GS: 'South Georgia and the South Sandwich Islands',
  VC: 'Saint Vincent and the Grenadines',
  // CLDR's is "U.S. …", with dots as nowhere else here.
  UM: 'United States Minor Outlying Islands',
  VI: 'US Virgin Islands',
  // CLDR's is not English.
  CI: 'Ivory Coast',
  TL: 'East Timor',
}

/** Further English names that people type: others, older and official ones. */
const ALSO: Record<string, string[]> = {
  AE: ['UAE'],
  BA: ['Bosnia'],
  BN: ['Brunei Darussalam'],
  BQ: ['Bonaire, Sint Eustatius and Saba'],
  CC: ['Cocos (Keeling) Islands'],
  CD: ['Congo', 'DR Congo', 'DRC'],
  CI: ["Côte d'Ivoire"],
  CN: ["People's Republic of China"],
  CV: ['Cabo Verde'],
  CZ: ['Czech Republic'],
  FK: ['Falkland Islands (Malvinas)'],
  FM: ['Federated States of Micronesia'],
  GB: ['UK', 'Great Britain', 'Britain', 'England', 'Scotland', 'Wales', 'Northern Ireland'],
  GM: ['Republic of The Gambia'],
  HM: ['Heard Island and McDonald Islands'],
  IR: ['Islamic Republic of Iran'],
  KR: ['Republic of Korea'],
  LA: ["Lao People's Democratic Republic"],
  MD: ['Republic of Moldova'],
  MF: ['Saint Martin (French part)'],
  MK: ['Republic of North Macedonia'],
  MM: ['Burma'],
  MO: ['Macao'],
  NL: ['Holland', 'Kingdom of the Netherlands'],
  PN: ['Pitcairn'],
  PS: ['State of Palestine'],
  RU: ['Russian Federation'],
  SX: ['Sint Maarten (Dutch part)'],
  SY: ['Syrian Arab Republic'],
  SZ: ['Swaziland'],
  TL: ['Timor-Leste'],
  TR: ['Turkey'],
  TW: ['Taiwan, Province of China'],
  TZ: ['United Republic of Tanzania'],
  US: ['United States of America', 'USA', 'U.S.A.', 'US', 'U.S.', 'America'],
  VA: ['Vatican', 'Holy See (Vatican City State)'],
  VI: ['U.S. Virgin Islands'],
}

/** Countries with an article in a sentence: "to the Netherlands". */
const WITH_ARTICLE = new Set(
  'AE AX BQ BS CC CD CF CG CK DO FK FO GB GM HM IM IO KM KY MH MP MV NL PH PN SB SC TC TF UM US VG VI'.split(' '),
)

/** What people say where there is little room. */
const SHORT: Record<string, string> = { AE: 'UAE', GB: 'UK', US: 'US' }

type Country = { code: string; name: string; names: string[]; slug: string }

const byCode = new Map<string, Country>(
  CODES.map((code) => {
    const name = SPELT[code] ?? spellOut(displayName('region', code, FALLBACK) ?? code)
    return [code, { code, name, names: [name, ...(ALSO[code] ?? [])], slug: makeSlug(name) }]
  }),
)
const bySlug = new Map([...byCode.values()].map(({ slug, code }) => [slug, code]))

/** "United Kingdom" for 'GB', "Reino Unido" in Spanish. Unknown codes are returned unchanged. */
export function countryName(code: string, language: Language = currentLanguage()): string {
  const english = byCode.get(code)?.name ?? code
  return language === FALLBACK || !byCode.has(code) ? english : (displayName('region', code, language) ?? english)
}

/** The name within a sentence: "the United Kingdom", "India". Only English has an article. */
export function formatCountry(code: string): string {
  const name = countryName(code)
  return currentLanguage() === FALLBACK && WITH_ARTICLE.has(code) ? `the ${name}` : name
}

/** As within a sentence where there is little room: "the UK", "India". */
export const formatShortCountry = (code: string): string =>
  currentLanguage() === FALLBACK && SHORT[code] ? `the ${SHORT[code]}` : formatCountry(code)

/** All English names that search finds a country by; the first is the one shown. */
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
export const listCountries = (): { code: string; name: string }[] =>
  sortByName(CODES.map((code) => ({ code, name: countryName(code) })))

/** "Saint Kitts and Nevis" for CLDR's "St. Kitts & Nevis". */
function spellOut(name: string): string {
  return name.replace(' & ', ' and ').replace(/^St\. /, 'Saint ')
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
