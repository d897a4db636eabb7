/** The text on the page of a crossing or a destination: facts about its mentors, in sentences. */
import { formatPrice, toPence } from '#domain/payments/money'
import { FREE_WITHIN_DAYS } from '#domain/search/criteria'
import { formatCountry, countryName } from '#server/platform/reference/countries'
import { languageName } from '#server/platform/reference/languages'
import { landingPath, type CountedLanding, type Landing, type LandingFacts } from '#server/search/landing'
import type { CrossingLink } from '../../ui/mentors/crossing-links.tsx'
import { formatPlural } from '#domain/quantities'
import { formatSoon } from '#domain/time/clock'
import { clockPlace } from '#domain/time/zone'

/** How many cities, languages or countries a sentence names. */
const MAX_NAMED = 6
/** How many mentors of a crossing are named. */
const MAX_PEOPLE = 3
/** How many links a group has. /crossings has all of them. */
const MAX_LINKS = 8
const ALL_CROSSINGS = { label: 'All crossings', to: '/crossings' }

/** `zone` is the visitor's. While it is null, times are on the mentor's clock. */
export function describeLanding(landing: Landing, facts: LandingFacts, zone: string | null, now: Date) {
  const move = formatMove(landing)
  const { total, people } = facts
  const who =
    total === 1 && people[0] ? `${people[0].name}, who` : total === 1 ? 'a mentor who' : `one of ${total} mentors who`
  return {
    heading: landing.from ? `F${move.slice(1)}` : `Moving ${move}`,
    title: `Mentors who moved ${move}`,
    description: joined(
      `Talk to ${who} moved ${move}, in a video session at a time that suits you both.`,
      formatLanguages(landing, facts),
      formatLowest(facts),
      'You don’t need an account.',
    ),
    text: joined(describeOpening(landing, facts), formatLanguages(landing, facts), formatPrices(facts)),
    soonest: formatSoonest(facts.soonest, zone, now),
    crumbs: listBreadcrumbs(landing),
    ways: { groups: linksAround(landing, facts), links: [ALL_CROSSINGS] },
  }
}

/** The text for a move that no mentor made: who made a similar one. */
export function describeMissing(landing: Landing, facts: LandingFacts) {
  const move = formatMove(landing)
  const query = new URLSearchParams({ ...(landing.from && { moving_from: landing.from }), moving_to: landing.to })
  const destination = { from: null, to: landing.to }
  const toSameCountry = { label: `Mentors who moved ${formatMove(destination)}`, to: landingPath(destination) }
  return {
    heading: `No mentor has moved ${move} yet`,
    title: `No mentors who moved ${move} yet`,
    description: '',
    soonest: '',
    text: formatNearest(landing, facts),
    crumbs: [
      { label: 'Mentors', to: '/mentors' },
      { label: landing.from ? `F${move.slice(1)}` : `T${move.slice(1)}`, to: landingPath(landing) },
    ],
    ways: {
      groups: linksAround(landing, facts),
      links: [
        ...(landing.from && facts.sameDestination.length > 0 ? [toSameCountry] : []),
        { label: 'All mentors, closest matches first', to: `/mentors?${query}` },
        ALL_CROSSINGS,
      ],
    },
  }
}

const joined = (...sentences: string[]): string => sentences.filter(Boolean).join(' ')

/** "from India to the United Kingdom", "to Germany". */
function formatMove({ from, to }: Landing): string {
  return from ? `from ${formatCountry(from)} to ${formatCountry(to)}` : `to ${formatCountry(to)}`
}

/** One of several ways to say it, always the same for a page: not every page should sound alike. */
function describeChoice(landing: Landing, ways: [string, ...string[]]): string {
  const sum = [...landingPath(landing)].reduce((total, letter) => total + letter.charCodeAt(0), 0)
  return ways[sum % ways.length] ?? ways[0]
}

/** Who made the move, and between which cities. A few are named, more are counted. */
function describeOpening(landing: Landing, facts: LandingFacts): string {
  const { total, people, complete } = facts
  const [only] = people
  if (total === 1 && only) return openingOfOne(landing, only)
  const many = formatPlural(total, 'mentor')
  if (landing.from && complete && people.length <= MAX_PEOPLE && people.length === total) {
    const each = people.map(({ name, from, to }) => `${name} from ${from.city} to ${to}`)
    return `${many} here made this move: ${listed(each, '')}.`
  }
  const moved = `${many} here ${total === 1 ? 'has' : 'have'} moved ${formatMove(landing)}`
  return joined(`${moved}${formatOrigins(landing, facts)}.`, formatCities(landing, facts))
}

function openingOfOne(landing: Landing, { name, from, to }: LandingFacts['people'][number]): string {
  if (landing.from)
    return describeChoice(landing, [
      `${name} made this move, from ${from.city} to ${to}.`,
      `${name} left ${from.city} for ${to}.`,
      `From ${from.city} to ${to}: that is how ${name} went.`,
    ])
  const [country, origin] = [formatCountry(landing.to), formatCountry(from.country)]
  if (from.country === landing.to) return `${name} moved to ${to} from ${from.city}.`
  return describeChoice(landing, [
    `${name} came to ${country} from ${origin} and landed in ${to}.`,
    `${name} left ${from.city} in ${origin} for ${to}.`,
  ])
}

