/**
 * Chooses which crossings a view of the chart shows and where their names stand, so that nothing overlaps. Long crossings
 * come first, since they fill the chart; those that do not fit are left out. Runs on the server; the result is sent to the
 * browser. Units: pixels of the view.
 */
import { angleBetween, greatCircle, type Place } from '#domain/mentors/great-circle'
import { project, type ChartView, type Point } from './chart-view.ts'

/** A mentor's crossing between two known places. */
export type Crossing = {
  slug: string
  name: string
  picture: string | null
  from: { city: string; place: Place }
  to: { city: string; place: Place }
}

/** What a view draws of a crossing. `route` is the `d` of a path, a label's point is its middle. */
export type DrawnCrossing = {
  slug: string
  name: string
  picture: string | null
  route: string
  origin: Point & { city: string; label: Point }
  landing: Point & { city: string; label: Point & { width: number; height: number } }
}

const MAX_SHOWN = 6
const ROUTE_LEGS = 24
const DOT = 5 // The radius of an origin with its ring.
const GAP = 5

type Disc = Point & { radius: number }
type Box = { left: number; top: number; right: number; bottom: number }
type Candidate = { crossing: Crossing; way: Point[]; origin: Point; landing: Point; length: number }
type Labels = { origin: Box; landing: Box }

export function drawCrossings(view: ChartView, crossings: Crossing[]): DrawnCrossing[] {
  const candidates = crossings
    .map((crossing) => candidateOf(view, crossing))
    .filter(({ way, origin, landing }) => isOnStage(view, origin, landing) && isDrawable(view, way))
    .toSorted((a, b) => b.length - a.length || (a.crossing.slug < b.crossing.slug ? -1 : 1))
  const chosen: Candidate[] = []
  for (const candidate of candidates) {
    if (chosen.length < MAX_SHOWN && placeLabels(view, [...chosen, candidate])) chosen.push(candidate)
  }
  const labels = placeLabels(view, chosen) ?? []
  return chosen.map((candidate, n) => drawn(candidate, labels[n]!))
}

function candidateOf(view: ChartView, crossing: Crossing): Candidate {
  const way = greatCircle(crossing.from.place, crossing.to.place, ROUTE_LEGS).map((place) => project(view, place))
  const length = angleBetween(crossing.from.place, crossing.to.place)
  return { crossing, way, origin: way[0]!, landing: way.at(-1)!, length }
}

function stageOf(view: ChartView): Box {
  const [topLeft, bottomRight] = [
    project(view, { longitude: view.stage.west, latitude: view.stage.north }),
    project(view, { longitude: view.stage.east, latitude: view.stage.south }),
  ]
  return { left: topLeft.x, top: topLeft.y, right: bottomRight.x, bottom: bottomRight.y }
}

function isOnStage(view: ChartView, origin: Point, landing: Point): boolean {
  return contains(stageOf(view), around(origin, DOT)) && contains(stageOf(view), around(landing, view.pinRadius))
}

/** Long enough to be seen between its ends, and nowhere off the sheet's top. */
function isDrawable(view: ChartView, way: Point[]): boolean {
  const [from, to] = [way[0]!, way.at(-1)!]
  return Math.hypot(to.x - from.x, to.y - from.y) > 2.5 * view.pinRadius && way.every((point) => point.y > 0)
}

/** Null when the marks of these crossings, or their names, would overlap. */
function placeLabels(view: ChartView, chosen: Candidate[]): Labels[] | null {
  const marks = chosen.flatMap(({ origin, landing }) => [
    { ...origin, radius: DOT + 1 },
    { ...landing, radius: view.pinRadius },
  ])
  if (marks.some((mark, n) => marks.some((other, m) => m > n && touch(mark, other)))) return null
  const ways = chosen.flatMap(({ way }) => way)
  const taken = marks.map((mark) => around(mark, mark.radius))
  const put = (boxes: Box[]): Box | null => {
    const free = boxes.filter((box) => contains(stageOf(view), box) && !taken.some((other) => overlap(box, other)))
    const [best] = free.toSorted((a, b) => pointsIn(a, ways) - pointsIn(b, ways)) // Stable: among equals the first place wins.
    if (best) taken.push(best)
    return best ?? null
  }
  const labels: Labels[] = []
  for (const { crossing, origin, landing } of chosen) {
    const atLanding = put(boxesBeside(landing, view.pinRadius + 2, sizeOfLabel(view, crossing.to.city, 8)))
    const atOrigin = atLanding && put(boxesBeside(origin, DOT + 2, sizeOfLabel(view, crossing.from.city, 0)))
    if (!atOrigin) return null
    labels.push({ origin: atOrigin, landing: atLanding })
  }
  return labels
}

/** Letters of Newsreader italic are 0.45 em wide on average, wide ones 0.55 em. */
function sizeOfLabel(view: ChartView, city: string, padding: number): { width: number; height: number } {
  return {
    width: Math.ceil([...city].length * 0.5 * view.fontSize + 2 * padding),
    height: Math.ceil(1.4 * view.fontSize),
  }
}

/** The four places for a name beside a mark, best first: right, left, above, below. */
function boxesBeside(mark: Point, radius: number, { width, height }: { width: number; height: number }): Box[] {
  const away = radius + GAP
  return [
    at({ x: mark.x + away + width / 2, y: mark.y }),
    at({ x: mark.x - away - width / 2, y: mark.y }),
    at({ x: mark.x, y: mark.y - away - height / 2 }),
    at({ x: mark.x, y: mark.y + away + height / 2 }),
  ]

  function at({ x, y }: Point): Box {
    return { left: x - width / 2, top: y - height / 2, right: x + width / 2, bottom: y + height / 2 }
  }
}

function drawn({ crossing, way, origin, landing }: Candidate, labels: Labels): DrawnCrossing {
  const { slug, name, picture, from, to } = crossing
  const box = labels.landing
  return {
    slug,
    name,
    picture,
    route: `M${way.map(({ x, y }) => `${tenth(x)} ${tenth(y)}`).join('L')}`,
    origin: { ...rounded(origin), city: from.city, label: rounded(middle(labels.origin)) },
    landing: {
      ...rounded(landing),
      city: to.city,
      label: { ...rounded(middle(box)), width: box.right - box.left, height: box.bottom - box.top },
    },
  }
}

const tenth = (value: number) => Math.round(value * 10) / 10
const rounded = ({ x, y }: Point): Point => ({ x: tenth(x), y: tenth(y) })
const middle = (box: Box): Point => ({ x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 })
const around = ({ x, y }: Point, radius: number): Box => ({
  left: x - radius,
  top: y - radius,
  right: x + radius,
  bottom: y + radius,
})
const touch = (a: Disc, b: Disc) => Math.hypot(a.x - b.x, a.y - b.y) < a.radius + b.radius + 1
const overlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
const contains = (outer: Box, inner: Box) =>
  inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom
const pointsIn = (box: Box, points: Point[]) =>
  points.filter(({ x, y }) => x > box.left && x < box.right && y > box.top && y < box.bottom).length
