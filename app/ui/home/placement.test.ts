import { describe, expect, it } from 'vitest'
import type { Place } from '#domain/mentors/great-circle'
import { findPlaces } from '#server/platform/reference/places'
import { demoMentors } from '../../../sandbox/demo/mentors.ts'
import { nonEmpty } from '../../../tests/support/non-empty.ts'
import { BAND, WIDE, type Box, type ChartView, type Point } from './chart-view.ts'
import { drawCrossings, drawMove, sizeOfLabel, type Crossing, type DrawnCrossing } from './placement.ts'

const views = [WIDE, BAND].map((view) => ({ name: view.name, view }))
const places = await readPlaces()
const demo = demoMentors.map(({ slug, name, moves: [move] }) =>
  crossing(slug, [move!.fromCity, move!.fromCountry], [move!.toCity, move!.toCountry], name),
)

describe.each(views)('the $name view', ({ view }) => {
  const drawn = drawCrossings(view, demo).crossings
  const made = demo.filter(({ to }) => ['London', 'Manchester', 'Edinburgh', 'Leeds', 'Glasgow'].includes(to.city))
  const move = drawMove(
    view,
    made,
    demo.filter((each) => !made.includes(each)),
  )

  it('shows five or six crossings of the demo', () => {
    expect(drawn.length).toBeGreaterThanOrEqual(5)
    expect(drawn.length).toBeLessThanOrEqual(6)
  })

  describe.each([
    ['everybody', drawn],
    ['one move', move.crossings],
  ])('of %s', (_, crossings) => {
    it('lets no mark and no name overlap another or leave the stage', () => {
      const boxes = crossings.flatMap((each) => listBoxes(view, each))
      const clashes = boxes.flatMap((box, n) => boxes.slice(n + 1).filter((other) => overlap(box, other)))
      expect(clashes).toEqual([])
      for (const box of nonEmpty(boxes)) {
        expect(box.left).toBeGreaterThanOrEqual(view.stage.left)
        expect(box.right).toBeLessThanOrEqual(view.stage.right)
        expect(box.top).toBeGreaterThanOrEqual(view.stage.top)
        expect(box.bottom).toBeLessThanOrEqual(view.stage.bottom)
      }
    })

    it('draws each route from its origin to its landing, and none behind a face of another', () => {
      for (const { slug, route, origin, landing } of nonEmpty(crossings)) {
        expect(route.startsWith(`M${origin.x} ${origin.y}L`)).toBe(true)
        expect(route.endsWith(`L${landing.x} ${landing.y}`)).toBe(true)
        for (const { pin } of crossings.filter((other) => other.slug !== slug))
          expect(nearest(route, pin), `${slug} behind a face`).toBeGreaterThan(view.pinRadius)
      }
    })
  })

  it('frames a move: all who made it have a face or a line, on a nearer map, and the others a faint line', () => {
    expect(made.length).toBeGreaterThan(1)
    expect(move.crossings.length + move.bare.length).toBeGreaterThanOrEqual(2)
    expect(move.crossings.length).toBeGreaterThanOrEqual(2)
    expect(move.faint.length).toBeGreaterThan(3)
  })

  it('draws no line without a face behind a face', () => {
    for (const way of nonEmpty([...move.bare, ...move.faint]))
      for (const { pin } of move.crossings) expect(nearest(way, pin), way).toBeGreaterThan(view.pinRadius)
  })

  it('shows the same crossings in whatever order they come', () => {
    expect(drawCrossings(view, demo.toReversed()).crossings).toEqual(drawn)
  })
})

