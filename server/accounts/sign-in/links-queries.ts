/** SQL for links in mails, and for mails about accounts. */
import type { Insertable } from 'kysely'
import type { LinkPurpose } from '#server/db/account-tables'
import type { Db } from '#server/db/connect'
import type { Tables } from '#server/db/tables'

export async function insertLink(db: Db, link: Insertable<Tables['links']>): Promise<void> {
  await db.insertInto('links').values(link).execute()
}

/** A link that can still be followed. */
export function findLink(db: Db, tokenHash: string, now: Date) {
  return db
    .selectFrom('links')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/**
 * Uses a link up. Undefined if it can no longer be followed, or has another purpose. Of concurrent callers exactly one
 * gets it.
 */
export async function useLink(db: Db, purposes: LinkPurpose[], tokenHash: string, now: Date) {
  return db
    .updateTable('links')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
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
    .set({ used_at: now, password_hash: null })
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .$if('email' in of, (query) => query.where('email', '=', 'email' in of ? of.email : ''))
    .$if('accountId' in of, (query) => query.where('account_id', '=', 'accountId' in of ? of.accountId : ''))
    .execute()
}

/**
 * Gives a link the token that its mail carries. An earlier token, of a mail that may not have been sent, stops working.
 */
export async function setLinkToken(db: Db, id: string, tokenHash: string): Promise<void> {
  await db.updateTable('links').set({ token_hash: tokenHash }).where('id', '=', id).execute()
}

/**
 * Ends all but the newest of the mailed links of this purpose to this address. True if this link is the newest. Links
 * not mailed yet are left alone. Newest by time of request, so that of two mailed at the same moment one stays.
 */
export async function keepNewestMailed(
  db: Db,
  { id, purpose, email }: { id: string; purpose: LinkPurpose; email: string },
  now: Date,
): Promise<boolean> {
  const asked = db.selectFrom('links').select('created_at').where('id', '=', id)
  const mailed = db
    .selectFrom('links')
    .select('id')
    .where('purpose', '=', purpose)
    .where('email', '=', email)
    .where('id', '<>', id)
    .where('token_hash', 'is not', null)
    .where('used_at', 'is', null)
  const newer = await mailed.where('created_at', '>', asked).limit(1).executeTakeFirst()
  const ended = newer
    ? db.selectFrom('links').select('id').where('id', '=', id)
    : mailed.where('created_at', '<=', asked)
  await db.updateTable('links').set({ used_at: now }).where('id', 'in', ended).where('used_at', 'is', null).execute()
  return newer === undefined
}

/** Deletes links that ended before this instant, and with them sign-ups that were never finished. Returns how many. */
export async function deleteOldLinks(db: Db, before: Date): Promise<number> {
  const gone = await db.deleteFrom('links').where('expires_at', '<', before).returning('id').execute()
  return gone.length
}

export async function insertAccountMail(db: Db, mail: Insertable<Tables['account_mails']>): Promise<void> {
  await db.insertInto('account_mails').values(mail).execute()
}

/** A queued mail with its link; undefined once it is sent. */
export function findUnsentAccountMail(db: Db, id: string) {
  return db
    .selectFrom('account_mails')
    .leftJoin('links', 'links.id', 'account_mails.link_id')
    .select(['account_mails.id', 'account_mails.kind', 'account_mails.email', 'account_mails.facts'])
    .select(['account_mails.created_at', 'links.id as link_id', 'links.purpose', 'links.used_at'])
    .select(['links.expires_at'])
    .where('account_mails.id', '=', id)
    .where('account_mails.sent_at', 'is', null)
    .executeTakeFirst()
}

export async function markAccountMailSent(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('account_mails').set({ sent_at: now }).where('id', '=', id).execute()
}

export async function deleteOldAccountMails(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('account_mails').where('created_at', '<', before).execute()
}
