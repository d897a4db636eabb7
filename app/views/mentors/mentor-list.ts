/**
 * What the list of mentors shows for an address: on /mentors and on the pages of a crossing or a destination. Server
 * side.
 */
import { redirect } from 'react-router'
import {
  activeFilters,
  choiceFilters,
  FREE_WITHIN_DAYS,
  orders,
  without,
  type ChoiceFilter,
  type Criteria,
  type Filter,
  type Order,
} from '#domain/search/criteria'
import { nearestCrossings, suggestDrops } from '#server/search/engine/suggestions'
import type { App } from '#server/context'
import { findFit, isFree, reasonsFor, distinguishingReasons, type Fit, type Reason } from '#domain/search/reasons'
import { formatShortCountry, formatCountry, countryName, countrySlug } from '#server/platform/reference/countries'
import { listTopics } from '#server/mentors/topics/topics-queries'
import type { MentorSummary } from '#server/mentors/queries'
import { readListQuery, writeListQuery } from '#server/search/form'
import { languageName } from '#server/platform/reference/languages'
import { describeClockPlace, describeLocation } from '#server/platform/reference/locations'
import { readRemembered } from '#server/search/remembered-reads'
import { findMentors, type FoundMentors } from '#server/search/sync'
import { zoneOfCookie } from '../../ui/time/clock.ts'
import type { Choice, Chip, Facet, Group, MentorList } from '../../ui/mentors/list/mentor-list.ts'
import type { ListedMentor } from '../../ui/mentors/list/mentor-row.tsx'
import * as m from '#messages/mentors'
import { formatList } from '#words/lists'
import { formatMajorPrice } from '#words/prices'
import { formatDuration } from '#words/time'
import { describeTopic, describeTopicGroup } from '#words/mentors/topics'
import { FALLBACK } from '../../../messages/languages.ts'
import { currentLanguage } from '../../../messages/runtime.ts'
import { aboutPricesFor } from '../payments/shown-currency.ts'
import { buildListedMentor } from './mentor-cards.ts'
import { pageLanguage } from '../site/lang-attributes.ts'
import { moveQuery } from './move-query.ts'

/** Criteria that a page is about, such as one destination. They always hold, and are not shown as filters. */
export type Fixed = { choices?: Partial<Record<ChoiceFilter, string[]>>; path: string }

type Topic = Awaited<ReturnType<typeof listTopics>>[number]
/** `currency`: of prices, ISO 4217. */
type Names = Record<ChoiceFilter, (value: string) => string> & { currency: string }

/** In the order in which they are shown. */
const FACETS = ['destination', 'origin', 'language', 'topic', 'location', 'minutes'] as const
const TITLES: Record<(typeof FACETS)[number], () => string> = {
  destination: m.destination,
  origin: m.movedFrom,
  language: m.language,
  topic: m.expertise,
  location: m.location,
  minutes: m.sessionLength,
}
const ORDERS: Record<Order, () => string> = {
  best: m.bestMatch,
  soonest: m.soonestFree,
  rating: m.rating,
  price: m.priceUp,
  'price-down': m.priceDown,
  experience: m.experience,
  newest: m.newest,
}
const isFacet = (name: string) => FACETS.some((filter) => filter === name)
/** How many places a facet lists. Others are found by typing them. */
const MAX_PLACES = 40

