/** Generated listings and criteria for property tests, with few values of each kind, so that many coincide. */
import { fc } from '@fast-check/vitest'
import { EXPERIENCE_STEPS, FREE_STEPS, orders, type Criteria } from '#domain/search/criteria'
import type { Listing } from '#domain/search/listing'
import { DAY_MS, HOUR_MS } from '#domain/time/wall-time'

export const NOW = new Date('2030-01-07T09:00:00Z')

const inHours = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS)

export const countries = ['IN', 'GB', 'DE', 'NG'] as const
export const languages = ['en', 'hi', 'de', 'yo'] as const
export const topics = ['student-visa', 'work-visa', 'scholarships', 'finding-a-home'] as const
const names = ['Ada', 'Adah', 'Zoë', 'Zoe', 'Łukasz', 'Ananya', 'Anaya', 'नेहा', '王小明', "O'Neil", 'Rao', 'Roa']
const places = ['Manchester', 'Mannheim', 'München', 'Lagos', '東京']

const some = <Value>(values: readonly Value[], most: number) =>
  fc.uniqueArray(fc.constantFrom(...values), { maxLength: most })

export const name = fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
export const location = fc.constantFrom(...places)
export const move = fc
  .tuple(fc.constantFrom(...countries), fc.constantFrom(...countries))
  .filter(([from, to]) => from !== to)
export const price = fc.integer({ min: 1, max: 8 }).map((tens) => tens * 10)
export const minutes = fc.constantFrom(30, 45, 60)
export const experience = fc.integer({ min: 0, max: 9 })
export const spoken = some(languages, 3)
export const helpedWith = some(topics, 3)

/** A listing; its number is its position. */
const listing = fc
  .record({
    name,
    words: fc.array(location, { maxLength: 3 }).map((words) => words.join(' ')),
    moves: fc.array(move, { maxLength: 3 }),
    languages: spoken,
    topics: helpedWith,
    location,
    experience,
    price,
    minutes: some([30, 45, 60], 3),
    stars: fc.option(fc.integer({ min: 10, max: 50 })),
    ratingCount: fc.integer({ min: 1, max: 3 }),
    createdAt: fc.integer({ min: 0, max: 4 }).map((days) => new Date(NOW.getTime() - days * DAY_MS)),
    // Near the limits of 3, 7, 14 and 30 days.
    freeAt: fc.option(
      fc.constantFrom(1, 71, 72, 73, 167, 168, 169, 335, 336, 719, 720, 721, 1000).map((hours) => inHours(hours)),
    ),
  })
  .map(({ moves, stars, ...rest }) => ({
    ...rest,
    destinations: [...new Set(moves.map(([, to]) => to))],
    origins: [...new Set(moves.map(([from]) => from))],
    crossings: [...new Set(moves.map(([from, to]) => `${from}-${to}`))],
    rating: stars === null ? null : stars / 10,
    ratingCount: stars === null ? 0 : rest.ratingCount,
  }))

/** Any number of them up to `most`, as often many as few: left to itself, fast-check prefers the few. */
export const listings = (most: number) =>
  fc
    .integer({ min: 0, max: most })
    .chain((count) => fc.array(listing, { minLength: count, maxLength: count }))
    .map((all) => all.map((one, n): Listing => ({ ...one, listed: true, number: n + 1 })))

const typed = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  fc.constantFrom(
    'a',
    'ada',
    'ADA zoe',
    'ananya rao',
    'anaynya',
    'manchestr',
    'munchen',
    'lukasz',
    'ने',
    '小明',
    'oneil',
    '…',
  ),
  fc.tuple(name, location).map((words) => words.join(' ')),
)

/** Usually absent: with every filter at once there would hardly be a result. */
const maybe = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value })
const few = <Value>(values: readonly Value[]) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant<Value[]>([]) }, { weight: 1, arbitrary: some(values, 3) })

export const criteria: fc.Arbitrary<Criteria> = fc.record({
  text: typed,
  choices: fc
    .record({
      destination: few(countries),
      origin: few(countries),
      crossing: few(['IN-GB', 'NG-DE', 'DE-GB']),
      language: few(languages),
      topic: few(topics),
      location: few(places),
      minutes: few(['30', '60', '90']),
    })
    .map((chosen) => Object.fromEntries(Object.entries(chosen).filter(([, values]) => values.length > 0))),
  experience: maybe(fc.constantFrom(...EXPERIENCE_STEPS)),
  price: fc.record({
    least: maybe(fc.constantFrom(0, 20, 30)),
    most: maybe(fc.constantFrom(30, 50, 60)),
  }),
  freeWithin: maybe(fc.constantFrom(...FREE_STEPS)),
  moving: fc.record({
    from: maybe(fc.constantFrom(...countries)),
    to: maybe(fc.constantFrom(...countries)),
    speaks: some(languages, 2),
  }),
  order: fc.constantFrom(...orders),
})
