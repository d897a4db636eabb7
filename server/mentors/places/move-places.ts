/** Looks up the coordinates of moves. Decision 0011. */
import type { App } from '#server/context'
import { listCitiesToPlace, placeMovesBetween } from '#server/mentors/places/move-places-queries'
import { findPlaces } from '#server/platform/reference/places'

/** Moves of one statement, which ends well within its timeout. */
const BATCH = 10_000

/**
 * Stores the coordinates of all moves that have not been looked up. Call it after adding moves; calling it at other
 * times costs one query. To have a changed move looked up again, set its `looked_up` to false.
 */
export async function placeMoves({ db }: Pick<App, 'db'>, batch = BATCH): Promise<void> {
  const cities = await listCitiesToPlace(db)
  if (cities.length === 0) return
  const places = await findPlaces(cities)
  const placed = cities.map((city, n) => ({ ...city, place: places[n] ?? null }))
  while ((await placeMovesBetween(db, placed, batch)) > 0);
}
