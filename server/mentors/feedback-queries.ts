/** SQL for feedback. The condition on `published_at` is here and in `queries.ts`, so no public page can forget it. */
import type { Db } from '#server/db/connect'

/** The newest published feedback about a mentor, with the start of the session that it is about. */
export function listFeedback(db: Db, mentorId: string, limit: number) {
  return db
    .selectFrom('feedback')
    .innerJoin('bookings', 'bookings.id', 'feedback.booking_id')
    .select(['feedback.id', 'feedback.author', 'feedback.rating', 'feedback.text', 'bookings.starts_at'])
    .where('feedback.mentor_id', '=', mentorId)
    .where('feedback.published_at', 'is not', null)
    .orderBy('feedback.published_at', 'desc')
    .orderBy('feedback.id')
    .limit(limit)
    .execute()
}