export async function readMentorList(
  app: App,
  request: Request,
  { choices: fixed = {}, path }: Fixed = { path: '/mentors' },
): Promise<MentorList> {
  const now = app.now()
  const zone = zoneOfCookie(request.headers.get('cookie'))
  const about = aboutPricesFor(app, request)
  const { searchParams } = new URL(request.url)
  const { criteria: criteriaGiven, page } = readListQuery(searchParams, now)
  const loose = choiceFilters.filter((filter) => criteriaGiven.choices[filter] && !fixed[filter])
  const own: Criteria = {
    ...criteriaGiven,
    choices: Object.fromEntries(loose.map((filter) => [filter, criteriaGiven.choices[filter]])),
  }
  const criteria: Criteria = { ...own, choices: { ...own.choices, ...fixed } }
  const address = (rest: Criteria, at: Parameters<typeof writeListQuery>[1] = null) => {
    const query = writeListQuery(rest, at).toString()
    return query ? `${path}?${query}` : path
  }
  // A form that is sent without scripts has empty fields in its address. The redirect gives each list one address.
  if ([...searchParams.values()].includes('')) {
    const open = searchParams
      .getAll('open')
      .filter(isFacet)
      .slice(0, 1)
      .map((filter) => `open=${filter}`)
    const list = address(own, page)
    throw redirect([list, ...open].join(list.includes('?') ? '&' : '?'))
  }
  const [found, topics] = await Promise.all([findMentors(app, criteria, page), readRemembered(app, listTopics)])
  const names = collectNames(topics, app.config.CURRENCY)
  const chips = buildChips(own, names, address)
  // In any other order, or with words that count more than the move, the groups would stand apart.
  const isGrouped =
    found.fits.length > 0 && found.total > 0 && own.order === 'best' && !own.text && Object.keys(fixed).length === 0
  const reasons = distinguishingReasons(
    found.mentors.map((row) => {
      const all = listReasons(row, own.moving, now)
      // The heading of the group says it, but that of those without a free hour.
      return isGrouped && isFree(row.freeAt, now) ? all.filter(({ kind }) => !isFit(kind)) : all
    }),
  )
  const mentors = found.mentors.map((row, n) =>
    buildListedMentor(row, { criteria, zone, now, reasons: reasons[n]!, about }),
  )
  const clear = {
    ...own,
    text: '',
    choices: {},
    experience: null,
    price: { least: null, most: null },
    freeWithin: null,
  }
  return {
    path,
    criteria: {
      text: own.text,
      ...own.moving,
      choices: own.choices,
      experience: own.experience,
      ...own.price,
      free: own.freeWithin,
      order: own.order,
    },
    orders: orders.map((order) => [order, ORDERS[order]()]),
    facets: buildFacets(app, found, own, fixed, topics, names).map((facet) =>
      searchParams.has('open', facet.filter) ? { ...facet, isOpen: true } : facet,
    ),
    steps: { experience: [...found.counts.experience], free: [...found.counts.free] },
    prices: found.counts.prices && {
      least: Math.floor(found.counts.prices.least),
      most: Math.ceil(found.counts.prices.most),
    },
    currency: app.config.CURRENCY,
    chips,
    clear: own.text || chips.length > 0 ? address(clear) : null,
    place: zone && describeClockPlace('', zone),
    move: describeMove(own.moving),
    total: found.total,
    found: isGrouped ? formatFoundCounts(found, own.moving) : { most: m.mentorCount({ count: found.total }) },
    groups: isGrouped ? groupMentors(found.mentors, mentors, own.moving, now) : [{ title: '', mentors }],
    mentors,
    previous: found.previous && address(own, { before: found.previous }),
    next: found.next && address(own, { after: found.next }),
    nothing: found.total > 0 ? null : describeNoResults(app, criteria, own, { fixed, names, address, clear }, now),
  }
}

function collectNames(topics: Topic[], currency: string): Names {
  const labels = new Map(topics.map((topic) => [topic.code, describeTopic(topic)]))
  return {
    destination: countryName,
    origin: countryName,
    crossing: (value) => value,
    language: languageName,
    topic: (code) => labels.get(code) ?? code,
    location: describeLocation,
    minutes: (length) => formatDuration(Number(length)),
    currency,
  }
}

