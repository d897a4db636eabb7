/**
 * Pages about one crossing ("from India to the United Kingdom") or one destination: which there are, and what is true of
 * the mentors on them. There is one for every crossing and destination of somebody who is listed, and none beside.
 */
import { everybody, FREE_WITHIN_DAYS, type Criteria } from '#domain/search/criteria'
import { search } from '#server/search/engine/search'
import { DAY_MS } from '#domain/time/wall-time'
import type { App } from '#server/context'
import { countryOfSlug, countrySlug } from '#server/reference/countries'
import { listListed } from '#server/mentors/queries'
import { listTopics } from '#server/mentors/topics-queries'
import { currentDirectory } from '#server/search/sync'

/** ISO 3166-1 alpha-2. `from` is null where a page is about a destination. */
export type Landing = { from: string | null; to: string }
export type CountedLanding = Landing & { count: number }

/** What is true of the mentors of one page. Lists have the most frequent first. */
export type LandingFacts = {
  total: number
  /** Countries that they moved from, with how many each. Of a destination only. */
  origins: { code: string; count: number }[]
  /** Their moves between cities, and the cities where they landed, as far as one page of mentors tells. */
  legs: { from: string; to: string }[]
  landedIn: string[]
  /** Whether one page of mentors is all of them. */
  complete: boolean
  /** ISO 639-1. */
  languages: string[]
  /** Labels. */
  topics: string[]
  /** Of the mentors' own lowest prices, in minor units. */
  prices: { least: number; most: number } | null
  /** The soonest free start of them all, and where that mentor is; null: nobody is free within FREE_WITHIN_DAYS. */
  soonest: { at: Date; timeZone: string; location: string } | null
  /** Crossings to the same destination, without this one. */
  sameDestination: CountedLanding[]
  /** Crossings from the same origin, or of a destination page the other destinations. */
  elsewhere: CountedLanding[]
}

/** Path of a page: "/mentors/from/india/to/united-kingdom", "/mentors/in/germany". */
export function landingPath({ from, to }: Landing): string {
  return from ? `/mentors/from/${countrySlug(from)}/to/${countrySlug(to)}` : `/mentors/in/${countrySlug(to)}`
}

/** By the countries' slugs in any case. Null where one is no country's, or where nobody crosses a border. */
export function landingOf(slugs: { origin?: string | undefined; destination: string }): Landing | null {
  const to = countryOfSlug(slugs.destination.toLowerCase())
  const from = slugs.origin === undefined ? null : countryOfSlug(slugs.origin.toLowerCase())
  if (!to || from === to || (slugs.origin !== undefined && !from)) return null
  return { from, to }
}

/** Every page there is, those with most mentors first. */
export async function listLandings(app: App): Promise<{ crossings: CountedLanding[]; destinations: CountedLanding[] }> {
  const { counts } = search(await currentDirectory(app), everybody, null, app.now())
  const counted = (filter: 'crossing' | 'destination') =>
    [...counts.choices[filter]]
      .map(([value, count]) => ({ ...landingOfChoice(value), count }))
      .filter((landing) => landing.count > 0 && isCharted(landing))
      .toSorted((a, b) => b.count - a.count || (landingPath(a) < landingPath(b) ? -1 : 1))
  return { crossings: counted('crossing'), destinations: counted('destination') }
}

/** Where `total` is 0 there is no such page, and only what is near it is told. */
export async function readLanding(app: App, landing: Landing): Promise<LandingFacts> {
  const now = app.now()
  const criteria: Criteria = { ...everybody, choices: choicesOf(landing), order: 'soonest' }
  const { total, numbers, counts } = search(await currentDirectory(app), criteria, null, now)
  const mentors = await listListed(app.db, numbers)
  const [first] = mentors
  const labels = new Map((await listTopics(app.db)).map(({ code, label }) => [code, label]))
  const moves = mentors.flatMap((mentor) => mentor.moves).filter((move) => isOf(landing, move))
  const crossings = [...counts.choices.crossing].map(([value, count]) => ({ ...landingOfChoice(value), count }))
  const others = await listLandings(app)
  const isOther = (other: Landing) => landingPath(other) !== landingPath(landing)
  return {
    total,
    origins: crossings
      .filter(({ from, to, count }) => !landing.from && to === landing.to && from !== to && count > 0)
      .map(({ from, count }) => ({ code: from ?? '', count }))
      .toSorted((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1)),
    legs: mostFrequent(moves.map((move) => JSON.stringify({ from: move.from_city, to: move.to_city }))).map(
      (leg) => JSON.parse(leg) as { from: string; to: string },
    ),
    landedIn: mostFrequent(moves.map((move) => move.to_city)),
    complete: mentors.length === total,
    languages: chosen(counts.choices.language),
    topics: chosen(counts.choices.topic).map((code) => labels.get(code) ?? code),
    prices: counts.prices,
    soonest:
      first?.free_at && first.free_at.getTime() < now.getTime() + FREE_WITHIN_DAYS * DAY_MS
        ? { at: first.free_at, timeZone: first.time_zone, location: first.location }
        : null,
    sameDestination: others.crossings.filter((other) => other.to === landing.to && isOther(other)),
    elsewhere: landing.from
      ? others.crossings.filter((other) => other.from === landing.from && isOther(other))
      : others.destinations.filter(isOther),
  }
}

/** The filter that finds who belongs on a page. */
export function choicesOf({ from, to }: Landing): Criteria['choices'] {
  return from ? { crossing: [`${from}-${to}`] } : { destination: [to] }
}

/** 'IN-GB' or 'GB', as the directory names its choices. */
function landingOfChoice(value: string): Landing {
  const [first = '', second] = value.split('-')
  return second ? { from: first, to: second } : { from: null, to: first }
}

/** Whether its address leads back to it: not for codes that are no country's, nor within one country. */
function isCharted(landing: Landing): boolean {
  const { from, to } = landing
  const back = landingOf({ ...(from && { origin: countrySlug(from) }), destination: countrySlug(to) })
  return back?.from === from && back.to === to
}

const isOf = ({ from, to }: Landing, move: { from_country: string; to_country: string }): boolean =>
  move.to_country === to && (from === null || move.from_country === from)

/** Choices that anybody has, the most frequent first. */
function chosen(counts: Map<string, number>): string[] {
  return [...counts]
    .filter(([, count]) => count > 0)
    .toSorted(([a, some], [b, others]) => others - some || (a < b ? -1 : 1))
    .map(([value]) => value)
}

function mostFrequent(values: string[]): string[] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return chosen(counts)
}
