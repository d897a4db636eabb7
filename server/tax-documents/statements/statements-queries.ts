/** SQL for which monthly statements were issued. */
import { sql } from 'kysely'
import type { ZoneMonth } from '#domain/tax-documents/statement-months'
import { DAY_MS } from '#domain/time/wall-time'
import type { Db } from '#server/platform/db/connect'

export const findStatementMentor = (db: Db, mentorId: string) =>
  db.selectFrom('mentors').select(['name', 'timeZone']).where('id', '=', mentorId).executeTakeFirst()

/** A mentor's statements that were issued, oldest first. */
export const listIssuedMonths = (db: Db, mentorId: string): Promise<ZoneMonth[]> =>
  db
    .selectFrom('mentorStatements')
    .select(['month', 'timeZone as zone', 'startsAt as from', 'endsAt as until'])
    .where('mentorId', '=', mentorId)
    .orderBy('month')
    .execute()

/** Writes that a statement is issued. False if it was before: of any number of processes, the primary key lets one do it. */
export async function insertStatement(
  tx: Db,
  { mentorId, issuedAt, month, zone, from, until }: ZoneMonth & { mentorId: string; issuedAt: Date },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('mentorStatements')
    .values({ mentorId, month, timeZone: zone, startsAt: from, endsAt: until, issuedAt })
    .onConflict((conflict) => conflict.columns(['mentorId', 'month']).doNothing())
    .returning('month')
    .executeTakeFirst()
  return inserted !== undefined
}

/** The instant from which statements are issued: that of the first round, which is written by it. */
export async function startStatements(tx: Db, now: Date): Promise<Date> {
  await tx
    .insertInto('statementsStart')
    .values({ startedAt: now })
    .onConflict((conflict) => conflict.column('onlyRow').doNothing())
    .execute()
  const { startedAt } = await tx.selectFrom('statementsStart').select('startedAt').executeTakeFirstOrThrow()
  return startedAt
}

/** The time zones of mentors. */
export async function listMentorZones(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('mentors').select('timeZone').distinct().orderBy('timeZone').execute()
  return rows.map(({ timeZone }) => timeZone)
}

/**
 * Mentors whose money moved in one of these months, which are of their time zone, without a statement of it, earlier months first.
 * A month begins with the end of their last statement, if that is earlier: they may have moved to another zone since.
 */
export async function listDueStatements(db: Db, months: ZoneMonth[]): Promise<{ mentorId: string; month: string }[]> {
  if (months.length === 0) return []
  const all = months.map(
    ({ zone, month, from, until }) => sql`(${zone}, ${month}, ${from}::timestamptz, ${until}::timestamptz)`,
  )
  const earliest = new Date(Math.min(...months.map(({ from }) => from.getTime())) - 2 * DAY_MS)
  const { rows } = await sql<{ mentorId: string; month: string }>`
    with ended (time_zone, month, starts_at, ends_at) as (values ${sql.join(all)}),
    moved as (
      select booking_id, created_at as at from ledger where created_at >= ${earliest}
      union all
      select booking_id, paid_at from payout_lines join payouts on payouts.id = payout_id
      join payout_batches on payout_batches.id = batch_id where paid_at >= ${earliest}
      union all
      select booking_id, updated_at from disputes where status = 'lost' and updated_at >= ${earliest}
    )
    select distinct mentors.id as mentor_id, ended.month from moved
    join bookings on bookings.id = booking_id
    left join cohorts on cohorts.id = bookings.cohort_id
    left join mentors as leaders on leaders.account_id = cohorts.account_id
    left join packages on packages.id = bookings.id
    join mentors on mentors.id = coalesce(bookings.mentor_id, packages.mentor_id, leaders.id)
    join ended on ended.time_zone = mentors.time_zone and at < ended.ends_at and at >= least(ended.starts_at, (
      select max(ends_at) from mentor_statements where mentor_id = mentors.id and mentor_statements.month < ended.month))
    where not exists (
      select from mentor_statements where mentor_statements.mentor_id = mentors.id and mentor_statements.month = ended.month)
    order by ended.month, mentors.id`.execute(db)
  return rows
}
