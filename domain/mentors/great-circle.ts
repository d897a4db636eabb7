/**
 * The shortest path between two places on a sphere. All angles are in degrees; east and north are positive.
 * Source: Ed Williams' Aviation Formulary, "Intermediate points on a great circle".
 */
export type Place = { longitude: number; latitude: number }

const RADIAN = Math.PI / 180

/** The angle between two places seen from the centre of the Earth. One degree is about 111 km. */
export function angleBetween(from: Place, to: Place): number {
  const [a, b] = [from.latitude * RADIAN, to.latitude * RADIAN]
  const across = Math.sin(((to.longitude - from.longitude) * RADIAN) / 2) ** 2
  const along = Math.sin((b - a) / 2) ** 2
  return (2 * Math.asin(Math.min(1, Math.sqrt(along + Math.cos(a) * Math.cos(b) * across)))) / RADIAN
}

/**
 * `legs` + 1 evenly spaced places from `from` to `to`. Longitudes do not jump at ±180°: a path across the date line
 * goes beyond it. Between a place and itself or its antipode there is no single path: returns both ends.
 */
export function greatCircle(from: Place, to: Place, legs: number): Place[] {
  const angle = angleBetween(from, to) * RADIAN
  if (Math.sin(angle) < 1e-9) return [from, to]
  const [start, end] = [towards(from), towards(to)]
  const path: Place[] = []
  for (let leg = 0; leg <= legs; leg++) {
    const [before, after] = [Math.sin(angle * (1 - leg / legs)), Math.sin((angle * leg) / legs)]
    const [x, y, z] = start.map((part, axis) => (part * before + end[axis]! * after) / Math.sin(angle)) as Direction
    const longitude = Math.atan2(y, x) / RADIAN
    const last = path.at(-1)?.longitude ?? from.longitude
    path.push({
      longitude: longitude + 360 * Math.round((last - longitude) / 360),
      latitude: Math.atan2(z, Math.hypot(x, y)) / RADIAN,
    })
  }
  return path
}

type Direction = [x: number, y: number, z: number]

function towards({ longitude, latitude }: Place): Direction {
  const [across, up] = [longitude * RADIAN, latitude * RADIAN]
  return [Math.cos(up) * Math.cos(across), Math.cos(up) * Math.sin(across), Math.sin(up)]
}
