/** A payment or a confirmation that comes after its hold has expired may still get the held slot, if it is still free. */
import type { Selectable } from 'kysely'
import { readAvailability } from '#server/mentors/availability/availability-queries'
import { keepsBookings } from '#server/bookings/cancellation/mentor-cancellation-queries'
import { isCapReached } from '#server/bookings/limits/mentor-caps'
import { findMentorOfPackage } from '#server/bookings/credits/credits-queries'
import { isPackage, isSession } from '#server/bookings/queries'
import { deleteClaim, insertClaim } from '#server/bookings/claims-queries'
import { keepsSeats, retakeSeat } from '#server/bookings/holds/seat-claims-queries'
import { redeemAgain } from '#server/discounts/redemptions-queries'
import { lockNextHold } from '#server/bookings/holds/moves-queries'
import type { Db } from '#server/platform/db/connect'
import type { Tables } from '#server/platform/db/tables'
import { isAccepted } from '#server/mentors/queries'

type Booking = Selectable<Tables['bookings']>

/**
 * Takes again what an expired hold had: minutes or a seat, and its discount code. Takes nothing unless it gets both.
 */
export async function retakeHold(tx: Db, booking: Booking): Promise<'retaken' | 'slot_taken' | 'code_used_up'> {
  if (!(await retakeClaim(tx, booking))) return 'slot_taken'
  if (booking.discountPence === 0) return 'retaken'
  await lockNextHold(tx, booking.id) // Before the code: bookings are locked first.
  if (await redeemAgain(tx, booking.id)) return 'retaken'
  await deleteClaim(tx, booking.id)
  return 'code_used_up'
}

/**
 * Claims an expired hold's minutes again, or a seat. False when they are taken, a cap of the mentor is reached, or the mentor
 * is no longer accepted. A package claims nothing.
 */
export async function retakeClaim(tx: Db, booking: Booking): Promise<boolean> {
  if (isPackage(booking)) return true
  if (!isSession(booking)) return retakeSeat(tx, booking)
  const availability = await readAvailability(tx, booking.mentorId)
  if (!availability || !(await isAccepted(tx, booking.mentorId))) return false
  if (await isCapReached(tx, booking, availability, booking.id)) return false
  return insertClaim(tx, booking)
}

/** Whether a hold can still be confirmed: its mentor did not leave, or its cohort was not withdrawn. */
export async function isStillOffered(tx: Db, booking: Booking): Promise<boolean> {
  if (isPackage(booking)) return keepsBookings(tx, await findMentorOfPackage(tx, booking.id))
  return isSession(booking) ? keepsBookings(tx, booking.mentorId) : keepsSeats(tx, booking.cohortId)
}
