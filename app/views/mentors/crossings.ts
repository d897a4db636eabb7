/** What /crossings shows: the chart of all moves between countries, and the list of them. Server side. */
import type { App } from '#server/context'
import { landingPath, listLandings, type CountedLanding } from '#server/search/landing'
import { listCrossings } from '#server/mentors/queries'
import { formatShortCountry, formatCountry, countryName } from '#server/platform/reference/countries'
import { readStale } from '#server/search/stale-reads'
import { sortByName } from '#server/platform/reference/display-names'
import * as m from '#messages/mentors'
import { drawCounted, type CountedCrossing, type Port } from '../../ui/home/crossings/counted-routes.ts'
import { COUNTED_BAND, WORLD } from '../../ui/home/chart-view.ts'
import { linkTo } from './landing-words.ts'

/** The rest of a destination's crossings are on its own page. */
const MAX_CROSSINGS = 8
/** Of the newest mentors: enough to know a city of nearly every country. */
const MAX_MENTORS = 500

export async function readCrossings(app: App) {
  const [{ destinations, crossings }, moves] = await Promise.all([
    listLandings(app),
    readStale(app, (db) => listCrossings(db, MAX_MENTORS)),
  ])
  const byDestination = Map.groupBy(crossings, (crossing) => crossing.to)
  const counted = countRoutes(crossings, findPorts(moves))
  return {
    charts:
      counted.length === 0 ? null : { world: drawCounted(WORLD, counted), band: drawCounted(COUNTED_BAND, counted) },
    crossings: crossings.length,
    destinations: sortByName(
      destinations.map((destination) => ({ ...destination, name: countryName(destination.to) })),
    ).map((destination) => {
      const all = byDestination.get(destination.to) ?? []
      return {
        country: formatCountry(destination.to),
        path: landingPath(destination),
        count: destination.count,
        crossings: all.slice(0, MAX_CROSSINGS).map(linkTo),
        more: Math.max(all.length - MAX_CROSSINGS, 0),
      }
    }),
  }
}

type Move = Awaited<ReturnType<typeof listCrossings>>[number]

/** For each country the city that most of these moves began or ended in. Without those whose cities have no known position. */
function findPorts(moves: Move[]): Map<string, Port> {
  const ends = moves.flatMap((move) => [
    { country: move.toCountry, city: move.toCity, longitude: move.toLongitude, latitude: move.toLatitude },
    { country: move.fromCountry, city: move.fromCity, longitude: move.fromLongitude, latitude: move.fromLatitude },
  ])
  return new Map(
    [...Map.groupBy(ends, ({ country }) => country)].flatMap(([country, all]): [string, Port][] => {
      const cities = [...Map.groupBy(all, ({ city }) => city).values()].toSorted((a, b) => b.length - a.length)
      const placed = cities.map(([end]) => end!).find(({ longitude }) => longitude !== null)
      if (!placed || placed.longitude === null || placed.latitude === null) return []
      const name = formatShortCountry(country).replace(/^the /, '')
      return [[country, { name, place: { longitude: placed.longitude, latitude: placed.latitude } }]]
    }),
  )
}

function countRoutes(crossings: CountedLanding[], ports: Map<string, Port>): CountedCrossing[] {
  return crossings.flatMap((crossing): CountedCrossing[] => {
    const { from, to, count } = crossing
    const [origin, landing] = [from === null ? undefined : ports.get(from), ports.get(to)]
    if (!from || !origin || !landing) return []
    const label = m.crossingLabel({ from: countryName(from), to: formatCountry(to) })
    return [{ path: landingPath(crossing), label, count, from: origin, to: landing }]
  })
}
