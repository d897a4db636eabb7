/** SQL for the bookings that a mentor sees on their desk. Never the mentee's email address. */
import type { Db } from '#server/db/connect'

export type DeskBooking = Awaited<ReturnType<typeof listBookingsOfMentor>>[number]

/** Bookings that hold or held a mentor's time and start in [from, to), in order. */
export function listBookingsOfMentor(db: Db, mentorId: string, { from, to }: { from: Date; to: Date }) {
  return db
    .selectFrom('bookings')
    .select(['id', 'reference', 'status', 'startsAt', 'minutes', 'sessionTitle', 'topic', 'pricePence', 'currency'])
    .select(['menteeName', 'menteePhone', 'menteeTimeZone', 'payBefore', 'holdExpiresAt'])
    .where('mentorId', '=', mentorId)
    .where('status', 'in', ['held', 'confirmed', 'completed', 'no_show'])
    .where('startsAt', '>=', from)
    .where('startsAt', '<', to)
    .orderBy('startsAt')
    .execute()
}
