/** SQL for who waits for a cohort: which are there for a crossing, and how many people wait for which. */
import { sql, type SqlBool } from 'kysely'
import { canBeJoined } from '#server/cohorts/queries'
import type { Db } from '#server/platform/db/connect'
import { isWaiting } from '#server/waitlist/waitlist-queries'

/** Where mentees of a cohort come from and go to. */
export type Crossing = { fromCountry: string; toCountry: string }

/** The open cohorts for a crossing, or for anyone, the soonest first. Dates are YYYY-MM-DD. */
export function listOpenCohortsFor(db: Db, { fromCountry, toCountry }: Crossing, today: string, limit = 5) {
  return db
    .selectFrom('cohorts')
    .select(['slug', 'title', sql<string>`starts_on::text`.as('startsOn'), sql<string>`ends_on::text`.as('endsOn')])
    .where(canBeJoined(today))
    .where((row) => row.or([row('fromCountry', 'is', null), row('fromCountry', '=', fromCountry)]))
    .where((row) => row.or([row('toCountry', 'is', null), row('toCountry', '=', toCountry)]))
    .orderBy('startsOn')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Crossings with both a waitlist and an open cohort, the longest wait first. */
export function listCrossingsToNotify(db: Db, { now, today }: { now: Date; today: string }, limit: number) {
  return db
    .selectFrom('waitingList')
    .select(['fromCountry', 'toCountry'])
    .$narrowType<Crossing>()
    .where('fromCountry', 'is not', null)
    .where(isWaiting(now))
    .where(
      sql<SqlBool>`exists (select from cohorts where ${canBeJoined(today)}
        and coalesce(cohorts.from_country, waiting_list.from_country) = waiting_list.from_country
        and coalesce(cohorts.to_country, waiting_list.to_country) = waiting_list.to_country)`,
    )
    .groupBy(['fromCountry', 'toCountry'])
    .orderBy(sql`min(confirmed_at)`)
    .limit(limit)
    .execute()
}

/** How many wait, by crossing and month, the crossing that most wait for first. */
export function listDemand(db: Db, now: Date, limit = 500) {
  const waiting = db
    .selectFrom('waitingList')
    .select(['fromCountry', 'toCountry', 'intake'])
    .$narrowType<Crossing & { intake: string }>()
    .select([
      sql<number>`count(*)::int`.as('people'),
      sql<number>`(sum(count(*)) over (partition by from_country, to_country))::int`.as('ofCrossing'),
    ])
    .where('fromCountry', 'is not', null)
    .where(isWaiting(now))
  return waiting
    .groupBy(['fromCountry', 'toCountry', 'intake'])
    .orderBy('ofCrossing', 'desc')
    .orderBy('fromCountry')
    .orderBy('toCountry')
    .orderBy('intake')
    .limit(limit)
    .execute()
}

/** How many wait for what a cohort is for. Null stands for any country. */
export async function countCrossingWaitlist(
  db: Db,
  { fromCountry, toCountry }: { [side in keyof Crossing]: string | null },
  now: Date,
): Promise<number> {
  const { count } = await db
    .selectFrom('waitingList')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('fromCountry', 'is not', null)
    .where(isWaiting(now))
    .$if(fromCountry !== null, (query) => query.where('fromCountry', '=', fromCountry))
    .$if(toCountry !== null, (query) => query.where('toCountry', '=', toCountry))
    .executeTakeFirstOrThrow()
  return count
}
