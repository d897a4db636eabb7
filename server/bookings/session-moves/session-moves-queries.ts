/** SQL that moves a confirmed booking to another time. */
import { sql } from 'kysely'
import type { RefundPercent } from '#domain/bookings/refunds/refund-rule'
import { formatRange, type Claimant } from '#server/bookings/claims-queries'
import type { Db } from '#server/platform/db/connect'
import type { Side } from '#domain/bookings/after-session'

/**
 * Claims a booking's minutes at its new start and gives up the old ones, in one statement: the new claim is in before the
 * old one is gone. False, and nothing changed, when another claim overlaps the new minutes. The constraint
 * `claims_no_overlap` decides, as in `insertHold`; a claim may overlap the one that it replaces, since both have the
 * same holder. `busy`: whether a busy time of the mentor's calendars keeps it from the new minutes, too.
 */
export async function replaceClaim(tx: Db, booking: Claimant, { busy }: { busy: boolean }): Promise<boolean> {
  const { rows } = await sql`
    with taken as (
      insert into claims (booking_id, mentor_id, during, holder)
      select booking_id, mentor_id, ${formatRange(booking)}::tstzrange, holder from claims as old
      where booking_id = ${booking.id}::uuid and not (${busy} and exists (
        select from busy_times where busy_times.mentor_id = old.mentor_id
          and not isempty(busy_times.during * tstzmultirange(${formatRange(booking)}::tstzrange)
            - tstzmultirange(old.during))))
      on conflict on constraint claims_no_overlap do nothing
      returning booking_id
    )
    delete from claims where booking_id = ${booking.id}::uuid and exists (select from taken)
    returning booking_id`.execute(tx)
  return rows.length > 0
}

export type RecordedMove = {
  id: string
  by: Side | 'admin'
  /** It uses up one of the mentee's own moves. */
  counts: boolean
  from: { startsAt: Date; mentorTimeZone: string; revision: number }
  to: { startsAt: Date; mentorTimeZone: string; bufferBefore: number; bufferAfter: number }
  ceiling: RefundPercent
  at: Date
}

/** Call with the booking locked, after its claim was replaced. Returns the booking's new revision. */
export async function recordMove(tx: Db, { id, by, counts, from, to, ceiling, at }: RecordedMove): Promise<number> {
  const revision = from.revision + 1
  await tx
    .updateTable('bookings')
    .set({ ...to, refundCeiling: ceiling, revision })
    .where('id', '=', id)
    .execute()
  await tx
    .insertInto('bookingMoves')
    .values({
      bookingId: id,
      revision,
      movedBy: by,
      counts,
      fromAt: from.startsAt,
      fromZone: from.mentorTimeZone,
      toAt: to.startsAt,
      movedAt: at,
    })
    .execute()
  return revision
}

/** A booking's moves, the first one first. */
export const listMoves = (db: Db, bookingId: string) =>
  db
    .selectFrom('bookingMoves')
    .select(['revision', 'movedBy', 'fromAt', 'fromZone', 'toAt', 'movedAt'])
    .where('bookingId', '=', bookingId)
    .orderBy('revision')
    .execute()

/** How many of the mentee's own moves of a booking are used up. */
export async function countMoves(db: Db, bookingId: string): Promise<number> {
  const { count } = await db
    .selectFrom('bookingMoves')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('bookingId', '=', bookingId)
    .where('counts', '=', true)
    .executeTakeFirstOrThrow()
  return count
}