/** All choices that a mentor has, most mentors first, whatever else is filtered; and what is chosen even if no mentor has it. */
function buildFacets(
  { directory }: App,
  { counts }: FoundMentors,
  { choices, moving }: Criteria,
  fixed: Fixed['choices'] & object,
  topics: Topic[],
  names: Names,
): Facet[] {
  const order = readersLanguage() ? [...new Set(['language' as const, ...FACETS])] : FACETS
  const shown = order.filter((filter) => !fixed[filter] && !(fixed.crossing && /destination|origin/.test(filter)))
  const facets = shown.map((filter): Facet => {
    const [counted, chosen] = [counts.choices[filter], choices[filter] ?? []]
    const all = (value: string) => directory.choices[filter].get(value)?.count ?? 0
    const choice = (value: string): Choice => [value, names[filter](value), counted.get(value) ?? 0]
    const wished = { origin: moving.from, destination: moving.to }[String(filter)]
    const spoken = filter === 'language' ? moving.speaks : []
    const values = [...new Set([...counted.keys(), ...chosen, ...spoken, ...(wished ? [wished] : [])])]
    const facet = { filter, title: TITLES[filter]() }
    if (filter === 'topic') {
      const groups = Map.groupBy(topics, ({ group }) => group)
      const within = [...groups].map(([heading, each]): [string, Choice[]] => [
        describeTopicGroup(heading),
        each.filter(({ code }) => values.includes(code)).map(({ code }) => choice(code)),
      ])
      return { ...facet, choices: [], groups: within.filter(([, listed]) => listed.length > 0) }
    }
    if (filter === 'minutes') return { ...facet, choices: values.toSorted((a, b) => Number(a) - Number(b)).map(choice) }
    const sorted = values
      .map((value) => ({ all: all(value), choice: choice(value) }))
      .toSorted((a, b) => b.all - a.all || (a.choice[1] < b.choice[1] ? -1 : 1))
      .map((each) => each.choice)
    const isKept = ([value]: Choice, index: number) => index < MAX_PLACES || chosen.includes(value)
    return { ...facet, choices: filter === 'location' ? sorted.filter(isKept) : sorted }
  })
  return facets.filter((facet) => facet.choices.length > 0 || facet.groups?.length)
}

/** The language of a reader who is no reader of English, whom a mentor can speak with in it. ISO 639-1. */
const readersLanguage = (): string | null => (currentLanguage() === FALLBACK ? null : pageLanguage())

/** Of a visitor who has named nothing, only that a mentor speaks the language they read. */
function listReasons(row: MentorSummary, moving: Criteria['moving'], now: Date): Reason[] {
  const read = readersLanguage()
  if (!read) return reasonsFor(row, moving, now)
  const isNamed = moving.from !== null || moving.to !== null || moving.speaks.length > 0
  const speaks = [...new Set([...moving.speaks, read])]
  return reasonsFor(row, { ...moving, speaks }, now).filter(({ kind }) => isNamed || kind === 'language')
}

/** The visitor's move by the names of its countries. Null when they have named none. */
function describeMove({ from, to }: Criteria['moving']): MentorList['move'] {
  if (!from && !to) return null
  const [origin, destination] = [from ? countryName(from) : m.fromAnywhere(), to ? countryName(to) : m.anywhere()]
  return { from: origin, to: destination, query: moveQuery({ from, to }) }
}

/** "1 made your crossing", "3 more landed in the UK", "20 others" */
function formatFoundCounts({ fits, total }: FoundMentors, { from, to }: Criteria['moving']): MentorList['found'] {
  const count = new Map(fits)
  const [crossed, landed, left] = [count.get('crossing') ?? 0, count.get('destination') ?? 0, count.get('origin') ?? 0]
  const others = total - crossed - landed - left
  const rest = others > 0 ? { rest: m.otherCount({ count: others }) } : {}
  if (from && to)
    return {
      most: crossed > 0 ? m.madeCrossingCount({ count: crossed }) : m.noneMadeMove(),
      ...(landed > 0 && {
        middle: (crossed > 0 ? m.moreLandedCount : m.landedCount)({ count: landed, country: formatShortCountry(to) }),
      }),
      ...rest,
    }
  if (to) return { most: m.landedCount({ count: landed, country: formatShortCountry(to) }), ...rest }
  return { most: m.leftCount({ count: left, country: formatShortCountry(from!) }), ...rest }
}

/**
 * Rows that follow one another and share as much with the visitor's move. Those without a free hour come last in any
 * order. `shown`: the same mentors as their rows show them.
 */
