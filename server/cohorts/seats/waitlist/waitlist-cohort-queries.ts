/** SQL for cohorts with a waitlist. */
import { sql, type SqlBool } from 'kysely'
import { canBeJoined } from '#server/cohorts/queries'
import type { Db } from '#server/platform/db/connect'
import { isWaiting } from '#server/waitlist/waitlist-queries'

export type WaitlistCohort = NonNullable<Awaited<ReturnType<typeof findWaitlistCohort>>>

/** What emails and pages of the waitlist say about the cohort. */
export const findWaitlistCohort = (db: Db, id: string) =>
  db
    .selectFrom('cohorts')
    .select(['slug', 'title', 'mentorName', 'status', sql<string>`starts_on::text`.as('startsOn')])
    .select(sql<string>`ends_on::text`.as('endsOn'))
    .where('id', '=', id)
    .executeTakeFirst()

/** Seats of a cohort that are neither booked nor held. */
const freeSeats = sql<number>`(cohorts.seats - (select count(*) from seats where seats.cohort_id = cohorts.id)::int)`

export async function countFreeSeats(db: Db, cohortId: string): Promise<number> {
  const cohort = await db
    .selectFrom('cohorts')
    .select(freeSeats.as('free'))
    .where('id', '=', cohortId)
    .executeTakeFirst()
  return cohort?.free ?? 0
}

/**
 * Open cohorts with a waitlist and more free seats than people notified of one after `since`. Those
 * waited for longest first.
 */
export function listCohortsWithSeats(db: Db, { now, since }: { now: Date; since: Date }, limit: number) {
  return db
    .selectFrom('waitingList')
    .innerJoin('cohorts', 'cohorts.id', 'waitingList.cohortId')
    .select(['cohorts.id', 'cohorts.slug'])
    .where(isWaiting(now))
    .where(canBeJoined(now.toISOString().slice(0, 10)))
    .where(
      sql<SqlBool>`${freeSeats} > (
        select count(*) from waiting_list as notified where notified.cohort_id = cohorts.id and notified.told_at > ${since})`,
    )
    .groupBy(['cohorts.id', 'cohorts.slug'])
    .orderBy(sql`min(confirmed_at)`)
    .limit(limit)
    .execute()
}

/** How many wait for a seat, by cohort. */
export async function countWaitingForSeats(db: Db, cohortIds: string[], now: Date): Promise<Map<string, number>> {
  if (cohortIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('waitingList')
    .select(['cohortId', sql<number>`count(*)::int`.as('people')])
    .$narrowType<{ cohortId: string }>()
    .where('cohortId', 'in', cohortIds)
    .where(isWaiting(now))
    .groupBy('cohortId')
    .execute()
  return new Map(rows.map(({ cohortId, people }) => [cohortId, people]))
}
