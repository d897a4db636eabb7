/** A payment or a confirmation that comes after its hold has expired may still get the time, if nobody else has it. */
import { readAvailability } from '#server/bookings/availability/availability-queries'
import { isCapReached } from '#server/bookings/limits/mentor-caps'
import { insertClaim } from '#server/bookings/queries'
import type { Db } from '#server/db/connect'
import { isAccepted } from '#server/mentors/queries'

/**
 * Claims an expired hold's minutes again. False when they are taken, a cap of the mentor is reached, or the mentor is
 * no longer accepted.
 */
export async function retakeClaim(
  tx: Db,
  booking: Parameters<typeof insertClaim>[1] & { pricePence: number },
): Promise<boolean> {
  const availability = await readAvailability(tx, booking.mentorId)
  if (!availability || !(await isAccepted(tx, booking.mentorId))) return false
  if (await isCapReached(tx, booking, availability, booking.id)) return false
  return insertClaim(tx, booking)
}
