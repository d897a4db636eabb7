/** SQL that writes feedback, and reads what is not public. `server/mentors/feedback-queries.ts` reads what is. */
import { sql } from 'kysely'
import { FEEDBACK_DAYS } from '#domain/bookings/after-session'
import type { Db } from '#server/platform/db/connect'

type NewFeedback = {
  id: string
  bookingId: string
  mentorId: string
  rating: number
  text: string
  author: string
  publishedAt: Date | null
  createdAt: Date
}

export async function insertFeedback(tx: Db, feedback: NewFeedback): Promise<void> {
  await tx.insertInto('feedback').values(feedback).execute()
}

/** What the mentee said of this session, published or not. */
export function findBookingFeedback(db: Db, bookingId: string) {
  return db.selectFrom('feedback').selectAll().where('bookingId', '=', bookingId).executeTakeFirst()
}

/** Published feedback with its mentor's name and page. */
export function findPublishedFeedback(db: Db, id: string) {
  return db
    .selectFrom('feedback')
    .innerJoin('mentors', 'mentors.id', 'feedback.mentorId')
    .select(['feedback.id', 'bookingId', 'author', 'rating', 'text', 'mentors.name as mentorName', 'slug'])
    .where('feedback.id', '=', id)
    .where('publishedAt', 'is not', null)
    .executeTakeFirst()
}

export function findMentorFeedback(db: Db, bookingId: string) {
  return db.selectFrom('mentorFeedback').selectAll().where('bookingId', '=', bookingId).executeTakeFirst()
}

export async function insertMentorFeedback(
  tx: Db,
  feedback: { bookingId: string; text: string; createdAt: Date },
): Promise<void> {
  await tx.insertInto('mentorFeedback').values(feedback).execute()
}

export async function publishFeedback(tx: Db, bookingId: string, at: Date): Promise<void> {
  await tx
    .updateTable('feedback')
    .set({ publishedAt: at })
    .where('bookingId', '=', bookingId)
    .where('publishedAt', 'is', null)
    .where('hiddenAt', 'is', null)
    .execute()
}

/** Publishes all feedback on sessions that ended 14 days ago or earlier. */
export async function publishDueFeedback(db: Db, now: Date): Promise<void> {
  await sql`
    update feedback set published_at = ${now} from bookings
    where bookings.id = feedback.booking_id and published_at is null and hidden_at is null
      and starts_at + minutes * interval '1 minute' <= ${now}::timestamptz - make_interval(days => ${FEEDBACK_DAYS})
  `.execute(db)
}

/** False when it is not published or already has a reply. */
export async function recordAnswer(tx: Db, bookingId: string, answer: string, at: Date): Promise<boolean> {
  const updated = await tx
    .updateTable('feedback')
    .set({ answer, answeredAt: at })
    .where('bookingId', '=', bookingId)
    .where('publishedAt', 'is not', null)
    .where('answer', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/** False when it is not published: hidden already, or never was. */
export async function hideFeedbackRow(tx: Db, id: string, at: Date): Promise<boolean> {
  const hidden = await tx
    .updateTable('feedback')
    .set({ hiddenAt: at, publishedAt: null })
    .where('id', '=', id)
    .where('publishedAt', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return hidden !== undefined
}

/** Feedback for admins, the latest first, published or not. `before`: the last row of the page before. */
export function listAllFeedback(db: Db, { before, limit }: { before: { at: Date; id: string } | null; limit: number }) {
  let query = db
    .selectFrom('feedback')
    .innerJoin('mentors', 'mentors.id', 'feedback.mentorId')
    .innerJoin('bookings', 'bookings.id', 'feedback.bookingId')
    .select([
      'feedback.id',
      'author',
      'menteeName',
      'mentors.name as mentorName',
      'slug',
      'reference',
      'rating',
      'text',
    ])
    .select(['answer', 'publishedAt', 'hiddenAt', 'feedback.createdAt'])
    .select(['bookings.accountId', 'menteeEmail', 'mentors.accountId as mentorAccountId'])
  if (before) query = query.where(sql<boolean>`(feedback.created_at, feedback.id) < (${before.at}, ${before.id}::uuid)`)
  return query.orderBy('feedback.createdAt', 'desc').orderBy('feedback.id', 'desc').limit(limit).execute()
}

/** The booking of this feedback, hidden or not. */
export const findFeedback = (db: Db, id: string) =>
  db.selectFrom('feedback').select(['bookingId', 'hiddenAt', 'publishedAt']).where('id', '=', id).executeTakeFirst()

/** Publishes hidden feedback again. False when it is not hidden. */
export async function restoreFeedbackRow(tx: Db, id: string, at: Date): Promise<boolean> {
  const restored = await tx
    .updateTable('feedback')
    .set({ hiddenAt: null, publishedAt: at })
    .where('id', '=', id)
    .where('hiddenAt', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return restored !== undefined
}
