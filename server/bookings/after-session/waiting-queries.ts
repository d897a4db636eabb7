/** SQL for what waits for an admin's decision about sessions, oldest first. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/connect'

const about = (db: Db) =>
  db
    .selectFrom('bookings')
    .innerJoin('mentors', 'mentors.id', 'bookings.mentorId')
    .select([
      'reference',
      'bookings.accountId',
      'menteeEmail',
      'mentors.accountId as mentorAccountId',
      'sessionTitle',
      'startsAt',
      'menteeName',
      'mentors.name as mentorName',
      'bookings.pricePence',
      'bookings.currency',
      'bookings.status',
    ])

/** `menteeHere` and `mentorHere`: when each side said to be there. */
export function listContested(db: Db, limit: number) {
  return about(db)
    .innerJoin('noShows', 'noShows.bookingId', 'bookings.id')
    .select([
      'bookings.id',
      'absent',
      'contest',
      'contestedAt',
      'reportedAt',
      sql<Date | null>`(select at from arrivals where booking_id = bookings.id and side = 'mentee')`.as('menteeHere'),
      sql<Date | null>`(select at from arrivals where booking_id = bookings.id and side = 'mentor')`.as('mentorHere'),
    ])
    .where('outcome', 'is', null)
    .where('contestedAt', 'is not', null)
    .orderBy('contestedAt')
    .limit(limit)
    .execute()
}

export function listOpenProblems(db: Db, limit: number) {
  return about(db)
    .innerJoin('problems', 'problems.bookingId', 'bookings.id')
    .select(['problems.id', 'problems.bookingId', 'side', 'text', 'reportedAt', 'paymentIntent', 'packageId'])
    .select('bookings.currency')
    .where('resolvedAt', 'is', null)
    .orderBy('reportedAt')
    .limit(limit)
    .execute()
}

export function listReportedFeedback(db: Db, limit: number) {
  return about(db)
    .innerJoin('feedback', 'feedback.bookingId', 'bookings.id')
    .innerJoin('concerns', (join) =>
      join.on('concerns.subject', '=', sql<string>`feedback.id::text`).on('concerns.kind', '=', 'feedback_reported'),
    )
    .select(['feedback.id', 'author', 'rating', 'text', 'slug', 'concerns.createdAt as reportedAt'])
    .where('resolvedAt', 'is', null)
    .orderBy('concerns.createdAt')
    .limit(limit)
    .execute()
}