describe('drawMove', () => {
  it('brings any two places onto the stage, also across the date line', () => {
    for (const [from, to] of [
      [
        ['Lima', 'PE'],
        ['Madrid', 'ES'],
      ],
      [
        ['Paris', 'FR'],
        ['Sydney', 'AU'],
      ],
      [
        ['Sydney', 'AU'],
        ['Lima', 'PE'],
      ],
    ] as [[string, string], [string, string]][])
      expect(drawMove(WIDE, [crossing('a', from, to)], []).crossings).toHaveLength(1)
  })

  it('gives each who landed near another a face beside the place, with a line to it', () => {
    const near = [
      crossing('a', ['Delhi', 'IN'], ['London', 'GB']),
      crossing('b', ['Dhaka', 'BD'], ['Leeds', 'GB']),
      crossing('c', ['Mumbai', 'IN'], ['Paris', 'FR']),
    ]
    const { crossings } = drawMove(WIDE, near, [])
    expect(crossings.map(({ slug }) => slug).toSorted()).toEqual(['a', 'b', 'c'])
    for (const { pin, landing, leader } of crossings)
      expect(leader).toBe(pin.x === landing.x && pin.y === landing.y ? null : lineTo(landing, pin))
    expect(crossings.filter(({ leader }) => leader)).not.toEqual([])
  })

  it('draws the line also to a face that stands right above its place', () => {
    const landed = demo.filter(({ to }) => ['Adelaide', 'Hobart', 'Melbourne', 'Sydney'].includes(to.city))
    const { crossings } = drawMove(WIDE, landed, [])
    const above = crossings.filter(({ pin, landing }) => pin.x === landing.x && pin.y < landing.y)
    for (const { landing, pin, leader } of nonEmpty(above)) expect(leader).toBe(lineTo(landing, pin))
  })
})

it('a Chinese name is as wide as twice as many Latin letters', () => {
  expect(sizeOfLabel(WIDE, '伦敦', 0)).toEqual(sizeOfLabel(WIDE, 'Lima', 0))
})

it('drawMove gives the usual view for a crossing without mentors', () => {
  expect(drawMove(BAND, [], demo)).toMatchObject({ frame: BAND.frame, crossings: [], bare: [] })
})

describe('drawCrossings', () => {
  it('leaves out a crossing to a city that has a face already', () => {
    const both = [crossing('a', ['Hanoi', 'VN'], ['Berlin', 'DE']), crossing('b', ['Delhi', 'IN'], ['Berlin', 'DE'])]
    expect(drawCrossings(WIDE, both).crossings.map(({ slug }) => slug)).toEqual(['a'])
  })

  it('leaves out a crossing beyond the stage', () => {
    expect(drawCrossings(WIDE, [crossing('a', ['Lima', 'PE'], ['Madrid', 'ES'])]).crossings).toEqual([])
    expect(drawCrossings(WIDE, [crossing('a', ['Paris', 'FR'], ['Sydney', 'AU'])]).crossings).toEqual([])
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

const lineTo = (from: Point, to: Point) => `M${from.x} ${from.y}L${to.x} ${to.y}`

/** Distance from a point to the nearest of the path's samples, which are close together. */
function nearest(route: string, point: Point): number {
  const way = route
    .slice(1)
    .split('L')
    .map((pair) => pair.split(' ').map(Number) as [number, number])
  const fine = way.slice(1).flatMap(([x, y], n) => {
    const [left, top] = way[n]!
    return Array.from({ length: 20 }, (_, step) => [left + ((x - left) * step) / 20, top + ((y - top) * step) / 20])
  })
  return Math.min(...fine.map(([x, y]) => Math.hypot(x! - point.x, y! - point.y)))
}

function listBoxes(view: ChartView, { origin, landing, pin: face }: DrawnCrossing): Box[] {
  const box = (x: number, y: number, width: number, height: number) => ({
    left: x - width / 2,
    right: x + width / 2,
    top: y - height / 2,
    bottom: y + height / 2,
  })
  const { label } = landing
  const pin = 1.9 * view.pinRadius * Math.SQRT1_2 // The square within the circle: pins may touch corner to corner.
  return [
    ...(origin.label
      ? [
          box(origin.x, origin.y, 8, 8),
          box(origin.label.x, origin.label.y, [...origin.city].length * view.fontSize * 0.45, view.fontSize),
        ]
      : []),
    box(face.x, face.y, pin, pin),
    box(label.x, label.y, label.width - 1, label.height - 1),
  ]
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
