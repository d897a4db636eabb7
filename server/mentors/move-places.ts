/** Where the cities of moves are. Decision 0011. */
import type { App } from '#server/context'
import { listCitiesToPlace, placeMovesBetween } from '#server/mentors/move-places-queries'
import { findPlaces } from '#server/reference/places'

/**
 * Looks up the cities of all moves for which nobody has looked, and keeps where they are. To be called once moves were
 * added; may be called at any time, any number of times. Costs a query where there is nothing to look up. A move whose
 * city is changed is looked up again once its `looked_up` is false.
 */
export async function placeMoves({ db }: Pick<App, 'db'>): Promise<void> {
  const cities = await listCitiesToPlace(db)
  if (cities.length === 0) return
  const places = await findPlaces(cities)
  await placeMovesBetween(
    db,
    cities.map((city, n) => ({ ...city, place: places[n] ?? null })),
  )
}
