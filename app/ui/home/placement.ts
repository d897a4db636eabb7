/**
 * Draws crossings on a view of the chart so that nothing overlaps: a dot and a name at each origin, and a face with the name
 * of the place at each landing, on the spot or, where others landed close by, beside it with a line to it. No route runs
 * behind a face. Crossings that do not fit are left out. Runs on the server; the result is sent to the browser.
 * Units: pixels of the view.
 */
import { angleBetween, greatCircle, type Place } from '#domain/mentors/great-circle'
import { frameAround, project, type Box, type ChartView, type Frame, type Point } from './chart-view.ts'

/** A mentor's crossing between two known places. */
export type Crossing = {
  slug: string
  name: string
  picture: string | null
  from: { city: string; place: Place }
  to: { city: string; place: Place }
}

/**
 * What a view draws of a crossing. `route` is the `d` of a path, a label's point is its middle. `label` of an origin is null
 * where another crossing begins too. `pin`: the middle of the face; `leader`: the `d` of a path from the landing to a face that
 * stands beside it, null for one that stands on the spot.
 */
export type DrawnCrossing = {
  slug: string
  name: string
  picture: string | null
  route: string
  origin: Point & { city: string; label: Point | null }
  landing: Point & { city: string; label: Point & { width: number; height: number } }
  pin: Point
  leader: string | null
}

/** `bare`: routes of the same kind for which there was no room but for the line. `faint`: all others. */
export type DrawnChart = { frame: Frame; crossings: DrawnCrossing[]; bare: string[]; faint: string[] }

const MAX_FACES = 6
/** With a move they all land in one place, where more would hide it. */
const MAX_FACES_OF_MOVE = 4
const MAX_BARE = 8
const MAX_FAINT = 24
/** Of the longest: whether each of the others has room is not worth the time. */
const MAX_TRIED = 40
const ROUTE_LEGS = 24
const FAINT_LEGS = 12
const DOT = 5 // The radius of a dot with its ring.
const SPOT = 4 // The radius without the ring. Landings beside each other may share a part of it.
const GAP = 5
/** How far from its landing a face may stand, in radii, nearest first, and in which directions. */
const CALLED_OUT = [2.2, 3, 4, 5.2]
const DIRECTIONS = Array.from({ length: 16 }, (_, n) => (n * Math.PI) / 8)

type Disc = Point & { radius: number }
type Line = [Point, Point]
type Candidate = { crossing: Crossing; way: Point[]; origin: Point; landing: Point; length: number }
type Placed = Candidate & { pin: Point; labels: { origin: Box | null; landing: Box } }

/** The longest crossings that have room, since they fill the chart. */
export function drawCrossings(view: ChartView, crossings: Crossing[]): DrawnChart {
  const placed = place(view, listCandidates(view, view.frame, crossings), MAX_FACES)
  return { frame: view.frame, crossings: placed.map(drawn), bare: [], faint: [] }
}

/** The crossings of one move, with the view around them; all others without names and faces. */
export function drawMove(view: ChartView, crossings: Crossing[], others: Crossing[]): DrawnChart {
  const frame = frameAround(
    view,
    crossings.flatMap(({ from, to }) => greatCircle(from.place, to.place, FAINT_LEGS)),
  )
  const candidates = listCandidates(view, frame, crossings)
  const placed = place(view, candidates, MAX_FACES_OF_MOVE)
  const faces = placed.map(({ pin }) => ({ ...pin, radius: view.pinRadius }))
  const isClear = (way: Point[]) => faces.every((face) => distanceTo(way, face) > face.radius)
  const bare = candidates.filter((candidate) => !placed.some(({ crossing }) => crossing === candidate.crossing))
  return {
    frame,
    crossings: placed.map(drawn),
    bare: bare
      .map(({ way }) => way)
      .filter(isClear)
      .slice(0, MAX_BARE)
      .map(formatPath),
    faint: others
      .map(({ from, to }) => greatCircle(from.place, to.place, FAINT_LEGS).map((each) => project(frame, each)))
      .filter((way) => way.every((point) => point.y > 0) && isClear(way))
      .slice(0, MAX_FAINT)
      .map(formatPath),
  }
}

