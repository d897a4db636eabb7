/** The text on the page of a crossing or a destination: facts about its mentors, in sentences. */
import { FREE_WITHIN_DAYS } from '#domain/search/criteria'
import { formatCountry, countryName } from '#server/platform/reference/countries'
import { languageName } from '#server/platform/reference/languages'
import { landingPath, type CountedLanding, type Landing, type LandingFacts } from '#server/search/landing'
import { describeClockPlace } from '#server/platform/reference/locations'
import type { CrossingLink } from '../../ui/mentors/crossing-links.tsx'
import * as m from '#messages/mentors'
import { formatList, joinSentences } from '#words/lists'
import { formatMajorPrice } from '#words/prices'
import { formatSoon } from '#words/time'

/** How many cities, languages or countries a sentence names. */
const MAX_NAMED = 6
/** How many mentors of a crossing are named. */
const MAX_PEOPLE = 3
/** How many links a group has. /crossings has all of them. */
const MAX_LINKS = 8
const linkToAll = () => ({ label: m.allCrossings(), to: '/crossings' })

/** `zone` is the visitor's. While it is null, times are on the mentor's clock. */
export function describeLanding(
  landing: Landing,
  facts: LandingFacts,
  { zone, currency, now }: { zone: string | null; currency: string; now: Date },
) {
  const move = nameCountries(landing)
  const { total, people } = facts
  return {
    heading: formatHeading(landing),
    title: m.whoMoved(move),
    description: joinSentences(
      m.talkToWhoMoved({ total, hasName: people[0] !== undefined, name: people[0]?.name ?? '', ...move }),
      formatLanguages(landing, facts),
      formatLowest(facts, currency),
      m.noAccountNeeded(),
    ),
    text: joinSentences(
      describeOpening(landing, facts),
      formatLanguages(landing, facts),
      formatPrices(facts, currency),
    ),
    soonest: formatSoonest(facts.soonest, zone, now),
    crumbs: listBreadcrumbs(landing),
    ways: { groups: linksAround(landing, facts), links: [linkToAll()] },
  }
}

/** The text for a move that no mentor made: who made a similar one. */
export function describeMissing(landing: Landing, facts: LandingFacts) {
  const move = nameCountries(landing)
  const query = new URLSearchParams({ ...(landing.from && { moving_from: landing.from }), moving_to: landing.to })
  const destination = { from: null, to: landing.to }
  const toSameCountry = { label: m.whoMoved(nameCountries(destination)), to: landingPath(destination) }
  return {
    heading: m.noneHasMoved(move),
    title: m.noneWhoMoved(move),
    description: '',
    soonest: '',
    text: formatNearest(landing, facts),
    crumbs: [
      { label: m.mentors(), to: '/mentors' },
      { label: landing.from ? formatHeading(landing) : m.toCountry({ country: move.to }), to: landingPath(landing) },
    ],
    ways: {
      groups: linksAround(landing, facts),
      links: [
        ...(landing.from && facts.sameDestination.length > 0 ? [toSameCountry] : []),
        { label: m.closestFirst(), to: `/mentors?${query}` },
        linkToAll(),
      ],
    },
  }
}

/** "From India to the United Kingdom", "Moving to Germany". */
function formatHeading(landing: Landing): string {
  const { hasOrigin, from, to } = nameCountries(landing)
  return hasOrigin ? m.headingFromTo({ from, to }) : m.headingTo({ to })
}

/** The countries of a move by their names, as messages take them. */
function nameCountries({ from, to }: Landing) {
  return { hasOrigin: from !== null, from: from ? formatCountry(from) : '', to: formatCountry(to) }
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
  const many = m.manyMentors({ count: total })
  if (landing.from && complete && people.length <= MAX_PEOPLE && people.length === total) {
    const each = people.map(({ name, from, to }) => m.personMoved({ name, from: from.city, to }))
    return m.madeThisMove({ many, people: listed(each, '') })
  }
  return joinSentences(describeMany(landing, facts, many), formatCities(landing, facts))
}

function openingOfOne(landing: Landing, { name, from, to }: LandingFacts['people'][number]): string {
  const move = { name, from: from.city, to }
  if (landing.from)
    return describeChoice(landing, [m.onePersonMade(move), m.onePersonLeft(move), m.onePersonWent(move)])
  const [country, origin] = [formatCountry(landing.to), formatCountry(from.country)]
  if (from.country === landing.to) return m.onePersonMoved(move)
  return describeChoice(landing, [
    m.onePersonCame({ name, country, origin, to }),
    m.onePersonLeftCountry({ ...move, origin }),
  ])
}

