/** SQL for what mentors submit for review. At most one submission of a mentor waits. */
import { sql, type Insertable } from 'kysely'
import type { MentorContent } from '#domain/mentors/content'
import type { Db } from '#server/platform/db/connect'
import type { FieldRequests, SubmissionDecision } from '#server/platform/db/tables/mentor-tables'
import type { Tables } from '#server/platform/db/tables'

export async function insertSubmission(tx: Db, submission: Insertable<Tables['mentorSubmissions']>): Promise<void> {
  await tx.insertInto('mentorSubmissions').values(submission).execute()
}

/** The submission that waits; undefined without one. */
export function findWaiting(db: Db, mentorId: string) {
  return db
    .selectFrom('mentorSubmissions')
    .selectAll()
    .where('mentorId', '=', mentorId)
    .where('decision', 'is', null)
    .executeTakeFirst()
}

export async function findMentorOfSubmission(db: Db, id: string): Promise<string | undefined> {
  const found = await db.selectFrom('mentorSubmissions').select('mentorId').where('id', '=', id).executeTakeFirst()
  return found?.mentorId
}

/** Call with the mentor's row locked. */
export function lockSubmission(tx: Db, id: string) {
  return tx.selectFrom('mentorSubmissions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Replaces what waits. A decision about what was read before is then refused. */
export async function replaceWaiting(
  tx: Db,
  { id, version }: { id: string; version: number },
  content: MentorContent,
  before: MentorContent | null,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('mentorSubmissions')
    .set({
      content: JSON.stringify(content),
      before: before && JSON.stringify(before),
      version: version + 1,
      changedAt: now,
    })
    .where('id', '=', id)
    .execute()
}

/** Call with the row locked. */
export async function decideSubmission(
  tx: Db,
  id: string,
  decided: {
    decision: SubmissionDecision
    by: string | null
    at: Date
    message: string
    requests: FieldRequests
  },
): Promise<void> {
  await tx
    .updateTable('mentorSubmissions')
    .set({
      decision: decided.decision,
      decidedAt: decided.at,
      decidedBy: decided.by,
      message: decided.message,
      requests: JSON.stringify(decided.requests),
    })
    .where('id', '=', id)
    .execute()
}

/** Everything a mentor submitted, newest first, with the name of who decided. */
export function listSubmissions(db: Db, mentorId: string) {
  return db
    .selectFrom('mentorSubmissions')
    .leftJoin('accounts', 'accounts.id', 'decidedBy')
    .selectAll('mentorSubmissions')
    .select('accounts.name as deciderName')
    .where('mentorId', '=', mentorId)
    .orderBy('submittedAt', 'desc')
    .orderBy('mentorSubmissions.id')
    .execute()
}

export async function countWaiting(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('mentorSubmissions')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('decision', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** What waits for review, oldest first. `hasEarlier`: an application that was submitted before in another form. */
export function listWaiting(db: Db, limit = 200) {
  return db
    .selectFrom('mentorSubmissions')
    .innerJoin('mentors', 'mentors.id', 'mentorId')
    .select(['mentorSubmissions.id', 'mentorId', 'mentors.name', 'mentors.role', 'mentors.status'])
    .select(['mentors.portrait', 'submittedAt', sql<boolean>`before is not null`.as('isEdit')])
    .select((query) =>
      query
        .exists(
          query
            .selectFrom('mentorSubmissions as earlier')
            .select('earlier.id')
            .whereRef('earlier.mentorId', '=', 'mentorSubmissions.mentorId')
            .whereRef('earlier.submittedAt', '<', 'mentorSubmissions.submittedAt')
            .where('earlier.before', 'is', null),
        )
        .as('hasEarlier'),
    )
    .where('decision', 'is', null)
    .orderBy('submittedAt')
    .orderBy('mentorSubmissions.id')
    .limit(limit)
    .execute()
}
