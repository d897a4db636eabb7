/** The square of a picture that is shown: which part, and how it is moved and zoomed. Pure. In pixels of the picture. */

/** `x`, `y`: its upper left corner. `side`: its width and height. */
export type Crop = { x: number; y: number; side: number }
type Size = { width: number; height: number }

/** The smallest square that the server takes. */
export const LEAST_SIDE = 96

/** The largest square, in the middle: the default when no crop is chosen. */
export function centred({ width, height }: Size): Crop {
  const side = Math.min(width, height)
  return { x: (width - side) / 2, y: (height - side) / 2, side }
}

/** Moved by a share of its own side, as far as the picture goes. */
export function movedCrop({ x, y, side }: Crop, size: Size, right: number, down: number): Crop {
  return {
    x: between(x + right * side, 0, size.width - side),
    y: between(y + down * side, 0, size.height - side),
    side,
  }
}

/** Zoomed around its middle. `times` above 1 shows less of the picture, larger. */
export function zoomedCrop({ x, y, side }: Crop, size: Size, times: number): Crop {
  const most = Math.min(size.width, size.height)
  const wanted = between(side / times, Math.min(LEAST_SIDE, most), most)
  const shift = (side - wanted) / 2
  return {
    x: between(x + shift, 0, size.width - wanted),
    y: between(y + shift, 0, size.height - wanted),
    side: wanted,
  }
}

const between = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)
