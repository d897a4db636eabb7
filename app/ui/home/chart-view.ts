/**
 * The map of the chart and its two views: beside the text on a wide window, a band above it on a narrow one.
 * Units: degrees for places; CSS pixels at full size for views, x to the right, y down.
 */

/** What `chart.svg` covers: 360° from the Bering Strait, where the edge cuts no coast. */
export const SHEET = { west: -169, north: 84, south: -58 } as const

/** Marks stay within `stage`, the part that every window with this view shows. */
export type ChartView = {
  name: 'wide' | 'band'
  /** Pixels a degree. */
  scale: number
  stage: { west: number; east: number; north: number; south: number }
  /** Pixels. */
  pinRadius: number
  fontSize: number
}

export const WIDE: ChartView = {
  name: 'wide',
  scale: 5.83,
  stage: { west: -15, east: 116, north: 72, south: -24 },
  pinRadius: 22,
  fontSize: 16,
}

export const BAND: ChartView = {
  name: 'band',
  scale: 3,
  stage: { west: -18, east: 88, north: 69, south: -13 },
  pinRadius: 17,
  fontSize: 13,
}

export type Point = { x: number; y: number }

export function sizeOf(view: ChartView): { width: number; height: number } {
  return { width: 360 * view.scale, height: (SHEET.north - SHEET.south) * view.scale }
}

/** The position of a place in a view. Longitudes beyond ±180° lie on the next sheet. */
export function project(view: ChartView, place: { longitude: number; latitude: number }): Point {
  return { x: (place.longitude - SHEET.west) * view.scale, y: (SHEET.north - place.latitude) * view.scale }
}
