/**
 * SQL for the figures of weeks. Each week is a range of an index, and all that is counted is in it, so that a year of a million
 * bookings is read without its rows.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/platform/db/connect'

/** The instants at which weeks begin, and the one at which the last of them ends. */
type Weeks = Date[]

/**
 * `views`: of mentors' pages. `held`, `booked`: sessions and seats begun in the week, and those of them that were paid or confirmed.
 * `packages`: packages begun in the week that were paid. `revenue`, `returned`: what was paid and what was refunded in the week, in
 * minor units of one currency.
 *
 * What counts of a package (decision 0074): its price is revenue in the week in which it is paid, and its refunds in theirs. Its
 * `deferred` entries in the ledger move no money, they say when the mentor earns it, so no session of it is revenue again. It is no
 * booking itself; each of its sessions is one, in the week in which it is booked.
 */
type WeekFigures = {
  held: number
  booked: number
  packages: number
  revenue: number
  returned: number
  views: number
  newMentors: number
}

/**
 * `dates`: the same weeks as dates, by which views are counted. `mentorIds`: null for all mentors. `currency`: of the money
 * that is counted.
 */
export async function readWeekFigures(
  db: Db,
  {
    weeks,
    dates,
    mentorIds,
    currency,
  }: { weeks: Weeks; dates: string[]; mentorIds: string[] | null; currency: string },
): Promise<WeekFigures[]> {
  const spans = sql`unnest(${weeks.slice(0, -1)}::timestamptz[], ${weeks.slice(1)}::timestamptz[])
    with ordinality as week (begins, ends, n)`
  const of = (column: RawBuilder<unknown>) => (mentorIds ? sql`and ${column} = any(${mentorIds}::uuid[])` : sql``)
  // The booking of a package has no mentor of its own.
  const packages = sql`(select id from packages ${mentorIds ? sql`where packages.mentor_id = any(${mentorIds}::uuid[])` : sql``})`
  const isBooking = mentorIds
    ? sql`mentor_id = any(${mentorIds}::uuid[])`
    : sql`(mentor_id is not null or id not in ${packages})`
  const [made, sold, money, views, mentors] = await Promise.all([
    sql<{ held: number; booked: number }>`
      select made.* from ${spans}, lateral (
        select count(*)::int as held,
          count(*) filter (where paid_at is not null or (price_pence = 0 and status not in ('held', 'expired')))::int as booked
        from bookings where created_at >= begins and created_at < ends and ${isBooking}) as made
      order by n`.execute(db),
    sql<{ packages: number }>`
      select sold.* from ${spans}, lateral (
        select count(*)::int as packages from bookings
        where created_at >= begins and created_at < ends and mentor_id is null and paid_at is not null
          and id in ${packages}) as sold
      order by n`.execute(db),
    sql<{ revenue: number; returned: number }>`
      select moved.* from ${spans}, lateral (
        select coalesce(sum(amount_pence) filter (where kind = 'charge'), 0) as revenue,
          coalesce(-sum(amount_pence) filter (where kind in ('refund', 'reversal')), 0) as returned
        from ledger ${mentorIds ? sql`join bookings on bookings.id = ledger.booking_id` : sql``}
        where ledger.currency = ${currency} and ledger.created_at >= begins and ledger.created_at < ends
          ${mentorIds ? sql`and (bookings.mentor_id = any(${mentorIds}::uuid[]) or bookings.id in ${packages})` : sql``}) as moved
      order by n`.execute(db),
    sql<{ views: number }>`
      select seen.* from unnest(${dates.slice(0, -1)}::date[], ${dates.slice(1)}::date[]) with ordinality as week (begins, ends, n),
        lateral (
          select coalesce(sum(views), 0)::int as views from mentor_views
          where date >= begins and date < ends ${of(sql`mentor_id`)}) as seen
      order by n`.execute(db),
    sql<{ newMentors: number }>`
      select accepted.* from ${spans}, lateral (
        select count(*)::int as new_mentors from mentor_submissions
        where decision = 'accepted' and before is null and decided_at >= begins and decided_at < ends
          ${of(sql`mentor_id`)}) as accepted
      order by n`.execute(db),
  ])
  return made.rows.map((row, n) => ({
    ...row,
    ...sold.rows[n]!,
    ...money.rows[n]!,
    ...views.rows[n]!,
    ...mentors.rows[n]!,
  }))
}

/** Sessions that begin in a span and take place or took place, the earliest first. */
export const listSessionsBetween = (db: Db, from: Date, until: Date, limit: number) =>
  db
    .selectFrom('bookings')
    .innerJoin('mentors', 'mentors.id', 'bookings.mentorId')
    .select([
      'reference',
      'startsAt',
      'minutes',
      'sessionTitle',
      'menteeName',
      'mentors.name as mentorName',
      'mentorTimeZone',
      'menteeTimeZone',
      'bookings.status',
    ])
    .where('startsAt', '>=', from)
    .where('startsAt', '<', until)
    .where('bookings.status', 'in', ['confirmed', 'completed', 'no_show'])
    .orderBy('startsAt')
    .limit(limit)
    .execute()
