/** What the home page's chart shows, worked out on the server: the browser gets lines and points. */
import type { Place } from '#domain/mentors/great-circle'
import type { Db } from '#server/db/connect'
import { listCrossings } from '#server/mentors/queries'
import { BAND, WIDE } from '../../ui/home/chart-view.ts'
import { drawCrossings, type Crossing } from '../../ui/home/placement.ts'

const LOOKED_AT = 200

/** A crossing from or to a city that nobody knows, or has looked for yet, is not drawn. */
export async function readChart(db: Db) {
  const rows = await listCrossings(db, LOOKED_AT)
  const crossings = rows.flatMap(({ slug, name, portrait, ...move }): Crossing[] => {
    const from = placeAt(move.from_longitude, move.from_latitude)
    const to = placeAt(move.to_longitude, move.to_latitude)
    if (!from || !to) return []
    return [
      {
        slug,
        name,
        picture: portrait,
        from: { city: move.from_city, place: from },
        to: { city: move.to_city, place: to },
      },
    ]
  })
  return { wide: drawCrossings(WIDE, crossings), band: drawCrossings(BAND, crossings) }
}

const placeAt = (longitude: number | null, latitude: number | null): Place | null =>
  longitude === null || latitude === null ? null : { longitude, latitude }
