/**
 * The map of the chart and its two views: beside the text on a wide window, a band above it on a narrow one.
 * Units: degrees for places; CSS pixels at full size for views, x to the right, y down.
 */
import type { Place } from '#domain/mentors/great-circle'

/** What `chart.svg` covers: 360° from the Bering Strait, where the edge cuts no coast. */
export const SHEET = { west: -169, north: 84, south: -58 } as const

export type Point = { x: number; y: number }
export type Box = { left: number; top: number; right: number; bottom: number }

/** Which part of the world a view shows: pixels a degree, and the place at the canvas' top left corner. */
export type Frame = { scale: number; corner: Place }

/** `frame`: unless another one is given. Marks stay within `stage`, the part that every window with this view shows. */
export type ChartView = {
  name: 'wide' | 'band' | 'world'
  canvas: { width: number; height: number }
  frame: Frame
  stage: Box
  pinRadius: number
  fontSize: number
}

/** Below its stage stands the legend. */
export const WIDE = makeView({ west: -15, east: 116, north: 72, south: -16 }, 5.83, {
  name: 'wide',
  pinRadius: 22,
  fontSize: 16,
})

const NEAR_BAND = makeView({ west: -18, east: 88, north: 69, south: -13 }, 3, {
  name: 'band',
  pinRadius: 17,
  fontSize: 13,
})
/** From farther out, with sea to the west, on which the faces of those stand who landed close together in Europe. */
export const BAND: ChartView = {
  ...NEAR_BAND,
  frame: frameAt(NEAR_BAND.stage, { scale: 2.3, corner: { longitude: -42, latitude: 76 } }),
}

/** The band with smaller marks, for numbers in place of faces. */
export const COUNTED_BAND: ChartView = { ...BAND, pinRadius: 12.5 }

/** Nearly the whole world, from British Columbia to New Zealand, as wide as a page. */
export const WORLD: ChartView = {
  name: 'world',
  canvas: { width: 1344, height: 500 },
  frame: { scale: 4.3, corner: { longitude: -132, latitude: 70 } },
  stage: { left: 12, top: 12, right: 1332, bottom: 488 },
  pinRadius: 14,
  fontSize: 16,
}

/** The frame that has a place at the stage's top left corner. */
function frameAt({ left, top }: Box, { scale, corner }: Frame): Frame {
  return {
    scale,
    corner: { longitude: corner.longitude - left / scale, latitude: corner.latitude + top / scale },
  }
}

function makeView(
  stage: { west: number; east: number; north: number; south: number },
  scale: number,
  rest: Pick<ChartView, 'name' | 'pinRadius' | 'fontSize'>,
): ChartView {
  const frame = { scale, corner: { longitude: SHEET.west, latitude: SHEET.north } }
  const topLeft = project(frame, { longitude: stage.west, latitude: stage.north })
  const bottomRight = project(frame, { longitude: stage.east, latitude: stage.south })
  return {
    ...rest,
    canvas: { width: 360 * scale, height: (SHEET.north - SHEET.south) * scale },
    frame,
    stage: { left: topLeft.x, top: topLeft.y, right: bottomRight.x, bottom: bottomRight.y },
  }
}

/** The position of a place on the canvas. Longitudes beyond ±180° lie on the next sheet. */
export function project({ scale, corner }: Frame, place: Place): Point {
  return { x: (place.longitude - corner.longitude) * scale, y: (corner.latitude - place.latitude) * scale }
}

/** How much nearer and how much farther than usual a view may come. Farther out the sheet would end within the window. */
const [NEAREST, FARTHEST] = [1.5, 0.75]

/** The frame that has these places in the middle of a view's stage: all of them, unless that is farther out than it may go. */
export function frameAround({ frame, stage, pinRadius }: ChartView, places: Place[]): Frame {
  if (places.length === 0) return frame
  const [west, east] = findRange(places.map(({ longitude }) => longitude))
  const [south, north] = findRange(places.map(({ latitude }) => latitude))
  const room = (from: number, to: number) => to - from - 9 * pinRadius // For faces and names beside the last places.
  const fits = Math.min(
    room(stage.left, stage.right) / Math.max(east - west, 1),
    room(stage.top, stage.bottom) / Math.max(north - south, 1),
  )
  const scale = frame.scale * Math.min(Math.max(fits / frame.scale, FARTHEST), NEAREST)
  return {
    scale,
    corner: {
      longitude: (west + east) / 2 - (stage.left + stage.right) / 2 / scale,
      latitude: (south + north) / 2 + (stage.top + stage.bottom) / 2 / scale,
    },
  }
}

const findRange = (values: number[]): [least: number, most: number] => [Math.min(...values), Math.max(...values)]
