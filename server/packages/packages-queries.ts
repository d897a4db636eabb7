/** SQL for packages that are held, bought and used. */
import { sql, type NotNull } from 'kysely'
import { insertIfTaken, type AnyHold } from '#server/bookings/holds/insert-hold-queries'
import type { Db } from '#server/platform/db/connect'

export type PackageHold = AnyHold & { packageId: string }

/** Writes the booking of a package. It takes nothing that another could have. */
export async function insertPackageHold(tx: Db, hold: PackageHold): Promise<void> {
  await sql`with taken as (values (true)) ${insertIfTaken(hold)}`.execute(tx)
}

/** A browser's live hold of a package of a mentor; not one whose payment is processing, which cannot be paid again. */
export function findPackageHold(db: Db, browserHash: string, mentorId: string) {
  return db
    .selectFrom('bookings')
    .innerJoin('packages', 'packages.id', 'bookings.id')
    .select(['bookings.id', 'checkoutId', 'pricePence', 'menteeEmail', 'payBefore'])
    .select(['packages.sessionTypeId', 'packages.sessions'])
    .where('browserHash', '=', browserHash)
    .where('packages.mentorId', '=', mentorId)
    .where('status', '=', 'held')
    .where('processingSince', 'is', null)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** A package as its buyer's page and emails show it, with its mentor. `startsAt`: the end of its year. */
const bought = (db: Db) =>
  db
    .selectFrom('bookings')
    .innerJoin('packages', 'packages.id', 'bookings.id')
    .innerJoin('mentors', 'mentors.id', 'packages.mentorId')
    .select([
      'bookings.id',
      'reference',
      'bookings.status',
      'bookings.packageId',
      'packages.mentorId',
      'packages.sessionTypeId',
      'packages.sessions',
      'checkoutId',
      'browserHash',
      'startsAt',
      'minutes',
      'sessionTitle',
      'menteeName',
      'menteeEmail',
      'menteePhone',
      'menteeTimeZone',
      'bookings.accountId',
      'bookings.pricePence',
      'bookings.currency',
      'paidAt',
      'paidAmountPence',
      'paymentIntent',
      'payBefore',
      'processingSince',
      'termsVersion',
      'termsAcceptedAt',
      'bookings.cancelPolicy',
      'feePercent',
      'refundCeiling',
      'linkVersion',
      'cancelledAt',
      'cancelledBy',
      'bookings.erasedAt',
      'mentors.name as mentorName',
      'mentors.slug as mentorSlug',
      'mentors.status as mentorStatus',
      'mentors.timeZone as mentorHomeZone',
      'mentors.accountId as mentorAccountId',
    ])
    .$narrowType<{ packageId: NotNull }>()

export type BoughtPackage = NonNullable<Awaited<ReturnType<typeof findPackage>>>

export const findPackage = (db: Db, id: string) => bought(db).where('bookings.id', '=', id).executeTakeFirst()
