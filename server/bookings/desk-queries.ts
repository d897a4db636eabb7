/** SQL for the bookings that a mentor sees on their desk. Never the mentee's email address. */
import type { Db } from '#server/db/connect'

export type DeskBooking = Awaited<ReturnType<typeof listBookingsOfMentor>>[number]

/** Bookings that hold a mentor's time or did, and start in [from, to), in order. Without holds that are over by now. */
export function listBookingsOfMentor(db: Db, mentorId: string, { from, to, now }: { from: Date; to: Date; now: Date }) {
  return db
    .selectFrom('bookings')
    .select(['id', 'reference', 'status', 'startsAt', 'minutes', 'sessionTitle', 'topic', 'pricePence', 'currency'])
    .select(['menteeName', 'menteePhone', 'menteeTimeZone', 'payBefore'])
    .where('mentorId', '=', mentorId)
    .where('status', 'in', ['held', 'confirmed', 'completed', 'no_show'])
    .where((row) => row.or([row('status', '<>', 'held'), row('holdExpiresAt', '>', now)]))
    .where('startsAt', '>=', from)
    .where('startsAt', '<', to)
    .orderBy('startsAt')
    .execute()
}
