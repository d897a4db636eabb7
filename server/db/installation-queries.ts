/** SQL for what this database was set up for. */
import type { Db } from '#server/db/connect'

/** What the first caller named: a database that is live never becomes a demo's, nor the other way round. */
export async function rememberMode(db: Db, mode: 'demo' | 'live', now: Date): Promise<'demo' | 'live'> {
  await db
    .insertInto('installation')
    .values({ mode, created_at: now })
    .onConflict((known) => known.column('only_row').doNothing())
    .execute()
  const first = await db.selectFrom('installation').select('mode').executeTakeFirstOrThrow()
  return first.mode
}

/** Demo people go only into a demo's database that holds nobody yet. */
export async function holdsNobody(db: Db): Promise<boolean> {
  return !(await db.selectFrom('mentors').select('id').limit(1).executeTakeFirst())
}
