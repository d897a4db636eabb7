/** SQL for the installation: whether this database is for a demo or for live use. */
import type { Db } from '#server/db/connect'

/** Stores the mode of the first call, and returns it to every later call. */
export async function rememberMode(db: Db, mode: 'demo' | 'live', now: Date): Promise<'demo' | 'live'> {
  await db
    .insertInto('installation')
    .values({ mode, createdAt: now })
    .onConflict((known) => known.column('onlyRow').doNothing())
    .execute()
  const first = await db.selectFrom('installation').select('mode').executeTakeFirstOrThrow()
  return first.mode
}

/** Demo mentors are written only into a database without mentors. */
export async function hasNoMentors(db: Db): Promise<boolean> {
  return !(await db.selectFrom('mentors').select('id').limit(1).executeTakeFirst())
}