/** Those that can be seen on the stage, the longest first. */
function listCandidates(view: ChartView, frame: Frame, crossings: Crossing[]): Candidate[] {
  return crossings
    .map((crossing): Candidate => {
      const { from, to } = crossing
      const way = greatCircle(from.place, to.place, ROUTE_LEGS).map((each) => project(frame, each))
      return { crossing, way, origin: way[0]!, landing: way.at(-1)!, length: angleBetween(from.place, to.place) }
    })
    .filter(({ way, origin, landing }) => isOnStage(view, origin, landing) && isDrawable(view, way))
    .toSorted((a, b) => b.length - a.length || (a.crossing.slug < b.crossing.slug ? -1 : 1))
}

const isOnStage = ({ stage }: ChartView, origin: Point, landing: Point): boolean =>
  contains(stage, around(origin, DOT)) && contains(stage, around(landing, DOT))

/** Long enough to be seen between its ends, and nowhere off the sheet's top. */
function isDrawable(view: ChartView, way: Point[]): boolean {
  const [from, to] = [way[0]!, way.at(-1)!]
  return Math.hypot(to.x - from.x, to.y - from.y) > 1.5 * view.pinRadius && way.every((point) => point.y > 0)
}

function place(view: ChartView, candidates: Candidate[], most: number): Placed[] {
  let placed: Placed[] = []
  for (const candidate of candidates.slice(0, MAX_TRIED)) {
    if (placed.length === most) break
    placed = arrange(view, [...placed, candidate]) ?? placed
  }
  return placed
}

/** Finds room for all faces and names. Null when one of them has none. */
function arrange(view: ChartView, chosen: Candidate[]): Placed[] | null {
  const radius = view.pinRadius
  const origins = chosen.filter(
    ({ origin }, n) => chosen.findIndex((other) => distance(other.origin, origin) < 1) === n,
  )
  const dots = [...origins.map(({ origin }) => origin), ...chosen.map(({ landing }) => landing)]
  const room = (one: number, other: number) => (one >= origins.length && other >= origins.length ? SPOT + 1 : 2 * SPOT)
  if (dots.some((dot, n) => dots.some((other, m) => m > n && distance(dot, other) < room(n, m)))) return null

  const pins: Disc[] = []
  const lines: Line[] = []
  const marks = dots.map((dot) => around(dot, DOT + 1))
  const names: Box[] = []
  const put = (options: Box[]): Box | null => {
    const free = options.filter(
      (box) =>
        contains(view.stage, box) &&
        ![...marks, ...names].some((other) => overlap(box, other)) &&
        !pins.some((pin) => overlap(box, around(pin, radius))) &&
        !lines.some((line) => runsThrough(line, box)),
    )
    const ways = chosen.map(({ way }) => way)
    const [best] = free.toSorted((one, other) => pointsIn(one, ways) - pointsIn(other, ways)) // Stable: among equals the first place wins.
    if (best) names.push(best)
    return best ?? null
  }
  const canStand = (pin: Point, { landing, way }: Candidate): boolean => {
    const isBeside = pin !== landing
    const line: Line = [landing, pin]
    const ways = chosen.filter((other) => isBeside || other.way !== way).map((other) => other.way)
    return (
      contains(view.stage, around(pin, radius)) &&
      !pins.some((other) => touch({ ...pin, radius }, other)) &&
      !dots.some((dot) => dot !== landing && distance(dot, pin) < radius + DOT + 1) &&
      !names.some((box) => overlap(box, around(pin, radius))) &&
      ![...ways, ...lines].some((each) => distanceTo(each, pin) < radius + 2) &&
      (!isBeside ||
        !(
          pins.some((other) => distanceTo(line, other) < radius + 2) ||
          lines.some((other) => cross(line, other)) ||
          names.some((box) => runsThrough(line, box))
        ))
    )
  }

  // Names of origins first: a face has more places to stand.
  const atOrigins = new Map<Candidate, Box>()
  for (const candidate of origins) {
    const label = put(boxesBeside(candidate.origin, DOT + 2, sizeOfLabel(view, candidate.crossing.from.city, 0)))
    if (!label) return null
    atOrigins.set(candidate, label)
  }
  const placed: Placed[] = []
  for (const candidate of chosen) {
    const { crossing, landing } = candidate
    const size = sizeOfLabel(view, crossing.to.city, 8)
    let found: { pin: Point; label: Box } | null = null
    for (const pin of placesOfPin(landing, radius)) {
      if (!canStand(pin, candidate)) continue
      const label = put(boxesBeside(pin, radius + 2, size))
      if (!label) continue
      found = { pin, label }
      break
    }
    if (!found) return null
    pins.push({ ...found.pin, radius })
    if (found.pin !== landing) lines.push([landing, found.pin])
    placed.push({
      ...candidate,
      pin: found.pin,
      labels: { origin: atOrigins.get(candidate) ?? null, landing: found.label },
    })
  }
  return placed
}

