/** SQL for whom a booking is about. */
import type { Db } from '#server/platform/db/connect'

/** `leaderAccountId`: of who leads the cohort in which it is a seat. */
export type BookingPeople = {
  accountId: string | null
  menteeEmail: string | null
  mentorAccountId: string | null
  leaderAccountId?: string | null
}

export const findPeopleOfBooking = (db: Db, id: string): Promise<BookingPeople | undefined> =>
  db
    .selectFrom('bookings')
    .leftJoin('packages', 'packages.id', 'bookings.id')
    .leftJoin('mentors', (join) =>
      join.on((row) => row('mentors.id', '=', row.fn.coalesce('bookings.mentorId', 'packages.mentorId'))),
    )
    .leftJoin('cohorts', 'cohorts.id', 'bookings.cohortId')
    .select(['bookings.accountId', 'menteeEmail'])
    .select(['mentors.accountId as mentorAccountId', 'cohorts.accountId as leaderAccountId'])
    .where('bookings.id', '=', id)
    .executeTakeFirst()
