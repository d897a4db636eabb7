/** SQL for packages that are held, bought and used. */
import { sql, type NotNull } from 'kysely'
import { insertIfTaken, toBookingJson, type AnyHold } from '#server/bookings/holds/insert-hold-queries'
import { HELD, isNotLapsed } from '#server/bookings/queries'
import type { Db } from '#server/platform/db/connect'

export type PackageHold = AnyHold & { packageId: string }

/** Writes the booking of a package. It takes nothing that another could have. */
export async function insertPackageHold(tx: Db, hold: PackageHold): Promise<void> {
  await sql`with taken as (values (true)) ${insertIfTaken(toBookingJson(hold))}`.execute(tx)
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
    .where('status', '=', HELD)
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
      'mentors.location as mentorLocation',
      // Pictures of suspended or former mentors are visible only to themselves and admins.
      sql<string | null>`case when mentors.status in ('accepted', 'paused') then mentors.portrait end`.as(
        'mentorPortrait',
      ),
    ])
    .$narrowType<{ packageId: NotNull }>()

export type BoughtPackage = NonNullable<Awaited<ReturnType<typeof findPackage>>>

export const findPackage = (db: Db, id: string) => bought(db).where('bookings.id', '=', id).executeTakeFirst()

export const findPackageByReference = (db: Db, reference: string) =>
  bought(db).where('reference', '=', reference).executeTakeFirst()

/** For the page after the payment. A checkout's id cannot be guessed; only its buyer has it. */
export const findPackageByCheckout = (db: Db, checkoutId: string) =>
  bought(db).where('checkoutId', '=', checkoutId).executeTakeFirst()

/** By the SHA-256 of the hold's secret. */
export const findPackageBySecretHash = (db: Db, secretHash: string) =>
  bought(db).where('secretHash', '=', secretHash).executeTakeFirst()

/** An account's packages, the one that ends last first, without holds that expired unpaid. */
export const listPackagesOfAccount = (db: Db, accountId: string, limit: number) =>
  bought(db)
    .where('bookings.accountId', '=', accountId)
    .where(isNotLapsed)
    .orderBy('startsAt', 'desc')
    .limit(limit)
    .execute()

/** The packages that were bought with this address and have a page, the one that ends last first. */
export const listPackagesOfAddress = (db: Db, email: string, limit: number) =>
  bought(db)
    .where('menteeEmail', '=', email)
    .where('bookings.status', '<>', 'held')
    .where(isNotLapsed)
    .orderBy('startsAt', 'desc')
    .limit(limit)
    .execute()

/** The sessions that are booked with a package or were had with it, the earliest first. */
export const listSessionsOfPackage = (db: Db, packageId: string) =>
  db
    .selectFrom('credits')
    .innerJoin('bookings', 'bookings.id', 'credits.bookingId')
    .select(['number', 'reference', 'startsAt'])
    .where('credits.packageId', '=', packageId)
    .orderBy('startsAt')
    .execute()

/** Which session of its package a booking is. Undefined once it has given its credit back. */
export const findPlaceInPackage = (db: Db, bookingId: string) =>
  db
    .selectFrom('credits')
    .innerJoin('packages', 'packages.id', 'credits.packageId')
    .select(['number', 'sessions'])
    .where('bookingId', '=', bookingId)
    .executeTakeFirst()

/** Confirmed packages with open credits that end after `from` and at the latest at `to`, without an email of this version. */
export async function listEndingPackages(
  db: Db,
  { from, to, version }: { from: Date; to: Date; version: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from packages join bookings using (id)
    where bookings.status = 'confirmed' and starts_at > ${from} and starts_at <= ${to}
      and exists (select from credits
        where credits.package_id = packages.id and booking_id is null and earned_at is null and refunded_at is null)
      and not exists (select from outbox
        where subject = packages.id and kind = 'package_ends' and outbox.version = ${String(version)})
    order by starts_at limit 500`.execute(db)
  return rows.map(({ id }) => id)
}
