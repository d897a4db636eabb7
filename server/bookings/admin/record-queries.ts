/** SQL for one booking that an admin looks at: a session, or a package of sessions (decision 0074). */
import { findBookingByReference, type BookedSession } from '#server/bookings/queries'
import type { Db } from '#server/platform/db/connect'

/** `startsAt`: the end of the time in which its sessions can be booked. */
type BoughtPackage = NonNullable<Awaited<ReturnType<typeof findPackageOfAdmin>>>

/** `sessions`: of a package, how many it has; null for a session. */
export type RecordedBooking = (BookedSession & { sessions: null }) | BoughtPackage

/** Undefined for an unknown reference, and for that of a seat in a cohort. */
export async function findRecordedBooking(db: Db, reference: string): Promise<RecordedBooking | undefined> {
  const session = await findBookingByReference(db, reference)
  return session ? { ...session, sessions: null } : findPackageOfAdmin(db, reference)
}

const findPackageOfAdmin = (db: Db, reference: string) =>
  db
    .selectFrom('bookings')
    .innerJoin('packages', 'packages.id', 'bookings.id')
    .innerJoin('mentors', 'mentors.id', 'packages.mentorId')
    .select([
      'bookings.id',
      'reference',
      'bookings.status',
      'packageId',
      'packages.sessions',
      'packages.mentorId',
      'startsAt',
      'minutes',
      'sessionTitle',
      'mentors.name as mentorName',
      'mentors.accountId as mentorAccountId',
      'mentorTimeZone',
      'menteeTimeZone',
      'menteeName',
      'menteeEmail',
      'menteePhone',
      'topic',
      'bookings.pricePence',
      'bookings.currency',
      'termsVersion',
      'termsAcceptedAt',
      'processingSince',
      'paidAt',
      'paidAmountPence',
      'paymentIntent',
      'cancelledAt',
      'cancelledBy',
      'bookings.accountId',
    ])
    .where('reference', '=', reference)
    .executeTakeFirst()

/** The credits of a package in order, each with the session that has it. */
export const listCreditsWithSessions = (db: Db, packageId: string) =>
  db
    .selectFrom('credits')
    .leftJoin('bookings', 'bookings.id', 'credits.bookingId')
    .select(['number', 'share', 'credits.bookingId', 'earnedAt', 'refundedAt', 'reference', 'startsAt'])
    .where('credits.packageId', '=', packageId)
    .orderBy('number')
    .execute()
