import { describe, expect, it } from 'vitest'
import type { Place } from '#domain/mentors/great-circle'
import { findPlaces } from '#server/reference/places'
import { demoMentors } from '../../../sandbox/demo/mentors.ts'
import { nonEmpty } from '../../../tests/support/non-empty.ts'
import { BAND, project, WIDE, type ChartView } from './chart-view.ts'
import { drawCrossings, type Crossing, type DrawnCrossing } from './placement.ts'

type Box = { left: number; right: number; top: number; bottom: number }

const views = [WIDE, BAND].map((view) => ({ name: view.name, view }))
const places = await readPlaces()
const demo = demoMentors.map(({ slug, name, moves: [move] }) =>
  crossing(slug, [move!.fromCity, move!.fromCountry], [move!.toCity, move!.toCountry], name),
)

describe.each(views)('the $name view', ({ view }) => {
  const drawn = drawCrossings(view, demo)

  it('shows three to six crossings of the demo', () => {
    expect(drawn.length).toBeGreaterThanOrEqual(3)
    expect(drawn.length).toBeLessThanOrEqual(6)
  })

  it('lets no mark and no name overlap another or leave the stage', () => {
    const boxes = drawn.flatMap((each) => boxesOf(view, each))
    const clashes = boxes.flatMap((box, n) => boxes.slice(n + 1).filter((other) => overlap(box, other)))
    expect(clashes).toEqual([])
    const { x: left, y: top } = project(view, { longitude: view.stage.west, latitude: view.stage.north })
    const { x: right, y: bottom } = project(view, { longitude: view.stage.east, latitude: view.stage.south })
    for (const box of nonEmpty(boxes)) {
      expect(box.left).toBeGreaterThanOrEqual(left)
      expect(box.right).toBeLessThanOrEqual(right)
      expect(box.top).toBeGreaterThanOrEqual(top)
      expect(box.bottom).toBeLessThanOrEqual(bottom)
    }
  })

  it('draws each route from its origin to its landing', () => {
    for (const { route, origin, landing } of nonEmpty(drawn)) {
      expect(route.startsWith(`M${origin.x} ${origin.y}L`)).toBe(true)
      expect(route.endsWith(`L${landing.x} ${landing.y}`)).toBe(true)
    }
  })

  it('shows the same crossings in whatever order they come', () => {
    expect(drawCrossings(view, demo.toReversed())).toEqual(drawn)
  })
})

describe('drawCrossings', () => {
  it('leaves out a crossing to a city that has a face already', () => {
    const both = [crossing('a', ['Hanoi', 'VN'], ['Berlin', 'DE']), crossing('b', ['Delhi', 'IN'], ['Berlin', 'DE'])]
    expect(drawCrossings(WIDE, both).map(({ slug }) => slug)).toEqual(['a'])
  })

  it('leaves out a crossing beyond the stage', () => {
    expect(drawCrossings(WIDE, [crossing('a', ['Lima', 'PE'], ['Madrid', 'ES'])])).toEqual([])
    expect(drawCrossings(WIDE, [crossing('a', ['Paris', 'FR'], ['Sydney', 'AU'])])).toEqual([])
  })

  it('leaves out a crossing that is too short to be seen', () => {
    expect(drawCrossings(WIDE, [crossing('a', ['Leeds', 'GB'], ['London', 'GB'])])).toEqual([])
  })
})

function crossing(slug: string, from: [string, string], to: [string, string], name = slug): Crossing {
  const end = ([city, country]: [string, string]) => {
    const place = places.get(`${city}, ${country}`)
    if (!place) throw new Error(`${city} is nowhere`) // Each city of the demo has its place.
    return { city, place }
  }
  return { slug, name, picture: null, from: end(from), to: end(to) }
}

/** Of the demo's first crossings, and of the cities named here. */
async function readPlaces(): Promise<Map<string, Place | null>> {
  const cities = [
    ...demoMentors.flatMap(({ moves: [move] }) => [
      { city: move!.fromCity, country: move!.fromCountry },
      { city: move!.toCity, country: move!.toCountry },
    ]),
    { city: 'Delhi', country: 'IN' },
    { city: 'Lima', country: 'PE' },
    { city: 'Paris', country: 'FR' },
    { city: 'Sydney', country: 'AU' },
    { city: 'Leeds', country: 'GB' },
    { city: 'London', country: 'GB' },
  ]
  const found = await findPlaces(cities)
  return new Map(cities.map(({ city, country }, n) => [`${city}, ${country}`, found[n] ?? null]))
}

function boxesOf(view: ChartView, { origin, landing }: DrawnCrossing): Box[] {
  const box = (x: number, y: number, width: number, height: number) => ({
    left: x - width / 2,
    right: x + width / 2,
    top: y - height / 2,
    bottom: y + height / 2,
  })
  const { label } = landing
  const pin = 1.9 * view.pinRadius * Math.SQRT1_2 // The square within the circle: pins may touch corner to corner.
  return [
    box(origin.x, origin.y, 8, 8),
    box(origin.label.x, origin.label.y, [...origin.city].length * view.fontSize * 0.45, view.fontSize),
    box(landing.x, landing.y, pin, pin),
    box(label.x, label.y, label.width - 1, label.height - 1),
  ]
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
