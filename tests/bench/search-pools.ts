/**
 * The values of generated mentors: words of syllables in several scripts, cities in real countries. Always the same.
 */
import { countryName, listCountries } from '#server/platform/reference/countries'
import { listLanguages } from '#server/platform/reference/languages'

/** The number of values of each kind. */
export const sizes = {
  first: 3_000,
  last: 30_000,
  role: 300,
  university: 2_000,
  employer: 5_000,
  help: 200,
  language: 39, // Beside English.
  destinations: 300, // Cities, five in each of 60 countries.
  origins: 400, // Five in each of 80 others.
}

export type City = { city: string; country: string; countryName: string; zone: string }
type Kind = Exclude<keyof typeof sizes, 'destinations' | 'origins'>
export type Pools = { words: Record<Kind, string[]>; destinations: City[]; origins: City[] }

const latin =
  'ba be bi ca chi da de do fa fe ga go ha ho ja jo ka ki la li lo ma mi mo na ne no pa pe ra ri ro sa si ta'
const accented = 'bø cé čá dů é fü gö ħa í jä ką ľu mé ñe ö pô qué ř śi ţa ü ví ý ža łu ść ãe ðo ås'
const scripts = [
  'ба ва га да же за ко ла ме но па ро са ти ха',
  'अ का गु जे टा दि ना पु मे रा ला वि शा सु हा',
  '安 白 陈 大 国 海 健 林 明 平 文 小 雪 志 子',
  'با جا دا را سا شا عا فا کا لا ما نا وا ها یا',
]

const zones = [
  'Europe/London',
  'Europe/Berlin',
  'America/New_York',
  'America/Toronto',
  'Australia/Sydney',
  'Asia/Dubai',
]
const sought = 'GB US CA AU DE IE NL FR NZ SE CH SG AE IT ES NO DK FI AT BE'.split(' ')
const left = 'IN NG CN PK BD PH BR VN NP LK GH KE EG MX CO ZA TR UA RU ID'.split(' ')

/** A generator of numbers from 0 to below 1. Source: `mulberry32`, T. Ettinger. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function makePools(): Pools {
  const random = seededRandom(4)
  const pickOne = <Value>(values: Value[]): Value => values[Math.floor(random() * values.length)]!
  const name = (length: number): string => {
    const chance = random()
    const script = chance < 0.08 ? pickOne(scripts) : chance < 0.25 ? `${latin} ${accented}` : latin
    const word = Array.from({ length: chance < 0.08 ? length - 1 : length }, () => pickOne(script.split(' '))).join('')
    return word.charAt(0).toUpperCase() + word.slice(1)
  }
  const several = (count: number, make: () => string): string[] => {
    const made = new Set<string>()
    while (made.size < count) made.add(make())
    return [...made]
  }
  const others = listCountries()
    .map((country) => country.code)
    .filter((code) => !sought.includes(code) && !left.includes(code))
  const countries = { to: [...sought, ...others.slice(0, 40)], from: [...left, ...others.slice(40, 100)] }
  const cities = (codes: string[]): City[] =>
    codes.flatMap((country, n) =>
      several(5, () => name(3)).map((city) => ({
        city,
        country,
        countryName: countryName(country),
        zone: zones[n % zones.length]!,
      })),
    )
  const professions = several(60, () => name(4))
  return {
    words: {
      first: several(sizes.first, () => name(2 + Math.floor(random() * 2))),
      last: several(sizes.last, () => name(3 + Math.floor(random() * 2))),
      role: several(
        sizes.role,
        () =>
          `${pickOne(['Senior', 'Junior', 'Lead', 'Chief'])} ${pickOne(professions)} ${pickOne(['engineer', 'nurse', 'analyst', 'manager'])}`,
      ),
      university: several(sizes.university, () => `University of ${name(4)}`),
      employer: several(sizes.employer, () => `${name(4)} Ltd`),
      help: several(
        sizes.help,
        () => `${pickOne(professions)} ${pickOne(['interviews', 'applications', 'letters'])} and ${name(3)}`,
      ),
      language: listLanguages()
        .map((language) => language.code)
        .filter((code) => code !== 'en')
        .slice(0, sizes.language),
    },
    destinations: cities(countries.to),
    origins: cities(countries.from),
  }
}
