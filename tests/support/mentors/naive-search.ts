/**
 * The simplest correct search (test every listing, sort, count), which the real one is compared with. It knows no names in other
 * languages (`server/search/names.ts`): no word that made criteria type is part of one.
 */
import {
  choiceFilters,
  endOfDays,
  EXPERIENCE_STEPS,
  FREE_STEPS,
  FREE_WITHIN_DAYS,
  SOON_DAYS,
  without,
  type ChoiceFilter,
  type Criteria,
} from '#domain/search/criteria'
import { computeScore } from '#domain/mentors/feedback'
import type { Listing } from '#domain/search/listing'
import { indexedWords, typedWords, wordMatch, splitWords } from '#domain/search/words'
import { DAY_MS } from '#domain/time/wall-time'

const readChoices: Record<ChoiceFilter, (listing: Listing) => string[]> = {
  destination: (listing) => listing.destinations,
  origin: (listing) => listing.origins,
  crossing: (listing) => listing.crossings,
  language: (listing) => listing.languages,
  topic: (listing) => listing.topics,
  location: (listing) => [listing.location],
  minutes: (listing) => listing.minutes.map(String),
}

const freeAt = (listing: Listing) => listing.freeAt?.getTime() ?? Infinity

/** The matching listings, in order. */
export function naiveSearch(listings: Listing[], criteria: Criteria, now: Date): Listing[] {
  return listings
    .filter((listing) => listing.listed && matches(listing, criteria, now))
    .map((listing) => ({ listing, rank: rankListing(listing, criteria, now) }))
    .toSorted((a, b) => compare(a.rank, b.rank))
    .map(({ listing }) => listing)
}

export function naiveCounts(listings: Listing[], criteria: Criteria, now: Date) {
  const found = (question: Criteria) => listings.filter((listing) => listing.listed && matches(listing, question, now))
  const everyone = listings.filter((listing) => listing.listed)
  const choices = Object.fromEntries(
    choiceFilters.map((filter) => {
      const among = found(without(criteria, filter))
      const values = new Set(everyone.flatMap(readChoices[filter]))
      const count = (value: string) => among.filter((listing) => readChoices[filter](listing).includes(value)).length
      return [filter, new Map([...values].map((value) => [value, count(value)]))]
    }),
  )
  const prices = found(without(criteria, 'price')).map((listing) => listing.price)
  return {
    choices,
    experience: new Map(
      EXPERIENCE_STEPS.map((years) => [years, found({ ...criteria, experience: years }).length] as const),
    ),
    free: new Map(FREE_STEPS.map((days) => [days, found({ ...criteria, freeWithin: days }).length] as const)),
    prices: prices.length > 0 ? { least: Math.min(...prices), most: Math.max(...prices) } : null,
  }
}

function matches(listing: Listing, criteria: Criteria, now: Date): boolean {
  const { choices, experience, price, freeWithin } = criteria
  return (
    typedWords(criteria.text).every((typed) => allWords(listing).some((word) => wordMatch(typed, word))) &&
    choiceFilters.every((filter) => {
      const wanted = choices[filter] ?? []
      return wanted.length === 0 || readChoices[filter](listing).some((value) => wanted.includes(value))
    }) &&
    listing.experience >= (experience ?? 0) &&
    listing.price >= (price.least ?? 0) &&
    listing.price <= (price.most ?? Infinity) &&
    (!freeWithin || freeAt(listing) < endOfDays(freeWithin, now))
  )
}

const allWords = (listing: Listing) => [...indexedWords(listing.name), ...indexedWords(listing.words)]

/** Compares part by part, smaller first. */
function rankListing(listing: Listing, criteria: Criteria, now: Date): number[] {
  const last = freeAt(listing) < now.getTime() + FREE_WITHIN_DAYS * DAY_MS ? 0 : 1
  return [last, ...ranks[criteria.order](listing, criteria, now), listing.number]
}

const stars = (listing: Listing) => Math.round((listing.rating ?? 0) * 10)

const ranks: Record<Criteria['order'], (listing: Listing, criteria: Criteria, now: Date) => number[]> = {
  best: (listing, { text, moving }, now) => [
    textRank(listing, typedWords(text)),
    not(
      moving.from && moving.to
        ? listing.crossings.includes(`${moving.from}-${moving.to}`)
        : moving.from !== null && listing.origins.includes(moving.from),
    ),
    not(moving.to !== null && listing.destinations.includes(moving.to)),
    not(moving.speaks.some((language) => listing.languages.includes(language))),
    not(freeAt(listing) < now.getTime() + SOON_DAYS * DAY_MS),
    -computeScore(listing.rating, listing.ratingCount),
  ],
  soonest: (listing) => [freeAt(listing)],
  rating: (listing) => [-stars(listing), listing.rating === null ? 0 : -listing.ratingCount],
  price: (listing) => [listing.price],
  'price-down': (listing) => [-listing.price],
  experience: (listing) => [-listing.experience],
  newest: (listing) => [-listing.createdAt.getTime()],
}

/**
 * 0: the whole name matches; 1: every word begins one of the name; 2: every word begins any word; 3: with typing
 * errors.
 */
function textRank(listing: Listing, typed: string[]): number {
  const name = indexedWords(listing.name)
  const begins = (words: string[]) => typed.every((word) => words.some((other) => other.startsWith(word)))
  if (typed.length === splitWords(listing.name).length && typed.every((word) => name.includes(word))) return 0
  return begins(name) ? 1 : begins(allWords(listing)) ? 2 : 3
}

const not = (yes: boolean) => (yes ? 0 : 1)

function compare(a: number[], b: number[]): number {
  for (const [n, value] of a.entries()) if (value !== b[n]) return value < b[n]! ? -1 : 1
  return 0
}

/** Those found who share both ends with the visitor's move, its destination, or its origin if it has no destination. */
export function naiveFits(found: Listing[], { moving: { from, to } }: Criteria): [string, number][] {
  const count = (fits: (listing: Listing) => boolean) => found.filter(fits).length
  const landed = (listing: Listing) => listing.destinations.includes(to!)
  const crossed = (listing: Listing) => listing.crossings.includes(`${from}-${to}`)
  if (from && to)
    return [
      ['crossing', count((each) => crossed(each))],
      ['destination', count((each) => landed(each) && !crossed(each))],
    ]
  if (to) return [['destination', count(landed)]]
  return from ? [['origin', count((each) => each.origins.includes(from))]] : []
}
