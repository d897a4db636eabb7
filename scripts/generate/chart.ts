/**
 * node scripts/generate/chart.ts
 *
 * Writes `app/ui/home/chart.svg`: the world's land and a graticule, from Natural Earth (public domain, through
 * world-atlas). It is committed, so that a build needs no map; `scripts/generate/chart.test.ts` checks that it is up to date.
 *
 * Equirectangular, 10 units per degree, whole units. Cut in the Bering Strait, where no coast is cut, and without
 * Antarctica. Without colours, which pages add.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { geoEquirectangular, geoPath } from 'd3-geo'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { SHEET } from '../../app/ui/home/chart-view.ts'

export const CHART_FILE = 'app/ui/home/chart.svg'

const UNITS = 10 // A degree.
const EVERY = 15 // Degrees between the lines of the graticule.
const BEYOND = 60 // Degrees.

export function drawChart(): string {
  const source = new URL('../../node_modules/world-atlas/land-110m.json', import.meta.url)
  const world = JSON.parse(readFileSync(source, 'utf8')) as Topology<{ land: GeometryCollection }>
  const projection = geoEquirectangular()
    .rotate([-(SHEET.west + 180), 0])
    .scale((180 * UNITS) / Math.PI)
    .translate([180 * UNITS, SHEET.north * UNITS])
    .clipExtent([
      [0, 0],
      [360 * UNITS, (SHEET.north - SHEET.south) * UNITS],
    ])
  const land = geoPath(projection).digits(0)(feature(world, world.objects.land)) ?? ''
  return [
    '<svg xmlns="http://www.w3.org/2000/svg">',
    `<path id="graticule" d="${drawGraticule()}"/>`,
    `<path id="land" d="${relative(land)}"/>`,
    '</svg>\n',
  ].join('\n')
}

/** It goes on beyond the land, since a view may show the sea north or south of it. */
function drawGraticule(): string {
  const [north, south] = [SHEET.north + BEYOND, SHEET.south - BEYOND]
  const [width, height] = [360 * UNITS, (north - south) * UNITS]
  const within = (from: number, to: number) => {
    const first = Math.ceil(from / EVERY) * EVERY
    return Array.from({ length: Math.floor((to - first) / EVERY) + 1 }, (_, n) => first + n * EVERY)
  }
  const meridians = within(SHEET.west, SHEET.west + 360).map(
    (at) => `M${(at - SHEET.west) * UNITS} ${-BEYOND * UNITS}v${height}`,
  )
  const parallels = within(south, north).map((at) => `M0 ${(SHEET.north - at) * UNITS}h${width}`)
  return [...meridians, ...parallels].join('')
}

/** Outlines as relative steps, which are shorter, without rings that rounding has reduced to a line. */
function relative(path: string): string {
  return path
    .split('Z')
    .map((ring) =>
      ring
        .slice(1)
        .split('L')
        .map((point) => point.split(',').map(Number) as [number, number]),
    )
    .map((ring) => ring.filter(([x, y], n) => n === 0 || x !== ring[n - 1]![0] || y !== ring[n - 1]![1]))
    .filter((ring) => ring.length > 3)
    .map((ring) => {
      const steps = ring.slice(1).map(([x, y], n) => `${x - ring[n]![0]} ${y - ring[n]![1]}`)
      return `M${ring[0]!.join(' ')}l${steps.join(' ')}z`.replaceAll(' -', '-')
    })
    .join('')
}

if (import.meta.main) writeFileSync(CHART_FILE, drawChart())