/** "from India to the United Kingdom" is said; this is for a page about a destination. */
function formatOrigins({ from }: Landing, { origins, total }: LandingFacts): string {
  if (from || origins.length === 0) return ''
  const [first] = origins
  if (first && origins.length === 1)
    return first.count === total
      ? `, all from ${formatCountry(first.code)}`
      : `, ${first.count} of them from ${formatCountry(first.code)}`
  return `: from ${listed(
    origins.map(({ code, count }) => formatCountry(code) + (first && first.count > 1 ? ` (${count})` : '')),
    'other countries',
  )}`
}

/** For a crossing the cities people moved between, for a destination those they moved to. */
function formatCities({ from }: Landing, { legs, landedIn, complete, total }: LandingFacts): string {
  const cities = from ? legs.map((leg) => `from ${leg.from} to ${leg.to}`) : landedIn
  if (cities.length === 0) return ''
  if (!from && cities.length === 1 && complete && total > 1) return `All of them landed in ${cities[0]}.`
  return `They ${from ? 'went' : 'landed in'} ${listed(cities, from ? 'elsewhere between the two' : 'other cities', complete)}.`
}

function formatLanguages(landing: Landing, { languages, total }: LandingFacts): string {
  if (languages.length === 0) return ''
  const names = languages.map(languageName)
  if (total > 1) return `Between them they speak ${listed(names, 'other languages')}.`
  const choice = listed(names, 'another language', true, 'or')
  return describeChoice(landing, [`You can talk in ${choice}.`, `Ask in ${choice}.`])
}

/** `least` and `most` compare the mentors by their lowest price. */
function formatPrices(facts: LandingFacts): string {
  const { prices } = facts
  if (!prices || prices.most === 0 || prices.least === prices.most) return formatLowest(facts)
  const [lowest, highest] = [prices.least, prices.most].map((price) => formatPrice(toPence(price)))
  return prices.least === 0
    ? `Some sessions are free, and no mentor here starts higher than ${highest}.`
    : `Depending on whom you ask, sessions start between ${lowest} and ${highest}.`
}

function formatLowest({ prices, total }: LandingFacts): string {
  if (!prices) return ''
  if (prices.least > 0) return `Sessions cost from ${formatPrice(toPence(prices.least))}.`
  if (total === 1) return 'There is a free session.'
  return prices.most === 0 ? 'Each of them offers a free session.' : 'Some sessions are free.'
}

function formatSoonest(soonest: LandingFacts['soonest'], zone: string | null, now: Date): string {
  if (!soonest) return `No mentor here has a free time in the next ${FREE_WITHIN_DAYS} days.`
  const words = formatSoon(soonest.at, now, zone ?? soonest.timeZone)
  const place = zone ? 'your time' : `${clockPlace(soonest.location, soonest.timeZone)} time`
  return `The next free time is ${words} (${place}).`
}

/** The nearest matches, for a move without mentors. */
function formatNearest({ from, to }: Landing, { sameDestination, elsewhere }: LandingFacts): string {
  const countries = (count: number) => (count === 1 ? 'one other country' : `${count} other countries`)
  const arrived = `mentors who came to ${formatCountry(to)} from ${countries(sameDestination.length)}`
  const left = from ? `mentors who left ${formatCountry(from)} for ${countries(elsewhere.length)}` : ''
  if (sameDestination.length > 0 && from && elsewhere.length > 0)
    return `There are ${arrived}, who know the place, and ${left}, who know what leaving takes.`
  if (sameDestination.length > 0) return `There are ${arrived}, who know the place.`
  if (from && elsewhere.length > 0) return `There are ${left}, who know what leaving takes.`
  return 'The closest matches come first.'
}

/** "a, b and c". `rest` stands for values that are, or may be, left out. */
function listed(values: string[], rest: string, complete = true, word = 'and'): string {
  const all = complete && values.length <= MAX_NAMED ? values : [...values.slice(0, MAX_NAMED), rest]
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} ${word} ${all.at(-1)}`
}

/** The breadcrumb, from the outside in, with the page itself last. */
function listBreadcrumbs(landing: Landing): { label: string; to: string }[] {
  const destination = { from: null, to: landing.to }
  return [
    { label: 'Mentors', to: '/mentors' },
    { label: `To ${formatCountry(landing.to)}`, to: landingPath(destination) },
    ...(landing.from ? [{ label: `From ${formatCountry(landing.from)}`, to: landingPath(landing) }] : []),
  ]
}

/** Links to similar pages: moves to the same country, and moves from the same one. */
function linksAround(landing: Landing, { sameDestination, elsewhere }: LandingFacts) {
  return [
    {
      title: landing.from ? `Also to ${formatCountry(landing.to)}` : `Crossings to ${formatCountry(landing.to)}`,
      links: sameDestination.slice(0, MAX_LINKS).map(linkTo),
    },
    {
      title: landing.from ? `Also from ${formatCountry(landing.from)}` : 'Other destinations',
      links: elsewhere.slice(0, MAX_LINKS).map(linkTo),
    },
  ]
}

export function linkTo(landing: CountedLanding): CrossingLink {
  const { from, to, count } = landing
  return { from: from && countryName(from), to: countryName(to), path: landingPath(landing), count }
}
