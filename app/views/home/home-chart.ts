/** The crossings on the home page's chart. They are placed on the server; the browser gets lines and points. */
import type { Place } from '#domain/mentors/great-circle'
import type { Db } from '#server/db/connect'
import { listCrossings } from '#server/mentors/queries'
import { BAND, WIDE } from '../../ui/home/chart-view.ts'
import { drawCrossings, type Crossing } from '../../ui/home/placement.ts'

const MAX_CROSSINGS = 200

/** Leaves out crossings whose cities have no known position (yet). */
export async function readChart(db: Db) {
  const rows = await listCrossings(db, MAX_CROSSINGS)
  const crossings = rows.flatMap(({ slug, name, portrait, ...move }): Crossing[] => {
    const from = placeAt(move.fromLongitude, move.fromLatitude)
    const to = placeAt(move.toLongitude, move.toLatitude)
    if (!from || !to) return []
    return [
      {
        slug,
        name,
        picture: portrait,
        from: { city: move.fromCity, place: from },
        to: { city: move.toCity, place: to },
      },
    ]
  })
  return { wide: drawCrossings(WIDE, crossings), band: drawCrossings(BAND, crossings) }
}

const placeAt = (longitude: number | null, latitude: number | null): Place | null =>
  longitude === null || latitude === null ? null : { longitude, latitude }
