/** SQL for public feedback. The condition on `publishedAt` is here and in `queries.ts`, so no public page can forget it. */
import { sql } from 'kysely'
import { MIN_RATINGS } from '#domain/mentors/feedback'
import type { Db } from '#server/db/connect'

/** The newest published feedback about a mentor, with the title and the start of the session that it is about. */
export function listFeedback(db: Db, mentorId: string, limit: number) {
  return db
    .selectFrom('feedback')
    .innerJoin('bookings', 'bookings.id', 'feedback.bookingId')
    .select(['feedback.id', 'feedback.author', 'feedback.rating', 'feedback.text', 'answer'])
    .select(['bookings.startsAt', 'bookings.sessionTitle'])
    .where('feedback.mentorId', '=', mentorId)
    .where('feedback.publishedAt', 'is not', null)
    .orderBy('feedback.publishedAt', 'desc')
    .orderBy('feedback.id')
    .limit(limit)
    .execute()
}

/** The average of a grouped selection of ratings, to one decimal. Null for fewer than `MIN_RATINGS`. */
export const shownAverage = () =>
  sql<number | null>`case when count(*) >= ${sql.lit(MIN_RATINGS)} then round(avg(rating), 1)::float8 end`

/** How many published ratings of a mentor give each number of stars. */
export async function countStars(db: Db, mentorId: string): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('feedback')
    .select(['rating', sql<number>`count(*)::int`.as('count')])
    .where('mentorId', '=', mentorId)
    .where('publishedAt', 'is not', null)
    .groupBy('rating')
    .execute()
  return new Map(rows.map(({ rating, count }) => [rating, count]))
}

/** The average of a mentor's published ratings and their count. */
export async function readRating(db: Db, mentorId: string): Promise<{ average: number | null; count: number }> {
  return db
    .selectFrom('feedback')
    .select([shownAverage().as('average'), sql<number>`count(*)::int`.as('count')])
    .where('mentorId', '=', mentorId)
    .where('publishedAt', 'is not', null)
    .executeTakeFirstOrThrow()
}
