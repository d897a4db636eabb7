/**
 * Landing pages about one crossing ("from India to the United Kingdom") or one destination: which exist, and the facts
 * about their mentors. Exactly the crossings and destinations of listed mentors have a page.
 */
import { everybody, FREE_WITHIN_DAYS, type Criteria } from '#domain/search/criteria'
import { search } from '#server/search/engine/search'
import { DAY_MS } from '#domain/time/wall-time'
import type { App } from '#server/context'
import { moveCityNames } from '#server/platform/reference/cities-abroad'
import { countryOfSlug, countrySlug } from '#server/platform/reference/countries'
import type { MentorSummary } from '#server/mentors/queries'
import { listTopics } from '#server/mentors/topics/topics-queries'
import { readListed, readRemembered } from '#server/search/remembered-reads'
import { currentDirectory } from '#server/search/sync'
import { describeTopic } from '#words/mentors/topics'

/** Countries as ISO 3166-1 alpha-2. `from` is null for a page about a destination. */
export type Landing = { from: string | null; to: string }
export type CountedLanding = Landing & { count: number }

/** Facts about the mentors of one page. Lists have the most frequent first. */
export type LandingFacts = {
  total: number
  /** Countries that they moved from, with the number of mentors. Empty for a crossing. */
  origins: { code: string; count: number }[]
  /** Those of the first page, each with the move that this page is about; who is free soonest is first. */
  people: { name: string; from: { city: string; country: string }; to: string }[]
  /** Their moves between cities, and the cities where they landed, of the first page of mentors. */
  legs: { from: string; to: string }[]
  landedIn: string[]
  /** Whether the first page has all mentors, so that `legs` and `landedIn` are complete. */
  complete: boolean
  /** ISO 639-1. */
  languages: string[]
  /** Labels. */
  topics: string[]
  /** The range of the mentors' lowest prices, in major units of the site's currency. */
  prices: { least: number; most: number } | null
  /** The soonest free start, with that mentor's zone and location; null if none is within FREE_WITHIN_DAYS. */
  soonest: { at: Date; timeZone: string; location: string } | null
  /** Other crossings to the same destination. */
  sameDestination: CountedLanding[]
  /** Other crossings from the same origin; for a destination page, other destinations. */
  elsewhere: CountedLanding[]
}

/** The path of a page: "/mentors/from/india/to/united-kingdom", "/mentors/in/germany". */
export function landingPath({ from, to }: Landing): string {
  return from ? `/mentors/from/${countrySlug(from)}/to/${countrySlug(to)}` : `/mentors/in/${countrySlug(to)}`
}

/** The landing page of these country slugs, in any case. Null for an unknown slug, or for twice the same country. */
export function findLanding(slugs: { origin?: string | undefined; destination: string }): Landing | null {
  const to = countryOfSlug(slugs.destination.toLowerCase())
  const from = slugs.origin === undefined ? null : countryOfSlug(slugs.origin.toLowerCase())
  if (!to || from === to || (slugs.origin !== undefined && !from)) return null
  return { from, to }
}

/** All landing pages, those with most mentors first. */
export async function listLandings(app: App): Promise<{ crossings: CountedLanding[]; destinations: CountedLanding[] }> {
  const { counts } = search(await currentDirectory(app), everybody, null, app.now())
  const counted = (filter: 'crossing' | 'destination') =>
    [...counts.choices[filter]]
      .map(([value, count]) => ({ ...landingOfChoice(value), count }))
      .filter((landing) => landing.count > 0 && hasPage(landing))
      .toSorted((a, b) => b.count - a.count || (landingPath(a) < landingPath(b) ? -1 : 1))
  return { crossings: counted('crossing'), destinations: counted('destination') }
}

/** If `total` is 0 the page does not exist, and only `sameDestination` and `elsewhere` are of use. */
export async function readLanding(app: App, landing: Landing): Promise<LandingFacts> {
  const now = app.now()
  const criteria: Criteria = { ...everybody, choices: toChoices(landing), order: 'soonest' }
  const { total, numbers, counts } = search(await currentDirectory(app), criteria, null, now)
  const mentors = (await readListed(app, numbers)).map((mentor) => ({
    ...mentor,
    moves: mentor.moves.map(nameCities),
  }))
  const [first] = mentors
  const labels = new Map((await readRemembered(app, listTopics)).map((topic) => [topic.code, describeTopic(topic)]))
  const moves = mentors.flatMap((mentor) => mentor.moves).filter((move) => isOnLanding(landing, move))
  const crossings = [...counts.choices.crossing].map(([value, count]) => ({ ...landingOfChoice(value), count }))
  const others = await listLandings(app)
  const isOther = (other: Landing) => landingPath(other) !== landingPath(landing)
  return {
    total,
    origins: crossings
      .filter(({ from, to, count }) => !landing.from && to === landing.to && from !== to && count > 0)
      .map(({ from, count }) => ({ code: from ?? '', count }))
      .toSorted((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1)),
    people: mentors.flatMap(({ name, moves: made }) => {
      const move = made.find((each) => isOnLanding(landing, each))
      return move ? [{ name, from: { city: move.fromCity, country: move.fromCountry }, to: move.toCity }] : []
    }),
    legs: mostFrequent(moves.map((move) => JSON.stringify({ from: move.fromCity, to: move.toCity }))).map(
      (leg) => JSON.parse(leg) as { from: string; to: string },
    ),
    landedIn: mostFrequent(moves.map((move) => move.toCity)),
    complete: mentors.length === total,
    languages: chosen(counts.choices.language),
    topics: chosen(counts.choices.topic).map((code) => labels.get(code) ?? code),
    prices: counts.prices,
    soonest:
      first?.freeAt && first.freeAt.getTime() < now.getTime() + FREE_WITHIN_DAYS * DAY_MS
        ? { at: first.freeAt, timeZone: first.timeZone, location: first.location }
        : null,
    sameDestination: others.crossings.filter((other) => other.to === landing.to && isOther(other)),
    elsewhere: landing.from
      ? others.crossings.filter((other) => other.from === landing.from && isOther(other))
      : others.destinations.filter(isOther),
  }
}

/** A move with its cities in the reader's language. */
function nameCities(move: MentorSummary['moves'][number]) {
  const { from, to } = moveCityNames(move)
  return { ...move, fromCity: from, toCity: to }
}

/** The filter that finds the mentors of a page. */
export function toChoices({ from, to }: Landing): Criteria['choices'] {
  return from ? { crossing: [`${from}-${to}`] } : { destination: [to] }
}

/** From 'IN-GB' or 'GB', as the directory names its choices. */
function landingOfChoice(value: string): Landing {
  const [first = '', second] = value.split('-')
  return second ? { from: first, to: second } : { from: null, to: first }
}

/** Whether its address leads back to it: not for codes that are no country's, nor within one country. */
function hasPage(landing: Landing): boolean {
  const { from, to } = landing
  const back = findLanding({ ...(from && { origin: countrySlug(from) }), destination: countrySlug(to) })
  return back?.from === from && back.to === to
}

const isOnLanding = ({ from, to }: Landing, move: { fromCountry: string; toCountry: string }): boolean =>
  move.toCountry === to && (from === null || move.fromCountry === from)

/** The choices that at least one mentor has, the most frequent first. */
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
