/** SQL for checks of mentors, and for the codes that prove an address. */
import { sql, type Insertable } from 'kysely'
import { CODE_TRIES, type AddressCheck, type CheckKind } from '#domain/mentors/checks'
import type { Db } from '#server/platform/db/connect'
import type { Tables } from '#server/platform/db/tables'

/** All checks of a mentor, with the name of who made them. */
export function listChecks(db: Db, mentorId: string) {
  return db
    .selectFrom('mentorChecks')
    .leftJoin('accounts', 'accounts.id', 'checkedBy')
    .select(['kind', 'covers', 'address', 'provenAt', 'note', 'checkedAt', 'checkedBy', 'accounts.name as checkerName'])
    .where('mentorId', '=', mentorId)
    .execute()
}

export function findCheck(db: Db, mentorId: string, kind: CheckKind) {
  return db
    .selectFrom('mentorChecks')
    .selectAll()
    .where('mentorId', '=', mentorId)
    .where('kind', '=', kind)
    .executeTakeFirst()
}

/** Writes a check, in place of an earlier one of its kind. */
export async function writeCheck(tx: Db, check: Insertable<Tables['mentorChecks']>): Promise<void> {
  const { covers, address, provenAt, note, checkedAt, checkedBy } = check
  await tx
    .insertInto('mentorChecks')
    .values(check)
    .onConflict((known) =>
      known.columns(['mentorId', 'kind']).doUpdateSet({ covers, address, provenAt, note, checkedAt, checkedBy }),
    )
    .execute()
}

export async function deleteCheck(tx: Db, mentorId: string, kind: CheckKind): Promise<void> {
  await tx.deleteFrom('mentorChecks').where('mentorId', '=', mentorId).where('kind', '=', kind).execute()
}

/** Puts a code in place of an earlier one of its kind, which no longer counts. */
export async function writeCode(tx: Db, code: Insertable<Tables['mentorCheckCodes']>): Promise<void> {
  const { id, address, covers, createdAt, expiresAt } = code
  await tx
    .insertInto('mentorCheckCodes')
    .values(code)
    .onConflict((known) =>
      known
        .columns(['mentorId', 'kind'])
        .doUpdateSet({ id, address, covers, createdAt, expiresAt, codeHash: null, tries: 0 }),
    )
    .execute()
}

/** A code that is still to be emailed; undefined once it has expired or was replaced. */
export function findCode(db: Db, id: string, now: Date) {
  return db
    .selectFrom('mentorCheckCodes')
    .select(['id', 'kind', 'address', 'createdAt', 'expiresAt'])
    .where('id', '=', id)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
}

/** A retry of the email makes another code; only the last counts. */
export async function setCodeHash(db: Db, id: string, codeHash: string): Promise<void> {
  await db.updateTable('mentorCheckCodes').set({ codeHash }).where('id', '=', id).execute()
}

/** The codes of a mentor that can still be entered, by kind, without the codes themselves. */
export function listCodes(db: Db, mentorId: string, now: Date) {
  return db
    .selectFrom('mentorCheckCodes')
    .select(['kind', 'address', 'expiresAt'])
    .where('mentorId', '=', mentorId)
    .where('expiresAt', '>', now)
    .where('tries', '<', CODE_TRIES)
    .execute()
}

/**
 * Counts a try before it is compared, so that of tries at the same moment all count. Undefined when there is nothing left
 * to try.
 */
export function countTry(db: Db, mentorId: string, kind: AddressCheck, now: Date) {
  return db
    .updateTable('mentorCheckCodes')
    .set({ tries: sql`tries + 1` })
    .where('mentorId', '=', mentorId)
    .where('kind', '=', kind)
    .where('codeHash', 'is not', null)
    .where('expiresAt', '>', now)
    .where('tries', '<', CODE_TRIES)
    .returning(['id', 'address', 'covers', 'codeHash', 'tries'])
    .executeTakeFirst()
}

/** Uses a code up. False when it was just used or replaced. */
export async function useCode(tx: Db, id: string): Promise<boolean> {
  const used = await tx.deleteFrom('mentorCheckCodes').where('id', '=', id).returning('id').executeTakeFirst()
  return used !== undefined
}

export async function deleteOldCodes(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('mentorCheckCodes').where('expiresAt', '<=', now).execute()
}
