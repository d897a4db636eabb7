/** SQL for the installation: whether this database is for a demo, for live use or for a rehearsal. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/connect'

export type InstallationMode = 'demo' | 'live' | 'rehearsal'

/** Null before the first start. Reads a database that this release has not migrated, too. */
export async function readMode(db: Db): Promise<InstallationMode | null> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('installation') is not null as there`.execute(db)
  if (!rows[0]?.there) return null
  return (await db.selectFrom('installation').select('mode').executeTakeFirst())?.mode ?? null
}

/** Stores the mode of the first call, and returns it to every later call. */
export async function rememberMode(db: Db, mode: InstallationMode, now: Date): Promise<InstallationMode> {
  await db
    .insertInto('installation')
    .values({ mode, createdAt: now })
    .onConflict((known) => known.column('onlyRow').doNothing())
    .execute()
  const first = await db.selectFrom('installation').select('mode').executeTakeFirstOrThrow()
  return first.mode
}

/** Whether files of its own must be in the storage. Reads a database that this release has not migrated, too. */
export async function hasPictures(db: Db): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('pictures') is not null as there`.execute(db)
  if (!rows[0]?.there) return false
  return (await db.selectFrom('pictures').select('key').limit(1).executeTakeFirst()) !== undefined
}

/** Demo mentors are written only into a database without mentors. */
export async function hasNoMentors(db: Db): Promise<boolean> {
  return !(await db.selectFrom('mentors').select('id').limit(1).executeTakeFirst())
}
