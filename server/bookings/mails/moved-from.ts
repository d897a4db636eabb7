/** Where a session was before an admin moved it, for the email that says that it is booked. */
import type { BookedSession } from '#server/bookings/queries'
import { listMoves } from '#server/bookings/session-moves/session-moves-queries'
import type { Db } from '#server/platform/db/connect'

/** Null unless its last move was an admin's. */
export async function readMovedFrom(
  db: Db,
  { id, revision }: BookedSession,
): Promise<{ at: Date; mentorZone: string } | null> {
  if (revision === 0) return null
  const last = (await listMoves(db, id)).at(-1)
  return last?.movedBy === 'admin' ? { at: last.fromAt, mentorZone: last.fromZone } : null
}
