/** SQL for stored pictures: which there are, and whether something points at them. */
import { sql, type Expression, type SqlBool } from 'kysely'
import type { Db } from '#server/db/connect'

/** Call it before the files are written. */
export async function insertPicture(db: Db, key: string, now: Date): Promise<void> {
  await db.insertInto('pictures').values({ key, createdAt: now }).execute()
}

/** Call it after the files are removed. */
export async function deletePicture(db: Db, key: string): Promise<void> {
  await db.deleteFrom('pictures').where('key', '=', key).execute()
}

/** Accounts, mentors, cohorts, their drafts, and what waits for review. */
export async function isPictureUsed(db: Db, key: string): Promise<boolean> {
  const { used } = await db.selectNoFrom(isUsed(sql<string>`${key}`).as('used')).executeTakeFirstOrThrow()
  return used
}

/** Keys of pictures stored before this instant that nothing points at, oldest first. */
export async function listUnusedPictures(db: Db, before: Date, limit: number): Promise<string[]> {
  const found = await db
    .selectFrom('pictures')
    .select('key')
    .where('createdAt', '<', before)
    .where((row) => row.not(isUsed(row.ref('key'))))
    .orderBy('createdAt')
    .limit(limit)
    .execute()
  return found.map(({ key }) => key)
}

const isUsed = (key: Expression<string>) => sql<SqlBool & boolean>`(
  exists (select 1 from accounts where picture = ${key})
  or exists (select 1 from mentors where portrait = ${key})
  or exists (select 1 from mentor_drafts where portrait = ${key})
  or exists (select 1 from mentor_submissions where decision is null and content ->> 'portrait' = ${key})
  or exists (select 1 from cohorts where picture = ${key})
  or exists (select 1 from cohort_drafts where picture = ${key}))`
