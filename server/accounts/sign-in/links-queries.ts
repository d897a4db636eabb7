/** SQL for links in emails. */
import type { Insertable } from 'kysely'
import type { LinkPurpose } from '#server/platform/db/tables/account-tables'
import type { Db } from '#server/platform/db/connect'
import type { Tables } from '#server/platform/db/tables'

export async function insertLink(db: Db, link: Insertable<Tables['links']>): Promise<void> {
  await db.insertInto('links').values(link).execute()
}

/** A link that can still be followed. */
export function findLink(db: Db, tokenHash: string, now: Date) {
  return db
    .selectFrom('links')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
}

/**
 * Uses a link up. Undefined if it can no longer be followed, or has another purpose. Of concurrent callers exactly one
 * gets it.
 */
export async function useLink(db: Db, purposes: LinkPurpose[], tokenHash: string, now: Date) {
  return db
    .updateTable('links')
    .set({ usedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('purpose', 'in', purposes)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst()
}

/** Ends all links of this purpose to this address, or of this account. */
export async function endLinks(
  db: Db,
  purpose: LinkPurpose,
  of: { email: string } | { accountId: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable('links')
    .set({ usedAt: now, passwordHash: null })
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .$if('email' in of, (query) => query.where('email', '=', 'email' in of ? of.email : ''))
    .$if('accountId' in of, (query) => query.where('accountId', '=', 'accountId' in of ? of.accountId : ''))
    .execute()
}

/**
 * Gives a link the token that its email carries. An earlier token, of an email that may not have been sent, stops working.
 */
export async function setLinkToken(db: Db, id: string, tokenHash: string): Promise<void> {
  await db.updateTable('links').set({ tokenHash }).where('id', '=', id).execute()
}

/**
 * Ends all but the newest of the emailed links of this purpose to this address. True if this link is the newest. Links
 * not emailed yet are left alone. Newest by time of request, so that of two emailed at the same moment one stays.
 */
export async function keepNewestMailed(
  db: Db,
  { id, purpose, email }: { id: string; purpose: LinkPurpose; email: string },
  now: Date,
): Promise<boolean> {
  const requested = db.selectFrom('links').select('createdAt').where('id', '=', id)
  const mailed = db
    .selectFrom('links')
    .select('id')
    .where('purpose', '=', purpose)
    .where('email', '=', email)
    .where('id', '<>', id)
    .where('tokenHash', 'is not', null)
    .where('usedAt', 'is', null)
  const newer = await mailed.where('createdAt', '>', requested).limit(1).executeTakeFirst()
  const ended = newer
    ? db.selectFrom('links').select('id').where('id', '=', id)
    : mailed.where('createdAt', '<=', requested)
  await db.updateTable('links').set({ usedAt: now }).where('id', 'in', ended).where('usedAt', 'is', null).execute()
  return newer === undefined
}

/** Deletes links that ended before this instant, and with them sign-ups that were never finished. Returns how many. */
export async function deleteOldLinks(db: Db, before: Date): Promise<number> {
  const gone = await db.deleteFrom('links').where('expiresAt', '<', before).returning('id').execute()
  return gone.length
}

/** The link that an email carries; undefined when it can no longer be followed. */
export function findLinkToMail(db: Db, id: string, now: Date) {
  return db
    .selectFrom('links')
    .select(['id', 'purpose', 'email'])
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
}
