/** Who may decide about a booking: an admin who is neither its mentee nor its mentor. */
import type { PeopleOf } from '#domain/accounts/conflict-of-interest'
import { ok, type Result } from '#domain/result'
import type { AuditActor } from '#server/accounts/audit-queries'
import { mayDecide, type ConflictOfInterestError } from '#server/accounts/conflicts-of-interest'
import { findPeopleOfBooking, type BookingPeople } from '#server/bookings/people-queries'
import type { Db } from '#server/platform/db/connect'

/** A guest is known by their address alone. */
export const listBookingPeople = (booking: BookingPeople): PeopleOf => ({
  accounts: [booking.accountId, booking.mentorAccountId, booking.leaderAccountId ?? null],
  emails: [booking.menteeEmail],
})

/** As `mayDecide`, about a booking; about none, everyone may. */
export async function mayDecideAbout(
  db: Db,
  actor: AuditActor,
  bookingId: string | null,
): Promise<Result<AuditActor, ConflictOfInterestError>> {
  if (bookingId === null || actor.kind !== 'account') return ok(actor)
  const booking = await findPeopleOfBooking(db, bookingId)
  return booking ? mayDecide(db, actor, listBookingPeople(booking)) : ok(actor)
}
