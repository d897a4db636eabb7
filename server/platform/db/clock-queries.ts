/** SQL for the database's clock, the only one that all processes of an installation share. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/connect'

/** The product goes by its own clock (`app.now`): this one is only for comparing. */
export async function readDatabaseClock(db: Db): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  return rows[0]!.at
}