/** How many made the move; for a page about a destination, also from where. `many`: "Twelve mentors". */
function describeMany(landing: Landing, { origins, total }: LandingFacts, many: string): string {
  const [first] = origins
  const moved = { many, total, ...nameCountries(landing) }
  if (landing.from || !first) return m.manyMoved(moved)
  if (origins.length === 1) {
    const origin = formatCountry(first.code)
    return first.count === total
      ? m.manyMovedAllFrom({ ...moved, origin })
      : m.manyMovedSomeFrom({ ...moved, count: first.count, origin })
  }
  const each = origins.map(({ code, count }) => formatCountry(code) + (first.count > 1 ? ` (${count})` : ''))
  return m.manyMovedFrom({ ...moved, origins: listed(each, m.otherCountries()) })
}

/** For a crossing the cities people moved between, for a destination those they moved to. */
function formatCities({ from }: Landing, { legs, landedIn, complete, total }: LandingFacts): string {
  const cities = from ? legs.map((leg) => m.betweenCities({ from: leg.from, to: leg.to })) : landedIn
  if (cities.length === 0) return ''
  if (!from && cities.length === 1 && complete && total > 1) return m.allLandedIn({ city: cities[0]! })
  return from
    ? m.theyWent({ ways: listed(cities, m.otherWays(), complete) })
    : m.theyLandedIn({ cities: listed(cities, m.otherCities(), complete) })
}

function formatLanguages(landing: Landing, { languages, total }: LandingFacts): string {
  if (languages.length === 0) return ''
  const names = languages.map((code) => languageName(code))
  if (total > 1) return m.theySpeak({ languages: listed(names, m.otherLanguages()) })
  const choice = listed(names, m.anotherLanguage(), true, 'or')
  return describeChoice(landing, [m.talkIn({ languages: choice }), m.askIn({ languages: choice })])
}

/** `least` and `most` compare the mentors by their lowest price. */
function formatPrices(facts: LandingFacts, currency: string): string {
  const { prices } = facts
  if (!prices || prices.most === 0 || prices.least === prices.most) return formatLowest(facts, currency)
  const highest = formatMajorPrice(prices.most, currency)
  return prices.least === 0
    ? m.someFreeUpTo({ highest })
    : m.pricesBetween({ lowest: formatMajorPrice(prices.least, currency), highest })
}

function formatLowest({ prices, total }: LandingFacts, currency: string): string {
  if (!prices) return ''
  if (prices.least > 0) return m.pricesFrom({ price: formatMajorPrice(prices.least, currency) })
  if (total === 1) return m.oneFreeSession()
  return prices.most === 0 ? m.eachOffersFree() : m.someAreFree()
}

function formatSoonest(soonest: LandingFacts['soonest'], zone: string | null, now: Date): string {
  if (!soonest) return m.noneFreeWithin({ days: FREE_WITHIN_DAYS })
  const when = formatSoon(soonest.at, now, zone ?? soonest.timeZone)
  if (zone) return m.soonestYourTime({ when })
  return m.soonestTheirTime({ when, place: describeClockPlace(soonest.location, soonest.timeZone) })
}

/** The nearest matches, for a move without mentors. */
function formatNearest({ from, to }: Landing, { sameDestination, elsewhere }: LandingFacts): string {
  const arrived = { to: formatCountry(to), origins: sameDestination.length }
  const left = from && elsewhere.length > 0 ? { from: formatCountry(from), destinations: elsewhere.length } : null
  if (arrived.origins > 0) return left ? m.nearestBoth({ ...arrived, ...left }) : m.nearestArrived(arrived)
  return left ? m.nearestLeft(left) : m.closestComeFirst()
}

/** "a, b and c". `rest` stands for values that are, or may be, left out. */
function listed(values: string[], rest: string, complete = true, joint: 'and' | 'or' = 'and'): string {
  const all = complete && values.length <= MAX_NAMED ? values : [...values.slice(0, MAX_NAMED), rest]
  return formatList(all, joint)
}

/** The breadcrumb, from the outside in, with the page itself last. */
function listBreadcrumbs(landing: Landing): { label: string; to: string }[] {
  const destination = { from: null, to: landing.to }
  return [
    { label: m.mentors(), to: '/mentors' },
    { label: m.toCountry({ country: formatCountry(landing.to) }), to: landingPath(destination) },
    ...(landing.from
      ? [{ label: m.fromCountry({ country: formatCountry(landing.from) }), to: landingPath(landing) }]
      : []),
  ]
}

/** Links to similar pages: moves to the same country, and moves from the same one. */
function linksAround(landing: Landing, { sameDestination, elsewhere }: LandingFacts) {
  return [
    {
      title: (landing.from ? m.alsoTo : m.crossingsTo)({ country: formatCountry(landing.to) }),
      links: sameDestination.slice(0, MAX_LINKS).map(linkTo),
    },
    {
      title: landing.from ? m.alsoFrom({ country: formatCountry(landing.from) }) : m.otherDestinations(),
      links: elsewhere.slice(0, MAX_LINKS).map(linkTo),
    },
  ]
}

export function linkTo(landing: CountedLanding): CrossingLink {
  const { from, to, count } = landing
  return { from: from && countryName(from), to: countryName(to), path: landingPath(landing), count }
}
