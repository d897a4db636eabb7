/** SQL for members of a cohort: ticked tasks and questions. */
import { sql, type Insertable } from 'kysely'
import type { Db } from '#server/platform/db/connect'
import type { Tables } from '#server/platform/db/tables'

/** The places of the tasks that a member has ticked. */
export async function listTicks(db: Db, bookingId: string): Promise<Set<number>> {
  const rows = await db.selectFrom('cohortTicks').select('position').where('bookingId', '=', bookingId).execute()
  return new Set(rows.map(({ position }) => position))
}

/** Replaces what a member has ticked. A task that was ticked before keeps its time. */
export async function writeTicks(tx: Db, bookingId: string, positions: number[], now: Date): Promise<void> {
  await tx
    .deleteFrom('cohortTicks')
    .where('bookingId', '=', bookingId)
    .where(sql<boolean>`not (position = any(${positions}::int[]))`)
    .execute()
  if (positions.length === 0) return
  await tx
    .insertInto('cohortTicks')
    .values(positions.map((position) => ({ bookingId, position, tickedAt: now })))
    .onConflict((known) => known.doNothing())
    .execute()
}

/** How many tasks each member of a cohort has ticked, by booking. */
export async function countTicks(db: Db, cohortId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ bookingId: string; count: number }>`
    select booking_id, count(*)::int as count from cohort_ticks
    where booking_id in (select id from bookings where cohort_id = ${cohortId}) group by booking_id`.execute(db)
  return new Map(rows.map(({ bookingId, count }) => [bookingId, count]))
}

export async function insertQuestion(tx: Db, question: Insertable<Tables['cohortQuestions']>): Promise<void> {
  await tx.insertInto('cohortQuestions').values(question).execute()
}

/** How many questions of a member wait for an answer. */
export async function countOpenQuestions(db: Db, bookingId: string): Promise<number> {
  const { count } = await db
    .selectFrom('cohortQuestions')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('bookingId', '=', bookingId)
    .where('answer', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Questions of a cohort, the newest first: those with a reply and, of the others, those of `bookingId`. Null: all. */
export const listQuestions = (db: Db, cohortId: string, bookingId: string | null) =>
  db
    .selectFrom('cohortQuestions')
    .innerJoin('bookings', 'bookings.id', 'bookingId')
    .select(['cohortQuestions.id', 'bookingId', 'question', 'askedAt', 'answer', 'answeredAt', 'menteeName'])
    .where('cohortQuestions.cohortId', '=', cohortId)
    .$if(bookingId !== null, (query) =>
      query.where((row) => row.or([row('answer', 'is not', null), row('bookingId', '=', bookingId!)])),
    )
    .orderBy('askedAt', 'desc')
    .orderBy('cohortQuestions.id')
    .limit(200)
    .execute()

export const findQuestion = (db: Db, id: string) =>
  db.selectFrom('cohortQuestions').selectAll().where('id', '=', id).executeTakeFirst()

/** Writes the reply to a question. Returns the asker's booking; undefined if it has a reply already or is not this cohort's. */
export function writeAnswer(
  tx: Db,
  { id, cohortId, answer, at }: { id: string; cohortId: string; answer: string; at: Date },
): Promise<{ bookingId: string } | undefined> {
  return tx
    .updateTable('cohortQuestions')
    .set({ answer, answeredAt: at })
    .where('id', '=', id)
    .where('cohortId', '=', cohortId)
    .where('answer', 'is', null)
    .returning('bookingId')
    .executeTakeFirst()
}

/** Takes out what these members wrote and did. Answers go with their questions, which they quote. */
export async function deleteOfMembers(tx: Db, bookingIds: string[]): Promise<void> {
  if (bookingIds.length === 0) return
  await tx.deleteFrom('cohortTicks').where('bookingId', 'in', bookingIds).execute()
  await tx.deleteFrom('cohortQuestions').where('bookingId', 'in', bookingIds).execute()
}
