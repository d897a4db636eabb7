/** SQL for the bookings that a mentor sees on their desk. Never the mentee's email address. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/connect'

export type DeskBooking = Awaited<ReturnType<typeof listBookingsOfMentor>>[number]

/** Bookings that hold a mentor's time or did, and start in [from, to), in order. Without holds that are over by now. */
export function listBookingsOfMentor(db: Db, mentorId: string, { from, to, now }: { from: Date; to: Date; now: Date }) {
  return (
    db
      .selectFrom('bookings')
      // A session that was paid with a package: which one of how many.
      .leftJoin('credits', 'credits.bookingId', 'bookings.id')
      .leftJoin('packages', 'packages.id', 'credits.packageId')
      .select(['bookings.id', 'reference', 'status', 'startsAt', 'minutes', 'sessionTitle', 'topic', 'pricePence'])
      .select(['currency', 'menteeName', 'menteePhone', 'menteeTimeZone', 'payBefore'])
      .select(['credits.number as creditNumber', 'packages.sessions as packageSessions'])
      .where('bookings.mentorId', '=', mentorId)
      .where('status', 'in', ['held', 'confirmed', 'completed', 'no_show'])
      .where((row) => row.or([row('status', '<>', 'held'), row('holdExpiresAt', '>', now)]))
      .where('startsAt', '>=', from)
      .where('startsAt', '<', to)
      .orderBy('startsAt')
      .execute()
  )
}

/**
 * How many times of a mentor's were held, and how many of these holds became bookings, by the Monday (UTC) of the week
 * in which they were held. A session that is booked with a package is both at once. Weeks without any are left out.
 */
export async function countHoldsByWeek(
  db: Db,
  mentorId: string,
  from: Date,
): Promise<Map<string, { held: number; booked: number }>> {
  const { rows } = await sql<{ week: string; held: number; booked: number }>`
    select to_char(date_trunc('week', created_at at time zone 'UTC'), 'YYYY-MM-DD') as week, count(*)::int as held,
      count(*) filter (where status in ('confirmed', 'completed', 'no_show', 'cancelled'))::int as booked
    from bookings where mentor_id = ${mentorId} and created_at >= ${from} group by week`.execute(db)
  return new Map(rows.map(({ week, held, booked }) => [week, { held, booked }]))
}

/**
 * How many packages of a mentor's were begun and paid, by the Monday (UTC) of the week in which they were begun. Their sessions are
 * bookings of the weeks in which they are booked. Weeks without any are left out.
 */
export async function countPackagesByWeek(db: Db, mentorId: string, from: Date): Promise<Map<string, number>> {
  const { rows } = await sql<{ week: string; sold: number }>`
    select to_char(date_trunc('week', created_at at time zone 'UTC'), 'YYYY-MM-DD') as week, count(*)::int as sold
    from packages join bookings using (id)
    where packages.mentor_id = ${mentorId} and created_at >= ${from} and paid_at is not null
    group by week`.execute(db)
  return new Map(rows.map(({ week, sold }) => [week, sold]))
}
