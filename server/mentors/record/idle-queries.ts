/** SQL that finds mentors who may offer no time. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/connect'

/**
 * Accepted mentors with an account whose listing has no free start before `until`, and whose status has not changed
 * since `since`. `minutes`: of their shortest session. People without an account could not resume.
 */
export function listNotSoonFree(db: Db, { until, since }: { until: Date; since: Date }) {
  return db
    .selectFrom('mentors')
    .leftJoin('listings', 'listings.mentorId', 'mentors.id')
    .select([
      'mentors.id',
      sql<number>`coalesce((select min(minutes) from session_types where mentor_id = mentors.id), 60)`.as('minutes'),
    ])
    .where('mentors.status', '=', 'accepted')
    .where('mentors.accountId', 'is not', null)
    .where((row) => row.or([row('listings.freeAt', 'is', null), row('listings.freeAt', '>', until)]))
    .where((row) => row(row.fn.coalesce('statusSince', 'mentors.createdAt'), '<', since))
    .orderBy('mentors.id')
    .execute()
}
