/** SQL for the mentors that people save for later. Shown are accepted and paused ones; others stay for when they are back. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/connect'

type SavedMentor = {
  id: string
  slug: string
  name: string
  role: string
  portrait: string | null
  /** True while they take no bookings, and have no page. */
  paused: boolean
  /** Of their listing; null while they have none. */
  number: number | null
}

const shownMentors = (db: Db) =>
  db
    .selectFrom('mentors')
    .leftJoin('listings', 'listings.mentorId', 'mentors.id')
    .where('mentors.status', 'in', ['accepted', 'paused'])
    .select([
      'mentors.id',
      'mentors.slug',
      'mentors.name',
      'mentors.role',
      'mentors.portrait',
      'listings.number',
      sql<boolean>`mentors.status = 'paused'`.as('paused'),
    ])

/** An account's, newest first. */
export function listSaved(db: Db, accountId: string): Promise<SavedMentor[]> {
  return shownMentors(db)
    .innerJoin('savedMentors', 'savedMentors.mentorId', 'mentors.id')
    .where('savedMentors.accountId', '=', accountId)
    .orderBy('savedMentors.savedAt', 'desc')
    .orderBy('mentors.id')
    .execute()
}

/** The slugs of an account's, which every page reads. */
export async function listSavedSlugs(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('savedMentors')
    .innerJoin('mentors', 'mentors.id', 'savedMentors.mentorId')
    .select('slug')
    .where('savedMentors.accountId', '=', accountId)
    .where('mentors.status', 'in', ['accepted', 'paused'])
    .execute()
  return rows.map(({ slug }) => slug)
}

/** In the order of the slugs, of which some may be earlier ones. Unknown slugs are left out. */
export async function findBySlugs(db: Db, slugs: string[]): Promise<SavedMentor[]> {
  if (slugs.length === 0) return []
  const earlier = await db
    .selectFrom('previousSlugs')
    .innerJoin('mentors', 'mentors.id', 'previousSlugs.mentorId')
    .select(['previousSlugs.slug as before', 'mentors.slug as now'])
    .where('previousSlugs.slug', 'in', slugs)
    .execute()
  const present = new Map(earlier.map(({ before, now }) => [before, now]))
  const wanted = [...new Set(slugs.map((slug) => present.get(slug) ?? slug))]
  const rows = await shownMentors(db).where('mentors.slug', 'in', wanted).execute()
  const bySlug = new Map(rows.map((row) => [row.slug, row]))
  return wanted.flatMap((slug) => bySlug.get(slug) ?? [])
}

/** With the account locked, so that of two requests at once the second counts what the first saved. */
export async function lockSaved(tx: Db, accountId: string): Promise<number> {
  await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute()
  const { count } = await tx
    .selectFrom('savedMentors')
    .innerJoin('mentors', 'mentors.id', 'savedMentors.mentorId')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('savedMentors.accountId', '=', accountId)
    .where('mentors.status', 'in', ['accepted', 'paused'])
    .executeTakeFirstOrThrow()
  return count
}

export async function isSaved(tx: Db, accountId: string, mentorId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('savedMentors')
    .select('mentorId')
    .where('accountId', '=', accountId)
    .where('mentorId', '=', mentorId)
    .executeTakeFirst()
  return found !== undefined
}

export async function insertSaved(
  tx: Db,
  saved: { accountId: string; mentorId: string; savedAt: Date },
): Promise<void> {
  await tx
    .insertInto('savedMentors')
    .values(saved)
    .onConflict((known) => known.doNothing())
    .execute()
}

export async function deleteSaved(db: Db, accountId: string, mentorId: string): Promise<void> {
  await db.deleteFrom('savedMentors').where('accountId', '=', accountId).where('mentorId', '=', mentorId).execute()
}
