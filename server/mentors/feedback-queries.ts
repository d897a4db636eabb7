/** SQL for feedback. The condition on `publishedAt` is here and in `queries.ts`, so no public page can forget it. */
import { sql } from 'kysely'
import type { Db } from '#server/db/connect'

/** The newest published feedback about a mentor, with the start of the session that it is about. */
export function listFeedback(db: Db, mentorId: string, limit: number) {
  return db
    .selectFrom('feedback')
    .innerJoin('bookings', 'bookings.id', 'feedback.bookingId')
    .select(['feedback.id', 'feedback.author', 'feedback.rating', 'feedback.text', 'bookings.startsAt'])
    .where('feedback.mentorId', '=', mentorId)
    .where('feedback.publishedAt', 'is not', null)
    .orderBy('feedback.publishedAt', 'desc')
    .orderBy('feedback.id')
    .limit(limit)
    .execute()
}

/** The average of a mentor's published ratings, to one decimal, and their count. Null before the first. */
export async function readRating(db: Db, mentorId: string): Promise<{ average: number | null; count: number }> {
  return db
    .selectFrom('feedback')
    .select([sql<number | null>`round(avg(rating), 1)::float8`.as('average'), sql<number>`count(*)::int`.as('count')])
    .where('mentorId', '=', mentorId)
    .where('publishedAt', 'is not', null)
    .executeTakeFirstOrThrow()
}
