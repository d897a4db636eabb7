/** The crossings on the preview picture of the site: great circles in dashed magenta, with the cities they join. */
import { angleBetween, greatCircle, type Place } from '#domain/mentors/great-circle'
import { escaped, measure, PLACE } from './render.ts'

/** Coordinates are null for a city whose position is not known. */
type Stop = { city: string; longitude: number | null; latitude: number | null }
export type SheetCrossing = { from: Stop; to: Stop }

type Point = { x: number; y: number }
type Box = Point & { width: number; height: number }

/** `words`: the panel that hides what lies under it. */
type SheetView = { project: (place: Place) => Point; width: number; height: number; words: Box }

const MAX_SHOWN = 8
const LEGS = 32
const MAGENTA = '#a50f62'
const FONT_SIZE = 26
const EDGE = 14
const CAP = 0.34 // Half a line's capitals, in font sizes.

/** The longest of those that end in sight. A name that would hide another, or that has no room, is left out. */
export async function drawCrossings(view: SheetView, crossings: SheetCrossing[]): Promise<string> {
  const shown = crossings
    .flatMap(({ from, to }) => {
      const [origin, landing] = [placeOf(from), placeOf(to)]
      if (!origin || !landing) return []
      const way = greatCircle(origin, landing, LEGS).map(view.project)
      return [{ from: from.city, to: to.city, way, length: angleBetween(origin, landing) }]
    })
    .filter(({ way, length }) => length > 8 && [way[0]!, way.at(-1)!].every((end) => isInSight(view, end)))
    .toSorted((a, b) => b.length - a.length || (a.from + a.to < b.from + b.to ? -1 : 1))
    .slice(0, MAX_SHOWN)
  const ends = shown.flatMap(({ from, to, way }) => [
    { city: to, at: way.at(-1)!, fill: MAGENTA },
    { city: from, at: way[0]!, fill: '#fff' },
  ])
  const routes = shown.map(({ way }) => `M${way.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`)
  const dots = ends.map(
    ({ at, fill }) => `<circle cx="${at.x}" cy="${at.y}" r="6" fill="${fill}" stroke="${MAGENTA}" stroke-width="3"/>`,
  )
  return (
    `<path d="${routes.join('')}" fill="none" stroke="${MAGENTA}" stroke-width="3" stroke-dasharray="10 7"/>` +
    dots.join('') +
    (await renderNames(view, ends))
  )
}

const placeOf = ({ longitude, latitude }: Stop): Place | null =>
  longitude === null || latitude === null ? null : { longitude, latitude }

const isInSight = ({ width, height, words }: SheetView, { x, y }: Point): boolean =>
  x > EDGE &&
  x < width - EDGE &&
  y > EDGE &&
  y < height - EDGE &&
  !overlap({ x: x - EDGE, y: y - EDGE, width: 2 * EDGE, height: 2 * EDGE }, words)

async function renderNames(view: SheetView, ends: { city: string; at: Point }[]): Promise<string> {
  const taken: Box[] = [view.words, ...ends.map(({ at }) => ({ x: at.x - 8, y: at.y - 8, width: 16, height: 16 }))]
  const drawn = new Map<string, string>()
  for (const { city, at } of ends) {
    if (drawn.has(city)) continue
    const size = { width: await measure(city, PLACE, FONT_SIZE), height: FONT_SIZE }
    const [right, left] = [at.x + 14, at.x - 14 - size.width].map((x) => ({ x, y: at.y - FONT_SIZE / 2, ...size }))
    const box = [right!, left!].find(
      (each) =>
        each.x > EDGE && each.x + each.width < view.width - EDGE && !taken.some((other) => overlap(each, other)),
    )
    if (!box) continue
    taken.push(box)
    const place = `x="${box.x.toFixed(1)}" y="${(at.y + CAP * FONT_SIZE).toFixed(1)}" font-family="${PLACE.family}" font-style="italic" font-size="${FONT_SIZE}"`
    const halo = `<text ${place} fill="none" stroke="#fff" stroke-opacity="0.8" stroke-width="5" stroke-linejoin="round">${escaped(city)}</text>`
    drawn.set(city, `${halo}<text ${place} fill="#14212b">${escaped(city)}</text>`)
  }
  return [...drawn.values()].join('')
}

const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
