/** SQL that ends a confirmed booking. */
import { sql } from 'kysely'
import type { CancelActor } from '#domain/bookings/refunds/refund-rule'
import { transitionBooking } from '#server/bookings/queries'
import type { Db } from '#server/platform/db/connect'

/** Call with the booking locked and confirmed. */
export async function recordCancellation(
  tx: Db,
  id: string,
  { by, at, message = '' }: { by: CancelActor; at: Date; message?: string | undefined },
): Promise<void> {
  if (!(await transitionBooking(tx, id, 'confirmed', 'cancel'))) throw new Error(`Booking ${id} is not confirmed`)
  await tx
    .updateTable('bookings')
    .set({ cancelledAt: at, cancelledBy: by, cancelMessage: message, revision: sql`revision + 1` })
    .where('id', '=', id)
    .execute()
}

/** How many confirmed sessions a mentor has cancelled themselves since an instant. */
export async function countMentorCancellations(db: Db, mentorId: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('bookings')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('mentorId', '=', mentorId)
    .where('cancelledBy', '=', 'mentor')
    .where('cancelledAt', '>=', since)
    .executeTakeFirstOrThrow()
  return count
}
