/** SQL for the coordinates of moves. */
import { sql } from 'kysely'
import type { Place } from '#domain/mentors/great-circle'
import type { Db } from '#server/platform/db/connect'

export type City = { city: string; country: string }

/** The distinct cities of all moves that have not been looked up. */
export async function listCitiesToPlace(db: Db): Promise<City[]> {
  const open = db.selectFrom('moves').where('lookedUp', '=', false)
  return open
    .select(['fromCity as city', 'fromCountry as country'])
    .union(open.select(['toCity as city', 'toCountry as country']))
    .execute()
}

/**
 * Writes the coordinates of open moves between these cities, at most `limit`, and marks the moves as looked up. `place` null: unknown
 * city. Skips moves that another process is writing. Returns how many were written.
 */
export async function placeMovesBetween(
  db: Db,
  cities: (City & { place: Place | null })[],
  limit: number,
): Promise<number> {
  const rows = cities.map(({ city, country, place }) => ({ city, country, ...place }))
  const { numAffectedRows } = await sql`
    with
      places as (
        select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as place (city text, country text, longitude real, latitude real)),
      open as (select mentor_id, position from moves where not looked_up
        limit ${limit}::int for update skip locked)
    update moves set
      from_longitude = origin.longitude, from_latitude = origin.latitude,
      to_longitude = landing.longitude, to_latitude = landing.latitude, looked_up = true
    from open, places as origin, places as landing
    where moves.mentor_id = open.mentor_id and moves.position = open.position
      and origin.city = from_city and origin.country = from_country
      and landing.city = to_city and landing.country = to_country`.execute(db)
  return Number(numAffectedRows ?? 0)
}
