/** SQL for the calendar of a person's sessions. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/connect'

const MAX_SESSIONS = 2_000

/**
 * The sessions of an account in both roles that begin after `since`, by their start. Cancelled ones are left out, so that they
 * leave calendars too. `isMentor`: which of the two it is. `bookedAt`: stays the same, whenever it is read.
 */
export const listBookingsOfPerson = (db: Db, accountId: string, since: Date) =>
  db
    .selectFrom('bookings')
    .innerJoin('mentors', 'mentors.id', 'bookings.mentorId')
    .select(['bookings.id', 'reference', 'revision', 'startsAt', 'minutes', 'sessionTitle', 'menteeName'])
    .select((row) => [
      'mentors.name as mentorName',
      row.fn.coalesce('paidAt', 'bookings.createdAt').as('bookedAt'),
      sql<boolean>`mentors.account_id is not distinct from ${accountId}::uuid`.as('isMentor'),
    ])
    .where((row) => row.or([row('bookings.accountId', '=', accountId), row('mentors.accountId', '=', accountId)]))
    .where('bookings.status', 'in', ['confirmed', 'completed', 'no_show'])
    .where('startsAt', '>=', since)
    .orderBy('startsAt')
    .orderBy('bookings.id')
    .limit(MAX_SESSIONS)
    .execute()