function groupMentors(rows: MentorSummary[], shown: ListedMentor[], moving: Criteria['moving'], now: Date): Group[] {
  const groups: Group[] = []
  for (const [n, row] of rows.entries()) {
    const title = groupTitle(isFree(row.freeAt, now) ? findFit(row.moves, moving) : 'full', moving)
    if (groups.at(-1)?.title !== title) groups.push({ title, mentors: [] })
    groups.at(-1)!.mentors.push(shown[n]!)
  }
  return groups
}

function groupTitle(fit: Fit | 'full' | null, { from, to }: Criteria['moving']): string {
  if (fit === 'crossing') return m.groupCrossing()
  if (fit === 'destination') return m.groupDestination({ country: formatCountry(to!) })
  if (fit === 'origin') return m.groupOrigin({ country: formatCountry(from!) })
  return fit === 'full' ? m.groupFull({ days: FREE_WITHIN_DAYS }) : m.groupOthers()
}

const isFit = (kind: string) => kind === 'crossing' || kind === 'destination' || kind === 'origin'

type Address = (rest: Criteria) => string

function buildChips(own: Criteria, names: Names, address: Address): Chip[] {
  const chips: Chip[] = []
  for (const filter of FACETS) {
    const values = own.choices[filter] ?? []
    for (const value of values) {
      const others = values.filter((other) => other !== value)
      const label = filter === 'origin' ? m.fromCountry({ country: names.origin(value) }) : names[filter](value)
      chips.push({ label, to: address({ ...own, choices: { ...own.choices, [filter]: others } }) })
    }
  }
  for (const filter of ['experience', 'price', 'free'] as const) {
    const label = describeFilter(own, filter, names)
    if (label) chips.push({ label, to: address(without(own, filter)) })
  }
  return chips
}

/** A filter in words. Empty when it is not in use. */
function describeFilter({ choices, experience, price, freeWithin }: Criteria, filter: Filter, names: Names): string {
  if (filter === 'experience') return experience ? m.atLeastYears({ count: experience }) : ''
  if (filter === 'free') return freeWithin ? m.freeWithinDays({ days: freeWithin }) : ''
  return filter === 'price'
    ? formatPrices(price, names.currency)
    : formatList(
        (choices[filter] ?? []).map((value) => names[filter](value)),
        'comma',
      )
}

/** "£20 to £60", "Up to £60" or "Free". Empty without a limit. */
function formatPrices({ least, most }: Criteria['price'], currency: string): string {
  const words = (price: number) => (price === 0 ? m.priceFree() : formatMajorPrice(price, currency))
  if (most === 0) return m.priceFree()
  if (least === null) return most === null ? '' : m.priceUpTo({ most: words(most) })
  if (most !== null) return m.priceBetween({ least: words(least), most: words(most) })
  return least === 0 ? m.priceAny() : m.priceFrom({ least: words(least) })
}

type Around = { fixed: Fixed['choices'] & object; names: Names; address: Address; clear: Criteria }

function describeNoResults({ directory }: App, criteria: Criteria, own: Criteria, around: Around, now: Date) {
  const { fixed, names, address, clear } = around
  const kept = choiceFilters.filter((filter) => fixed[filter])
  const drops = suggestDrops(directory, criteria, kept, now).map(({ drop, count }) => {
    if (drop === 'everything') return { label: m.anyOfThis(), to: address(clear), count }
    if (drop === 'words') return { label: `“${own.text}”`, to: address({ ...own, text: '' }), count }
    return { label: `“${describeFilter(own, drop, names)}”`, to: address(without(own, drop)), count }
  })
  const isNarrowed = own.text !== '' || activeFilters(own).length > 0
  return {
    title: isNarrowed ? m.noneMatch() : m.noneHere(),
    text: formatEmptyList(isNarrowed, drops.length > 0),
    drops,
    crossings: nearestCrossings(directory, criteria).map(({ from, to, count }) => ({
      from: countryName(from),
      to: countryName(to),
      count,
      path: `/mentors/from/${countrySlug(from)}/to/${countrySlug(to)}`,
    })),
  }
}

function formatEmptyList(isNarrowed: boolean, canDrop: boolean): string {
  if (!isNarrowed) return m.mentorsAppearHere()
  if (canDrop) return m.removeAFilter()
  return m.noneYet()
}
