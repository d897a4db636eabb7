/**
 * Draws the crossings between countries on a view of the chart: a great circle for each, and on it a disc with the number of
 * mentors who made it. Countries that have room carry their names. Runs on the server; the result is sent to the browser.
 * Units: pixels of the view.
 */
import { angleBetween, greatCircle, type Place } from '#domain/mentors/great-circle'
import { project, type Box, type ChartView, type Point } from '../chart-view.ts'
import {
  around,
  boxesBeside,
  contains,
  distance,
  middle,
  overlap,
  formatPath,
  rounded,
  sizeOfLabel,
} from '../placement.ts'

/** Where the routes to and from a country end. A country has one. */
export type Port = { name: string; place: Place }
export type CountedCrossing = { path: string; label: string; count: number; from: Port; to: Port }

/** `path`: of the page about it; `route`: the `d` of a path, empty for the way back on one that is drawn. `mark`: the middle of its disc, null where there was no room. */
type CountedRoute = { path: string; label: string; count: number; route: string; mark: Point | null }

/** `ports`: one for each country that a drawn route begins or ends in; `label` is the middle of its name. */
export type CountedChart = {
  routes: CountedRoute[]
  ports: (Point & { name: string; label: Point | null })[]
}

const MAX_ROUTES = 60
const LEGS = 20
const PORT = 4
/** Where on its route a disc may lie, best first, in legs from its origin. */
const MARKS = [10, 9, 11, 8, 12, 13, 7, 14, 6, 15, 5, 16, 4]

type Drawn = { crossing: CountedCrossing; way: Point[] }

export function drawCounted(view: ChartView, crossings: CountedCrossing[]): CountedChart {
  const drawn = crossings
    .toSorted((a, b) => b.count - a.count || routeLength(b) - routeLength(a) || (a.path < b.path ? -1 : 1))
    .flatMap((crossing) => {
      const way = wayOn(view, crossing)
      return way ? [{ crossing, way }] : []
    })
    .slice(0, MAX_ROUTES)
  const ports = listPorts(view, drawn)
  const marks: Point[] = []
  const routes = drawn.map(({ crossing, way }, n): CountedRoute => {
    const { path, label, count, from, to } = crossing
    const isWayBack = drawn.slice(0, n).some((other) => other.crossing.from === to && other.crossing.to === from)
    const mark = placeMark(view, way, marks, ports)
    if (mark) marks.push(mark)
    return { path, label, count, route: isWayBack ? '' : formatPath(way), mark: mark && rounded(mark) }
  })
  return { routes, ports: named(view, ports, marks) }
}

const routeLength = ({ from, to }: CountedCrossing) => angleBetween(from.place, to.place)

/** The sheet goes round: of the three places where a route could be drawn, the one that shows where it ends. Null if none does. */
function wayOn({ frame, stage }: ChartView, { from, to }: CountedCrossing): Point[] | null {
  const way = greatCircle(from.place, to.place, LEGS).map((each) => project(frame, each))
  const turned = [0, -1, 1].map((turn) => way.map(({ x, y }) => ({ x: x + turn * 360 * frame.scale, y })))
  return turned.find((each) => contains(stage, around(each.at(-1)!, PORT)) && each.every(({ y }) => y > 0)) ?? null
}

function listPorts({ stage }: ChartView, drawn: Drawn[]): (Point & { name: string })[] {
  const ends = drawn.flatMap(({ crossing: { from, to }, way }) => [
    { name: to.name, ...rounded(way.at(-1)!) },
    { name: from.name, ...rounded(way[0]!) },
  ])
  const onStage = ends.filter((end) => contains(stage, around(end, PORT)))
  return [...new Map(onStage.map((end) => [`${end.name} ${end.x}`, end])).values()]
}

function placeMark({ stage, pinRadius }: ChartView, way: Point[], marks: Point[], ports: Point[]): Point | null {
  const isFree = (point: Point) =>
    contains(stage, around(point, pinRadius)) &&
    marks.every((mark) => distance(mark, point) > 2 * pinRadius + 2) &&
    ports.every((port) => distance(port, point) > pinRadius + PORT)
  return MARKS.map((leg) => way[leg]).find((point) => point && isFree(point)) ?? null
}

function named(view: ChartView, ports: (Point & { name: string })[], marks: Point[]): CountedChart['ports'] {
  const taken: Box[] = [
    ...ports.map((port) => around(port, PORT)),
    ...marks.map((mark) => around(mark, view.pinRadius)),
  ]
  return ports.map((port) => {
    const box = boxesBeside(port, PORT, sizeOfLabel(view, port.name, 0)).find(
      (each) => contains(view.stage, each) && !taken.some((other) => overlap(each, other)),
    )
    if (box) taken.push(box)
    return { ...port, label: box ? rounded(middle(box)) : null }
  })
}
