/**
 * SQL for ratings. The condition on `publishedAt` is here, in `queries.ts` and in `reputation-queries.ts`, so no public page can
 * forget it.
 */
import { sql } from 'kysely'
import { MIN_RATINGS } from '#domain/mentors/feedback'
import type { Db } from '#server/platform/db/connect'

/** The average of a grouped selection of ratings, to one decimal. Null for fewer than `MIN_RATINGS`. */
export const shownAverage = () =>
  sql<number | null>`case when count(*) >= ${sql.lit(MIN_RATINGS)} then round(avg(rating), 1)::float8 end`

/** The average of a mentor's published ratings and their count. */
export async function readRating(db: Db, mentorId: string): Promise<{ average: number | null; count: number }> {
  return db
    .selectFrom('feedback')
    .select([shownAverage().as('average'), sql<number>`count(*)::int`.as('count')])
    .where('mentorId', '=', mentorId)
    .where('publishedAt', 'is not', null)
    .executeTakeFirstOrThrow()
}
