/**
 * SQL for packages and their credits (decision 0074). A session takes a credit as it claims minutes. Lock the package's row before
 * taking or closing credits, so that the last one is taken once.
 */
import { sql, type Insertable } from 'kysely'
import type { Credit } from '#domain/packages/package'
import type { MinorUnits } from '#domain/payments/money'
import type { Db } from '#server/platform/db/connect'
import type { Tables } from '#server/platform/db/tables'

type NewCredit = { number: number; share: MinorUnits; fee: MinorUnits }

/** Writes a package and its credits. Call it in the transaction that has written its booking. */
export async function insertPackage(
  tx: Db,
  bought: Insertable<Tables['packages']>,
  credits: NewCredit[],
): Promise<void> {
  await tx.insertInto('packages').values(bought).execute()
  await tx
    .insertInto('credits')
    .values(credits.map((credit) => ({ packageId: bought.id, ...credit })))
    .execute()
}

export async function findMentorOfPackage(db: Db, packageId: string): Promise<string> {
  const { mentorId } = await db
    .selectFrom('packages')
    .select('mentorId')
    .where('id', '=', packageId)
    .executeTakeFirstOrThrow()
  return mentorId
}

export const listCredits = (db: Db, packageId: string): Promise<(Credit & { fee: MinorUnits })[]> =>
  db
    .selectFrom('credits')
    .select(['number', 'share', 'fee', 'bookingId', 'earnedAt', 'refundedAt'])
    .where('packageId', '=', packageId)
    .orderBy('number')
    .execute()

/** Lets one transaction at a time take or close credits of a package. */
export async function lockCredits(tx: Db, packageId: string): Promise<void> {
  await tx.selectFrom('packages').select('id').where('id', '=', packageId).forNoKeyUpdate().execute()
}

/**
 * The first open credit of a package that can be used: it is paid, not cancelled, and its buyer's bank asks nothing back. Call with
 * the credits locked.
 */
export function findUsableCredit(tx: Db, packageId: string): Promise<NewCredit | undefined> {
  return tx
    .selectFrom('credits')
    .innerJoin('bookings', 'bookings.id', 'credits.packageId')
    .select(['number', 'share', 'fee'])
    .where('credits.packageId', '=', packageId)
    .where('bookings.status', '=', 'confirmed')
    .where('credits.bookingId', 'is', null)
    .where('earnedAt', 'is', null)
    .where('refundedAt', 'is', null)
    .where(
      sql<boolean>`not exists (select from disputes where booking_id = ${packageId}
        and disputes.status not in ('won', 'warning_closed', 'prevented'))`,
    )
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
}

/** Books a credit as a session. The constraint `credits_booking_id_key` keeps a session from two credits. */
export async function takeCredit(
  tx: Db,
  { packageId, number, bookingId }: { packageId: string; number: number; bookingId: string },
): Promise<void> {
  await tx
    .updateTable('credits')
    .set({ bookingId })
    .where('packageId', '=', packageId)
    .where('number', '=', number)
    .where('bookingId', 'is', null)
    .returning('number')
    .executeTakeFirstOrThrow()
}

/** Whether sessions of a package can be booked at this instant: it is paid, not cancelled, and its year has not ended. */
export async function isPackageUsable(db: Db, packageId: string, now: Date): Promise<boolean> {
  const usable = await db
    .selectFrom('bookings')
    .select('id')
    .where('id', '=', packageId)
    .where('status', '=', 'confirmed')
    .where('startsAt', '>', now)
    .executeTakeFirst()
  return usable !== undefined
}

/** The credit that a session was booked with, unless it was given back. Call with the session locked. */
export function findCreditOfSession(tx: Db, bookingId: string) {
  return tx
    .selectFrom('credits')
    .select(['packageId', 'number', 'share', 'fee', 'earnedAt'])
    .where('bookingId', '=', bookingId)
    .executeTakeFirst()
}

/** The session gives its credit back, whether it was earned or not. */
export async function freeCredit(tx: Db, bookingId: string): Promise<void> {
  await tx.updateTable('credits').set({ bookingId: null, earnedAt: null }).where('bookingId', '=', bookingId).execute()
}

/** Marks open or booked credits as the mentor's. */
export async function markEarned(tx: Db, packageId: string, numbers: number[], at: Date): Promise<void> {
  await tx
    .updateTable('credits')
    .set({ earnedAt: at })
    .where('packageId', '=', packageId)
    .where('number', 'in', numbers)
    .where('earnedAt', 'is', null)
    .execute()
}

/** Marks open credits as refunded. */
export async function markRefunded(tx: Db, packageId: string, numbers: number[], at: Date): Promise<void> {
  await tx
    .updateTable('credits')
    .set({ refundedAt: at })
    .where('packageId', '=', packageId)
    .where('number', 'in', numbers)
    .where('bookingId', 'is', null)
    .execute()
}

/** Ids of the packages of a mentor with sessions that were not had yet, in the order in which they are locked. */
export async function listUnfinishedPackages(db: Db, mentorId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('packages')
    .innerJoin('bookings', 'bookings.id', 'packages.id')
    .select('packages.id')
    .where('packages.mentorId', '=', mentorId)
    .where('status', '=', 'confirmed')
    .where((row) =>
      row.exists(
        row
          .selectFrom('credits')
          .select('number')
          .whereRef('credits.packageId', '=', 'packages.id')
          .where('earnedAt', 'is', null)
          .where('refundedAt', 'is', null),
      ),
    )
    .orderBy('packages.id')
    .execute()
  return rows.map(({ id }) => id)
}
