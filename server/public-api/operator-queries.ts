/** SQL for bookings read with an API key. */
import { sql } from 'kysely'
import type { BookingStatus } from '#domain/bookings/booking'
import { packageOfBooking } from '#server/bookings/queries'
import type { Db } from '#server/platform/db/connect'

/** The last booking of a page, after which the next one begins. */
export type MadeCursor = { at: Date; id: string }

const made = (db: Db) =>
  db
    .selectFrom('bookings')
    .innerJoin('mentors', 'mentors.id', 'bookings.mentorId')
    .select(['bookings.id', 'reference', 'bookings.status', 'startsAt', 'minutes', 'sessionTitle'])
    .select(['mentors.id as mentorId', 'mentors.slug as mentorSlug', 'mentors.name as mentorName'])
    .select([
      'bookings.pricePence',
      'bookings.discountPence',
      packageOfBooking,
      'bookings.currency',
      'cancelledAt',
      'cancelledBy',
      'bookings.createdAt',
      'paidAt',
    ])
    .select(['menteeName', 'menteeEmail', 'menteePhone', 'topic', 'menteeTimeZone'])

const ROW_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** By its reference or id. Undefined for other text, and for seats in cohorts. */
export const findMadeBooking = (db: Db, text: string) =>
  made(db)
    .where((row) => (ROW_ID.test(text) ? row('bookings.id', '=', text) : row('reference', '=', text)))
    .executeTakeFirst()

/**
 * Bookings of sessions in the order in which they were made, from `since` on or after `after`, along the index `bookings_made`.
 * `until`: the first moment that is too new to be listed.
 */
export function listMadeBookings(
  db: Db,
  {
    since,
    after,
    until,
    status,
    limit,
  }: { since: Date; after: MadeCursor | null; until: Date; status: BookingStatus | null; limit: number },
) {
  let query = made(db).where('bookings.createdAt', '<', until)
  query = after
    ? query.where(sql<boolean>`(bookings.created_at, bookings.id) > (${after.at}, ${after.id}::uuid)`)
    : query.where('bookings.createdAt', '>=', since)
  if (status) query = query.where('bookings.status', '=', status)
  return query.orderBy('bookings.createdAt').orderBy('bookings.id').limit(limit).execute()
}
