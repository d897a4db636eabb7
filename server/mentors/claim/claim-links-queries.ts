/** SQL for links by which the owners of imported records take them over. */
import type { Db } from '#server/platform/db/connect'

export async function insertClaimLink(
  tx: Db,
  link: {
    id: string
    mentorId: string
    email: string | null
    tokenHash: string | null
    createdAt: Date
    expiresAt: Date
  },
): Promise<void> {
  await tx.insertInto('claimLinks').values(link).execute()
}

/** Ends the link of a record that can still be followed. */
export async function endClaimLinks(tx: Db, mentorId: string, now: Date): Promise<void> {
  await tx
    .updateTable('claimLinks')
    .set({ endedAt: now })
    .where('mentorId', '=', mentorId)
    .where('endedAt', 'is', null)
    .execute()
}

/** The link of a record that can be followed, emailed or not; undefined without one. */
export function findOpenLink(db: Db, mentorId: string, now: Date) {
  return db
    .selectFrom('claimLinks')
    .selectAll()
    .where('mentorId', '=', mentorId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
}

/** A link that can be followed, with the record that it opens. */
export function findLinkByToken(db: Db, tokenHash: string, now: Date) {
  return db
    .selectFrom('claimLinks')
    .innerJoin('mentors', 'mentors.id', 'claimLinks.mentorId')
    .select(['claimLinks.id', 'claimLinks.mentorId', 'mentors.name', 'mentors.role', 'mentors.location'])
    .where('tokenHash', '=', tokenHash)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
}

/** Uses a link up. Undefined if it can no longer be followed. Of concurrent callers exactly one gets it. */
export function useClaimLink(tx: Db, tokenHash: string, now: Date) {
  return tx
    .updateTable('claimLinks')
    .set({ endedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning('mentorId')
    .executeTakeFirst()
}

/** A link that can be followed, with what its email needs; undefined when it no longer can. */
export function findLinkToMail(db: Db, id: string, now: Date) {
  return db
    .selectFrom('claimLinks')
    .innerJoin('mentors', 'mentors.id', 'claimLinks.mentorId')
    .select(['claimLinks.id', 'claimLinks.email', 'mentors.name'])
    .where('claimLinks.id', '=', id)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
}

/** Gives an emailed link its token. An earlier one, of an email that may not have been sent, stops working. */
export async function setClaimToken(db: Db, id: string, tokenHash: string): Promise<void> {
  await db.updateTable('claimLinks').set({ tokenHash }).where('id', '=', id).execute()
}

/** Deletes links that ended before this instant. */
export async function deleteOldClaimLinks(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('claimLinks').where('expiresAt', '<', before).execute()
}

/** Gives an imported record to an account. */
export async function setOwner(tx: Db, mentorId: string, accountId: string, now: Date): Promise<void> {
  await tx.updateTable('mentors').set({ accountId }).where('id', '=', mentorId).execute()
  await tx.updateTable('importedMentors').set({ claimedAt: now }).where('mentorId', '=', mentorId).execute()
}
