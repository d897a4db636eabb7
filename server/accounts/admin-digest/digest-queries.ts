/** SQL for what waits for an admin, across the areas. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/connect'
import type { ConcernKind } from '#server/platform/db/tables'

export type Waiting = {
  /** Applications and profile changes to decide. `since`: of the oldest. */
  submissions: { count: number; since: Date } | null
  concerns: { kind: ConcernKind; count: number }[]
}

/** Counts what an admin has to decide or to look at. */
export async function readWaiting(db: Db): Promise<Waiting> {
  const submissions = await db
    .selectFrom('mentorSubmissions')
    .select([sql<number>`count(*)::int`.as('count'), sql<Date | null>`min(submitted_at)`.as('since')])
    .where('decision', 'is', null)
    .executeTakeFirstOrThrow()
  const concerns = await db
    .selectFrom('concerns')
    .select(['kind', sql<number>`count(*)::int`.as('count')])
    .where('resolvedAt', 'is', null)
    .groupBy('kind')
    .orderBy('kind')
    .execute()
  const { count, since } = submissions
  return { submissions: since ? { count, since } : null, concerns }
}

/** How much waits for a decision on each page of the admins. */
type WaitingByPage = Record<'dashboard' | 'completion' | 'feedback' | 'mentors' | 'cohorts', number>

/** Each count is read from an index of what is open. */
export async function countWaitingByPage(db: Db): Promise<WaitingByPage> {
  const { rows } = await sql<WaitingByPage>`
    select (select count(*)::int from concerns where resolved_at is null
        and kind not in ('no_show_contested', 'problem_reported', 'feedback_reported')) as dashboard,
      (select count(*)::int from no_shows where outcome is null and contested_at is not null)
        + (select count(*)::int from problems where resolved_at is null) as completion,
      (select count(*)::int from concerns where resolved_at is null and kind = 'feedback_reported') as feedback,
      (select count(*)::int from mentor_submissions where decision is null) as mentors,
      (select count(*)::int from cohorts where status = 'pending') as cohorts`.execute(db)
  return rows[0]!
}

/** The accounts of admins that may sign in. */
export function listAdmins(db: Db) {
  return db
    .selectFrom('accounts')
    .select('id')
    .where('role', '=', 'admin')
    .where('suspendedAt', 'is', null)
    .orderBy('id')
    .execute()
}
