/** SQL for the packages that mentors have on offer: several sessions of a type for a lower price. */
import { sql } from 'kysely'
import type { MinorUnits } from '#domain/payments/money'
import type { Db } from '#server/platform/db/connect'

export type OfferedPackage = { sessionTypeId: string; sessions: number; price: MinorUnits; currency: string }

/**
 * The packages of a mentor that still cost less than their sessions one by one, in the mentor's currency. `sessionTypeId`: only of
 * this type.
 */
export async function listOfferedPackages(
  db: Db,
  of: { mentorId: string; sessionTypeId?: string },
): Promise<OfferedPackage[]> {
  return db
    .selectFrom('sessionPackages')
    .innerJoin('sessionTypes', 'sessionTypes.id', 'sessionTypeId')
    .innerJoin('mentors', 'mentors.id', 'sessionPackages.mentorId')
    .select(['sessionTypeId', 'sessions', 'sessionPackages.pricePence as price', 'sessionPackages.currency'])
    .where('sessionPackages.mentorId', '=', of.mentorId)
    .$if(of.sessionTypeId !== undefined, (query) => query.where('sessionTypeId', '=', of.sessionTypeId!))
    .whereRef('sessionPackages.currency', '=', 'mentors.currency')
    .where(
      sql<boolean>`session_packages.price_pence < sessions * coalesce(session_types.price_pence, mentors.price_pence)::bigint`,
    )
    .orderBy('sessionTypes.position')
    .orderBy('sessions')
    .execute()
}

/** All packages that a mentor has set, on offer or not. */
export const listPackages = (db: Db, mentorId: string): Promise<OfferedPackage[]> =>
  db
    .selectFrom('sessionPackages')
    .select(['sessionTypeId', 'sessions', 'pricePence as price', 'currency'])
    .where('mentorId', '=', mentorId)
    .execute()

/** The session types of a mentor with what one session costs: their own price, or else the mentor's. */
export const listPricedSessions = (db: Db, mentorId: string) =>
  db
    .selectFrom('sessionTypes')
    .innerJoin('mentors', 'mentors.id', 'mentorId')
    .select(['sessionTypes.id', 'title', 'sessionTypes.pricePence', 'mentors.pricePence as mentorPrice', 'currency'])
    .where('mentorId', '=', mentorId)
    .orderBy('sessionTypes.position')
    .execute()

/** Replaces all packages of a mentor. */
export async function replacePackages(
  tx: Db,
  mentorId: string,
  wanted: { sessionTypeId: string; sessions: number; price: MinorUnits; currency: string }[],
): Promise<void> {
  await tx.deleteFrom('sessionPackages').where('mentorId', '=', mentorId).execute()
  if (wanted.length === 0) return
  await tx
    .insertInto('sessionPackages')
    .values(wanted.map(({ price, ...each }) => ({ ...each, mentorId, pricePence: price })))
    .execute()
}
