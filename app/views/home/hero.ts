/** The top of the home page: the visitor's move, how many made it, and the chart of the crossings. Server side. */
import type { Place } from '#domain/mentors/great-circle'
import { fromMajorUnits, toMinorUnits } from '#domain/payments/money'
import { everybody, type ChoiceFilter, type Criteria } from '#domain/search/criteria'
import * as m from '#messages/site'
import { noAboutPrice, type AboutPrice } from '#words/about-price'
import { formatMajorPrice } from '#words/prices'
import type { App } from '#server/context'
import { listCrossings } from '#server/mentors/queries'
import type { Db } from '#server/platform/db/connect'
import { moveCityNames } from '#server/platform/reference/cities-abroad'
import { formatShortCountry, countryName, isCountry } from '#server/platform/reference/countries'
import { readListQuery } from '#server/search/form'
import { readRemembered } from '#server/search/remembered-reads'
import { readStale } from '#server/search/stale-reads'
import { findMentors, type FoundMentors } from '#server/search/sync'
import { BAND, WIDE, type ChartView } from '../../ui/home/chart-view.ts'
import { currentTag, perLanguage } from '../../../messages/runtime.ts'
import type { Hero, PlaceChoice } from '../../ui/home/hero.ts'
import { drawCrossings, drawMove, type Crossing } from '../../ui/home/placement.ts'
import { moveQuery } from '../mentors/move-query.ts'

const MAX_CROSSINGS = 200
const listNewestCrossings = (db: Db) => listCrossings(db, MAX_CROSSINGS)

type Moving = Pick<Criteria['moving'], 'from' | 'to'>

/** For an address that may name a move, as that of the list does. `all`: what a search without criteria found. */
export async function readHero(
  app: App,
  address: URL,
  all: FoundMentors,
  about: AboutPrice = noAboutPrice,
): Promise<Hero> {
  const move = readMove(address, app.now())
  const places = (filter: 'origin' | 'destination', chosen: string | null): PlaceChoice[] =>
    [...new Set([...all.counts.choices[filter].keys(), ...(chosen ? [chosen] : [])])]
      .map((code): PlaceChoice => [code, countryName(code)])
      .toSorted((a, b) => a[1].localeCompare(b[1], currentTag()))
  const [found, charts] = await Promise.all([countMove(app, move, all), readCharts(app, move)])
  return {
    ...move,
    origins: places('origin', move.from),
    destinations: places('destination', move.to),
    ...describeMove(found, move, (least) => formatDeparture(least, app.config.CURRENCY, about)),
    query: moveQuery(move),
    legend:
      move.from || move.to ? { move: formatMove(move), count: found.total, others: all.total - found.total } : null,
    charts,
  }
}

/** The countries that the address names; those that do not exist are nowhere. */
function readMove(address: URL, now: Date): Moving {
  const { from, to } = readListQuery(address.searchParams, now).criteria.moving
  return { from: from && isCountry(from) ? from : null, to: to && isCountry(to) ? to : null }
}

type FoundMove = { total: number; least: number | null; landed: number }

/** `landed`: how many moved there from wherever. */
async function countMove(app: App, { from, to }: Moving, all: FoundMentors): Promise<FoundMove> {
  if (!from && !to) return { total: all.total, least: all.counts.prices?.least ?? null, landed: 0 }
  const find = (filter: ChoiceFilter, value: string) =>
    findMentors(app, { ...everybody, choices: { [filter]: [value] } }, null)
  const found =
    from && to ? await find('crossing', `${from}-${to}`) : await find(to ? 'destination' : 'origin', (to ?? from)!)
  const landed = from && to && found.total === 0 ? (await find('destination', to)).total : 0
  return { total: found.total, least: found.counts.prices?.least ?? null, landed }
}

function describeMove(
  { total, least, landed }: FoundMove,
  { from, to }: Moving,
  describeLeast: (least: number) => string,
): { count: string; note: string } {
  const prices = least === null ? '' : least === 0 ? m.someFree() : describeLeast(least)
  if (!from && !to)
    return total > 0
      ? { count: m.madeCrossing({ count: total }), note: prices }
      : { count: m.noMentorsYet(), note: m.beTheFirst() }
  if (from && to)
    return total > 0
      ? { count: m.madeThisMove({ count: total }), note: prices }
      : {
          count: m.noOneMadeMove(),
          note: landed > 0 ? m.landedThere({ count: landed, country: formatShortCountry(to) }) : m.similarMove(),
        }
  if (to) return { count: m.mentorsLanded({ count: total, country: formatShortCountry(to) }), note: prices }
  return { count: m.mentorsMoved({ count: total, country: formatShortCountry(from!) }), note: prices }
}

/** `least`: in major units of this currency. */
function formatDeparture(least: number, currency: string, about: AboutPrice): string {
  const words = about(fromMajorUnits(least, currency) ?? toMinorUnits(0), currency)
  return m.sessionsFrom({ price: formatMajorPrice(least, currency), hasAbout: words !== undefined, about: words ?? '' })
}

function formatMove({ from, to }: Moving): string {
  const [origin, destination] = [from ? countryName(from) : m.anywhere(), to ? countryName(to) : m.anywhereInside()]
  return `${origin} → ${destination}`
}

/**
 * The charts of a page that names no move. Arranging them was two fifths of the page's processor time (docs/performance.md), so each
 * language keeps its last ones and arranges them again only for other crossings.
 */
const drawUsualCharts = perLanguage(() => {
  let drawn: { key: string; charts: Hero['charts'] } | null = null
  return (crossings: Crossing[]): Hero['charts'] => {
    const key = JSON.stringify(crossings)
    if (drawn?.key !== key)
      drawn = { key, charts: { wide: drawCrossings(WIDE, crossings), band: drawCrossings(BAND, crossings) } }
    return drawn.charts
  }
})

/** Both views, of which CSS shows one. Leaves out crossings whose cities have no known position (yet). */
async function readCharts(app: App, move: Moving): Promise<Hero['charts']> {
  const all = listHeroCrossings(await readRemembered(app, listNewestCrossings))
  if (!move.from && !move.to) return drawUsualCharts()(all)
  const made = listHeroCrossings(await readStale(app, (db) => listCrossings(db, MAX_CROSSINGS, move)))
  const others = all.filter(({ slug }) => !made.some((each) => each.slug === slug))
  const draw = (view: ChartView) => drawMove(view, made, others)
  return { wide: draw(WIDE), band: draw(BAND) }
}

function listHeroCrossings(rows: Awaited<ReturnType<typeof listCrossings>>): Crossing[] {
  return rows.flatMap(({ slug, name, portrait, ...move }): Crossing[] => {
    const from = placeAt(move.fromLongitude, move.fromLatitude)
    const to = placeAt(move.toLongitude, move.toLatitude)
    if (!from || !to) return []
    const cities = moveCityNames(move)
    const ends = { from: { city: cities.from, place: from }, to: { city: cities.to, place: to } }
    return [{ slug, name, picture: portrait, ...ends }]
  })
}

const placeAt = (longitude: number | null, latitude: number | null): Place | null =>
  longitude === null || latitude === null ? null : { longitude, latitude }
