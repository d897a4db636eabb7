/** SQL for the minutes of a mentor that a booking claims. Every function takes a `Db`, so a caller may pass a transaction. */
import { minutesAfter } from '#domain/time/wall-time'
import type { Db } from '#server/platform/db/connect'

/** A booking, or what is to become one, whose minutes are claimed. */
export type Claimant = {
  id: string
  mentorId: string
  startsAt: Date
  minutes: number
  bufferBefore: number
  bufferAfter: number
}

/** A session's minutes with the buffers around them, as a PostgreSQL range. */
export function formatRange(booking: Omit<Claimant, 'id' | 'mentorId'>): string {
  const from = minutesAfter(booking.startsAt, -booking.bufferBefore)
  const until = minutesAfter(booking.startsAt, booking.minutes + booking.bufferAfter)
  return `[${from.toISOString()},${until.toISOString()})`
}

/**
 * Claims a booking's minutes of its mentor's time. False when another claim overlaps them: the constraint
 * `claims_no_overlap` decides, so of any number of concurrent callers exactly one gets true. ON CONFLICT names that
 * constraint because, measured, it then neither deadlocks nor aborts the transaction, and it hides no other error
 * (decision 0003).
 */
export async function insertClaim(db: Db, booking: Claimant): Promise<boolean> {
  const taken = await db
    .insertInto('claims')
    .values({ bookingId: booking.id, mentorId: booking.mentorId, during: formatRange(booking) })
    .onConflict((overlap) => overlap.constraint('claims_no_overlap').doNothing())
    .returning('bookingId')
    .executeTakeFirst()
  return taken !== undefined
}

/** Gives back what a booking has taken: a mentor's minutes, or a seat. */
export async function deleteClaim(db: Db, bookingId: string): Promise<void> {
  await db
    .with('vacated', (query) => query.deleteFrom('seats').where('bookingId', '=', bookingId))
    .deleteFrom('claims')
    .where('bookingId', '=', bookingId)
    .execute()
}
