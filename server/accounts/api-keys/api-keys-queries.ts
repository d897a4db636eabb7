/** SQL for API keys. */
import type { ApiScope } from '#domain/accounts/api-keys'
import type { Db } from '#server/platform/db/connect'

type NewApiKey = {
  id: string
  name: string
  keyHash: string
  scopes: ApiScope[]
  createdBy: string
  createdAt: Date
}

export async function insertApiKey(tx: Db, key: NewApiKey): Promise<void> {
  await tx
    .insertInto('apiKeys')
    .values({ ...key, lastUsedAt: null, revokedAt: null })
    .execute()
}

/** The newest first; those that were revoked last. */
export function listApiKeys(db: Db) {
  return db
    .selectFrom('apiKeys')
    .leftJoin('accounts', 'accounts.id', 'apiKeys.createdBy')
    .select(['apiKeys.id', 'apiKeys.name', 'scopes', 'apiKeys.createdAt', 'lastUsedAt', 'revokedAt'])
    .select('accounts.name as createdByName')
    .orderBy((row) => row('revokedAt', 'is not', null))
    .orderBy('apiKeys.createdAt', 'desc')
    .orderBy('apiKeys.id')
    .execute()
}

/** A key that is not revoked. */
export function findApiKey(db: Db, keyHash: string) {
  return db
    .selectFrom('apiKeys')
    .select(['id', 'name', 'scopes', 'lastUsedAt'])
    .where('keyHash', '=', keyHash)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
}

export async function recordKeyUse(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('apiKeys').set({ lastUsedAt: at }).where('id', '=', id).execute()
}

/** The key's name; undefined if there is none, or it was revoked before. */
export async function revokeApiKey(tx: Db, id: string, at: Date): Promise<string | undefined> {
  const revoked = await tx
    .updateTable('apiKeys')
    .set({ revokedAt: at })
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .returning('name')
    .executeTakeFirst()
  return revoked?.name
}
