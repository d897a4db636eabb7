import { describe, expect, it } from 'vitest'
import { nonEmpty } from '../../../../tests/support/non-empty.ts'
import { COUNTED_BAND, WORLD, type Point } from '../chart-view.ts'
import { drawCounted, type CountedCrossing, type Port } from './counted-routes.ts'

const ports = Object.fromEntries(
  (
    [
      ['India', 72.9, 19.1],
      ['UK', -2.2, 53.5],
      ['Germany', 13.4, 52.5],
      ['Nigeria', 3.4, 6.5],
      ['Canada', -79.4, 43.7],
      ['Kenya', 36.8, -1.3],
      ['Australia', 151.2, -33.9],
      ['Japan', 139.7, 35.7],
      ['Brazil', -46.6, -23.5],
    ] as const
  ).map(([name, longitude, latitude]): [string, Port] => [name, { name, place: { longitude, latitude } }]),
)

/** "India to UK, 12" */
function crossing(text: string): CountedCrossing {
  const [, from = '', to = '', count] = /^(.+) to (.+), (\d+)$/.exec(text)!
  return { path: `/${from}/${to}`, label: `${from} to ${to}`, count: Number(count), from: ports[from]!, to: ports[to]! }
}

const crossings = [
  'India to UK, 12',
  'UK to India, 1',
  'Nigeria to Germany, 3',
  'India to Australia, 7',
  'Kenya to Canada, 2',
  'Japan to Brazil, 1',
].map(crossing)
const apart = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)

describe.each([WORLD, COUNTED_BAND])('the chart of all crossings on the $name view', (view) => {
  const { routes, ports: drawn } = drawCounted(view, crossings)
  const marks = routes.flatMap(({ mark }) => mark ?? [])

  it('has a number for each crossing that has room, the largest first', () => {
    const counts = routes.filter(({ mark }) => mark).map(({ count }) => count)
    expect(counts.length).toBeGreaterThan(2)
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
  })

  it('keeps the numbers apart from each other, from the places and from the edge', () => {
    for (const [n, mark] of nonEmpty(marks).entries()) {
      expect(mark.x).toBeGreaterThanOrEqual(view.stage.left + view.pinRadius - 0.1)
      expect(mark.x).toBeLessThanOrEqual(view.stage.right - view.pinRadius + 0.1)
      for (const other of marks.slice(n + 1)) expect(apart(mark, other)).toBeGreaterThan(2 * view.pinRadius)
      for (const port of drawn) expect(apart(mark, port)).toBeGreaterThan(view.pinRadius)
    }
  })

  it('draws a way there and back once, with a number for each', () => {
    const [there, back] = ['/India/UK', '/UK/India'].map((path) => routes.find((route) => route.path === path)!)
    expect(there!.route).toMatch(/^M/)
    expect(back!.route).toBe('')
    expect(back!.mark).not.toBeNull()
  })
})

it('the chart of the world shows every crossing, those over the Pacific from its edge', () => {
  const { routes } = drawCounted(WORLD, crossings)
  expect(routes.length).toBe(crossings.length)
  expect(routes.every(({ mark }) => mark !== null)).toBe(true)
})

it('a chart without crossings is empty', () => {
  expect(drawCounted(WORLD, [])).toEqual({ routes: [], ports: [] })
})