const placesOfPin = (landing: Point, radius: number): Point[] => [
  landing,
  ...CALLED_OUT.flatMap((radii) =>
    DIRECTIONS.map((angle) => ({
      x: landing.x - Math.cos(angle) * radii * radius,
      y: landing.y - Math.sin(angle) * radii * radius,
    })),
  ),
]

/**
 * Letters of Newsreader italic are 0.45 em wide on average, wide ones 0.55 em; those of Arabic and Devanagari, with their marks, are no
 * wider. Chinese characters are 1 em wide.
 */
export function sizeOfLabel(view: ChartView, city: string, padding: number): { width: number; height: number } {
  const halves = [...city].length + (city.match(/\p{Script=Han}/gu)?.length ?? 0)
  return {
    width: Math.ceil(halves * 0.5 * view.fontSize + 2 * padding),
    height: Math.ceil(1.4 * view.fontSize),
  }
}

/** The four places for a name beside a mark, best first: right, left, above, below. */
export function boxesBeside(mark: Point, radius: number, { width, height }: { width: number; height: number }): Box[] {
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

function drawn({ crossing, way, origin, landing, pin, labels }: Placed): DrawnCrossing {
  const { slug, name, picture, from, to } = crossing
  const box = labels.landing
  return {
    slug,
    name,
    picture,
    route: formatPath(way),
    origin: { ...rounded(origin), city: from.city, label: labels.origin && rounded(middle(labels.origin)) },
    landing: {
      ...rounded(landing),
      city: to.city,
      label: { ...rounded(middle(box)), width: box.right - box.left, height: box.bottom - box.top },
    },
    pin: rounded(pin),
    leader: pin === landing ? null : formatPath([landing, pin]),
  }
}

export const formatPath = (way: Point[]) => `M${way.map(({ x, y }) => `${tenth(x)} ${tenth(y)}`).join('L')}`
const tenth = (value: number) => Math.round(value * 10) / 10
export const rounded = ({ x, y }: Point): Point => ({ x: tenth(x), y: tenth(y) })
export const middle = (box: Box): Point => ({ x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 })
export const around = ({ x, y }: Point, radius: number): Box => ({
  left: x - radius,
  top: y - radius,
  right: x + radius,
  bottom: y + radius,
})
export const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)
const touch = (a: Disc, b: Disc) => distance(a, b) < a.radius + b.radius + 1
export const overlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
export const contains = (outer: Box, inner: Box) =>
  inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom
const pointsIn = (box: Box, ways: Point[][]) =>
  ways.flat().filter(({ x, y }) => x > box.left && x < box.right && y > box.top && y < box.bottom).length

/** From a point to the nearest of a way's legs. */
function distanceTo(way: Point[], point: Point): number {
  return Math.min(...way.slice(1).map((end, n) => distanceToLeg([way[n]!, end], point)))
}

function distanceToLeg([from, to]: Line, point: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const share = dx === 0 && dy === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / (dx * dx + dy * dy)
  const along = Math.min(Math.max(share, 0), 1)
  return distance(point, { x: from.x + along * dx, y: from.y + along * dy })
}

const side = ([from, to]: Line, { x, y }: Point) => (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x)
const cross = (a: Line, b: Line) => side(a, b[0]) * side(a, b[1]) < 0 && side(b, a[0]) * side(b, a[1]) < 0

function runsThrough(line: Line, { left, top, right, bottom }: Box): boolean {
  const corners = [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ]
  const isWithin = ({ x, y }: Point) => x > left && x < right && y > top && y < bottom
  return line.some(isWithin) || corners.some((corner, n) => cross(line, [corner, corners[(n + 1) % 4]!]))
}
