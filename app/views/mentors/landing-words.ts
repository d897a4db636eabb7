/** The text on the page of a crossing or a destination: facts about its mentors, in sentences. */
import { timeIn, dayIn } from '#domain/time/clock'
import { formatPrice, toPence } from '#domain/payments/money'
import { FREE_WITHIN_DAYS } from '#domain/search/criteria'
import { countryInWords, countryName } from '#server/reference/countries'
import { languageName } from '#server/reference/languages'
import { landingPath, type CountedLanding, type Landing, type LandingFacts } from '#server/mentors/landing'
import type { CrossingLink } from '../../ui/mentors/crossing-links.tsx'
import { plural } from '#domain/quantities'
import { clockPlace } from '#domain/time/zone'

/** How many cities, languages or countries a sentence names. */
const MAX_NAMED = 6
/** How many links a group has. /crossings has all of them. */
const MAX_LINKS = 8
const ALL_CROSSINGS = { label: 'All crossings', to: '/crossings' }

/** `zone` is the visitor's. While it is null, times are on the mentor's clock. */
export function landingWords(landing: Landing, facts: LandingFacts, zone: string | null) {
  const move = moveInWords(landing)
  const { total, languages, prices } = facts
  const spoken = languages.length > 0 ? `They speak ${listed(languages.map(languageName), 'other languages')}.` : ''
  return {
    heading: landing.from ? `F${move.slice(1)}` : `Moving ${move}`,
    title: `Mentors who moved ${move}`,
    description: joined(
      `Talk to ${total === 1 ? 'a mentor' : `one of ${total} mentors`} who moved ${move} and book a video session.`,
      spoken,
      lowestInWords(prices),
      'You need no account.',
    ),
    text: joined(
      `Here ${total === 1 ? 'is' : 'are'} ${plural(total, 'mentor')} who moved ${move}${originsInWords(landing, facts)}.`,
      citiesInWords(landing, facts),
      spoken,
      pricesInWords(prices),
    ),
    soonest: soonestInWords(facts.soonest, zone),
    crumbs: crumbsOf(landing),
    ways: { groups: linksAround(landing, facts), links: [ALL_CROSSINGS] },
  }
}

/** The text for a move that no mentor made: who made a similar one. */
export function missingWords(landing: Landing, facts: LandingFacts) {
  const move = moveInWords(landing)
  const asked = new URLSearchParams({ ...(landing.from && { moving_from: landing.from }), moving_to: landing.to })
  const destination = { from: null, to: landing.to }
  const toSameCountry = { label: `Mentors who moved ${moveInWords(destination)}`, to: landingPath(destination) }
  return {
    heading: `Nobody here has moved ${move} yet`,
    title: `Nobody who moved ${move} yet`,
    description: '',
    soonest: '',
    text: 'Somebody who moved to the same country, or from it, knows much of what you want to ask.',
    crumbs: [
      { label: 'Mentors', to: '/mentors' },
      { label: landing.from ? `F${move.slice(1)}` : `T${move.slice(1)}`, to: landingPath(landing) },
    ],
    ways: {
      groups: linksAround(landing, facts),
      links: [
        ...(landing.from && facts.sameDestination.length > 0 ? [toSameCountry] : []),
        { label: 'All mentors, those who come nearest first', to: `/mentors?${asked}` },
        ALL_CROSSINGS,
      ],
    },
  }
}

const joined = (...sentences: string[]): string => sentences.filter(Boolean).join(' ')

/** "from India to the United Kingdom", "to Germany". */
function moveInWords({ from, to }: Landing): string {
  return from ? `from ${countryInWords(from)} to ${countryInWords(to)}` : `to ${countryInWords(to)}`
}

function originsInWords({ from }: Landing, { origins }: LandingFacts): string {
  if (from || origins.length === 0) return ''
  const [first] = origins
  if (first && origins.length === 1) return ` from ${countryInWords(first.code)}`
  return `: from ${listed(
    origins.map(({ code, count }) => countryInWords(code) + (first && first.count > 1 ? ` (${count})` : '')),
    'other countries',
  )}`
}

/** For a crossing the cities people moved between, for a destination those they moved to. */
function citiesInWords({ from }: Landing, { legs, landedIn, complete }: LandingFacts): string {
  const cities = from ? legs.map((leg) => `from ${leg.from} to ${leg.to}`) : landedIn
  if (cities.length === 0) return ''
  return `They ${from ? 'went' : 'landed in'} ${listed(cities, from ? 'elsewhere between the two' : 'other cities', complete)}.`
}

/** `least` and `most` compare the mentors by their lowest price. */
function pricesInWords(prices: LandingFacts['prices']): string {
  if (!prices || prices.most === 0 || prices.least === prices.most) return lowestInWords(prices)
  const highest = formatPrice(toPence(prices.most))
  return prices.least === 0
    ? `Some of them offer free sessions; with the most expensive of them sessions start at ${highest}.`
    : `Sessions start at ${formatPrice(toPence(prices.least))} with the least expensive of them and at ${highest} with the most expensive.`
}

function lowestInWords(prices: LandingFacts['prices']): string {
  if (!prices) return ''
  return prices.least === 0 ? 'Some sessions are free.' : `Sessions start at ${formatPrice(toPence(prices.least))}.`
}

function soonestInWords(soonest: LandingFacts['soonest'], zone: string | null): string {
  if (!soonest) return `Nobody here has a free time in the next ${FREE_WITHIN_DAYS} days.`
  const clock = zone ?? soonest.timeZone
  const place = zone ? 'by your clock' : `by the clock in ${clockPlace(soonest.location, soonest.timeZone)}`
  return `The next free time is ${dayIn(soonest.at, clock)} at ${timeIn(soonest.at, clock)}, ${place}.`
}

/** "a, b and c". `rest` stands for values that are, or may be, left out. */
function listed(values: string[], rest: string, complete = true): string {
  const all = complete && values.length <= MAX_NAMED ? values : [...values.slice(0, MAX_NAMED), rest]
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}

/** The breadcrumb, from the outside in, with the page itself last. */
function crumbsOf(landing: Landing): { label: string; to: string }[] {
  const destination = { from: null, to: landing.to }
  return [
    { label: 'Mentors', to: '/mentors' },
    { label: `To ${countryInWords(landing.to)}`, to: landingPath(destination) },
    ...(landing.from ? [{ label: `From ${countryInWords(landing.from)}`, to: landingPath(landing) }] : []),
  ]
}

/** Links to similar pages: moves to the same country, and moves from the same one. */
function linksAround(landing: Landing, { sameDestination, elsewhere }: LandingFacts) {
  return [
    {
      title: landing.from ? `Also to ${countryInWords(landing.to)}` : `Crossings to ${countryInWords(landing.to)}`,
      links: sameDestination.slice(0, MAX_LINKS).map(linkTo),
    },
    {
      title: landing.from ? `Also from ${countryInWords(landing.from)}` : 'Other destinations',
      links: elsewhere.slice(0, MAX_LINKS).map(linkTo),
    },
  ]
}

export function linkTo(landing: CountedLanding): CrossingLink {
  const { from, to, count } = landing
  return { from: from && countryName(from), to: countryName(to), path: landingPath(landing), count }
}
