/** SQL for stored pictures: which there are, and whether something points at them. */
import { sql, type Expression, type SqlBool } from 'kysely'
import type { Db } from '#server/platform/db/connect'

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

/**
 * Whether everyone may see a picture: it is the portrait of an accepted mentor, or the picture of an accepted cohort whose
 * proposer has not left. Also the portrait of a mentor who takes a break: their mentees' bookings and emails show it, and so
 * do lists that were opened before.
 */
export async function isPublicPicture(db: Db, key: string): Promise<boolean> {
  const { rows } = await sql<{ shown: boolean }>`/* prepared: public picture */
    select exists (select 1 from mentors where portrait = ${key} and status in ('accepted', 'paused'))
      or exists (
        select 1 from cohorts join accounts on accounts.id = cohorts.account_id
        where cohorts.picture = ${key} and cohorts.status = 'accepted' and accounts.suspended_at is null) as shown`.execute(
    db,
  )
  return rows[0]!.shown
}

/** Whether a picture is an account's own, also in a draft or in what waits for review. */
export async function isOwnPicture(db: Db, key: string, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ own: boolean }>`
    select exists (select 1 from accounts where picture = ${key} and id = ${accountId}::uuid)
      or exists (select 1 from mentors where portrait = ${key} and account_id = ${accountId}::uuid)
      or exists (select 1 from mentor_drafts where portrait = ${key} and account_id = ${accountId}::uuid)
      or exists (
        select 1 from mentor_submissions join mentors on mentors.id = mentor_id
        where decision is null and content ->> 'portrait' = ${key} and account_id = ${accountId}::uuid)
      or exists (select 1 from cohorts where picture = ${key} and account_id = ${accountId}::uuid)
      or exists (select 1 from cohort_drafts where picture = ${key} and account_id = ${accountId}::uuid) as own`.execute(
    db,
  )
  return rows[0]!.own
}

const isUsed = (key: Expression<string>) => sql<SqlBool & boolean>`(
  exists (select 1 from accounts where picture = ${key})
  or exists (select 1 from mentors where portrait = ${key})
  or exists (select 1 from mentor_drafts where portrait = ${key})
  or exists (select 1 from mentor_submissions where decision is null and content ->> 'portrait' = ${key})
  or exists (select 1 from cohorts where picture = ${key})
  or exists (select 1 from cohort_drafts where picture = ${key}))`
