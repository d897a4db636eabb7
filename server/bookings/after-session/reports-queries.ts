/** SQL for who said to be here, and for reports of no-shows and problems. Call the writing ones with the booking locked. */
import { sql, type Insertable } from 'kysely'
import { COMPLETE_HOURS, type Side } from '#domain/bookings/after-session'
import type { MinorUnits } from '#domain/payments/money'
import type { Db } from '#server/platform/db/connect'
import type { Tables } from '#server/platform/db/tables'

/** Records that a side is here. Keeps the first time. */
export async function insertCheckIn(tx: Db, arrival: Insertable<Tables['arrivals']>): Promise<void> {
  await tx
    .insertInto('arrivals')
    .values(arrival)
    .onConflict((known) => known.doNothing())
    .execute()
}

/** When each side said that it is here. */
export async function readCheckIns(db: Db, bookingId: string): Promise<Partial<Record<Side, Date>>> {
  const rows = await db.selectFrom('arrivals').select(['side', 'at']).where('bookingId', '=', bookingId).execute()
  return Object.fromEntries(rows.map(({ side, at }) => [side, at]))
}

export function findNoShow(db: Db, bookingId: string) {
  return db.selectFrom('noShows').selectAll().where('bookingId', '=', bookingId).executeTakeFirst()
}

export async function insertNoShow(tx: Db, bookingId: string, report: { absent: Side; reportedAt: Date }) {
  await tx
    .insertInto('noShows')
    .values({ bookingId, ...report, contestedAt: null, outcome: null, decidedAt: null, decidedBy: null })
    .execute()
}

export async function recordContest(tx: Db, bookingId: string, contest: string, at: Date): Promise<void> {
  await tx.updateTable('noShows').set({ contest, contestedAt: at }).where('bookingId', '=', bookingId).execute()
}

export async function recordOutcome(
  tx: Db,
  bookingId: string,
  decision: { outcome: 'absent' | 'present'; decidedAt: Date; decidedBy: string | null },
): Promise<void> {
  await tx
    .updateTable('noShows')
    .set(decision)
    .where('bookingId', '=', bookingId)
    .where('outcome', 'is', null)
    .execute()
}

/** Bookings whose uncontested report was made at this instant or before, oldest first. */
export async function listUncontested(db: Db, reportedBy: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('noShows')
    .select('bookingId')
    .where('outcome', 'is', null)
    .where('contestedAt', 'is', null)
    .where('reportedAt', '<=', reportedBy)
    .orderBy('reportedAt')
    .limit(limit)
    .execute()
  return rows.map((row) => row.bookingId)
}

export function listProblems(db: Db, bookingId: string) {
  return db.selectFrom('problems').selectAll().where('bookingId', '=', bookingId).orderBy('reportedAt').execute()
}

export function findProblem(db: Db, id: string) {
  return db.selectFrom('problems').selectAll().where('id', '=', id).executeTakeFirst()
}

/** False when this side has reported one. */
export async function insertProblem(
  tx: Db,
  problem: { id: string; bookingId: string; side: Side; text: string; reportedAt: Date },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('problems')
    .values({ ...problem, resolvedAt: null, resolvedBy: null, refundPence: null })
    .onConflict((known) => known.columns(['bookingId', 'side']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function recordResolution(
  tx: Db,
  id: string,
  resolution: { resolvedAt: Date; resolvedBy: string; refundPence: MinorUnits; answer: string },
): Promise<void> {
  await tx.updateTable('problems').set(resolution).where('id', '=', id).where('resolvedAt', 'is', null).execute()
}

/**
 * True while a report of a no-show or a problem waits for a person or for its time. The session does not complete then,
 * and its mentor is not paid.
 */
export async function hasOpenReport(db: Db, bookingId: string): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    select exists (select from no_shows where booking_id = ${bookingId} and outcome is null)
      or exists (select from problems where booking_id = ${bookingId} and resolved_at is null) as open`.execute(db)
  return rows[0]!.open
}

/** Confirmed sessions that are to complete by now: over for long enough, without an open report. Longest over first. */
export async function listToComplete(db: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from bookings
    where status = 'confirmed' and starts_at <= ${now}::timestamptz - make_interval(hours => ${COMPLETE_HOURS})
      and starts_at + minutes * interval '1 minute' <= ${now}::timestamptz - make_interval(hours => ${COMPLETE_HOURS})
      and not exists (select from no_shows where booking_id = bookings.id and outcome is null)
      and not exists (select from problems where booking_id = bookings.id and resolved_at is null)
    order by starts_at limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}
