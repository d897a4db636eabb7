/** SQL for the bookings that end with their mentor. */
import { HELD } from '#server/bookings/queries'
import type { Db } from '#server/platform/db/connect'

/** Ids of confirmed sessions that begin after this instant, in the order in which they are locked. */
export async function listConfirmedAfter(tx: Db, mentorId: string, now: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('bookings')
    .select('id')
    .where('mentorId', '=', mentorId)
    .where('status', '=', 'confirmed')
    .where('startsAt', '>', now)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** How many confirmed sessions of a mentor have not begun. */
export async function countComing(db: Db, mentorId: string, now: Date): Promise<number> {
  return (await listConfirmedAfter(db, mentorId, now)).length
}

export function listHoldsOfMentor(db: Db, mentorId: string) {
  return db
    .selectFrom('bookings')
    .select(['id', 'checkoutId', 'pricePence'])
    .where('mentorId', '=', mentorId)
    .where('status', '=', HELD)
    .orderBy('id')
    .execute()
}

/**
 * True while bookings with this mentor can be confirmed: they were not suspended and did not leave. Waits for a
 * transaction that is just changing the mentor's status, so that no session is confirmed beside it; not for one that
 * only counts the mentor's sessions.
 */
export async function keepsBookings(tx: Db, mentorId: string): Promise<boolean> {
  const mentor = await tx
    .selectFrom('mentors')
    .select('status')
    .where('id', '=', mentorId)
    .forKeyShare()
    .executeTakeFirst()
  return mentor !== undefined && mentor.status !== 'suspended' && mentor.status !== 'withdrawn'
}
