/** SQL for accounts and what they sign in with. */
import { sql, type Insertable } from 'kysely'
import type { Db } from '#server/platform/db/connect'
import type { Tables } from '#server/platform/db/tables'
import type { Language } from '../../messages/languages.ts'

/** `password`: its hash; null if they sign in by other means only. */
export function findAccountByEmail(db: Db, email: string) {
  return db
    .selectFrom('accounts')
    .modifyFront(sql`/* prepared: account by email */`)
    .leftJoin('credentials', (join) =>
      join.onRef('credentials.accountId', '=', 'accounts.id').on('credentials.provider', '=', 'credential'),
    )
    .select(['accounts.id', 'accounts.name', 'accounts.email', 'accounts.role', 'accounts.secondFactor'])
    .select(['accounts.suspendedAt', 'credentials.password'])
    .where('accounts.email', '=', email)
    .executeTakeFirst()
}

export function findAccount(db: Db, id: string) {
  return db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Null for an account without a password. */
export async function findPasswordHash(db: Db, accountId: string): Promise<string | null> {
  const found = await db
    .selectFrom('credentials')
    .select('password')
    .where('accountId', '=', accountId)
    .where('provider', '=', 'credential')
    .executeTakeFirst()
  return found?.password ?? null
}

/** Serialises changes to an account: a second transaction waits, and then sees what the first did. */
export function lockAccount(tx: Db, id: string) {
  return tx.selectFrom('accounts').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

/** False if the address already has an account. Of two concurrent calls one returns true. */
export async function insertAccount(db: Db, account: Insertable<Tables['accounts']>): Promise<boolean> {
  const made = await db
    .insertInto('accounts')
    .values(account)
    .onConflict((known) => known.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

export async function updateAccount(
  db: Db,
  id: string,
  change: Partial<Pick<Tables['accounts'], 'name' | 'picture' | 'timeZone' | 'destination' | 'suspendedAt'>> & {
    role?: 'member' | 'admin'
    email?: string
    closedAt?: Date | null
    updatedAt: Date
  },
): Promise<void> {
  await db.updateTable('accounts').set(change).where('id', '=', id).execute()
}

/** Stores the language that an account's owner has just chosen or used: their emails are in it from now on. */
export async function rememberLanguage(db: Db, accountId: string, language: Language): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ language })
    .where('id', '=', accountId)
    .where('language', 'is distinct from', language)
    .execute()
}

/** Ends the address of an account's calendar feed, if it is still the one of `version`. */
export async function raiseCalendarVersion(db: Db, id: string, version: number): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ calendarVersion: version + 1 })
    .where('id', '=', id)
    .where('calendarVersion', '=', version)
    .execute()
}

/** Whether this error means that the address already has an account. */
export function isEmailTaken(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'accounts_email_key'
}

/** Sets or replaces the password (its hash): an account has at most one. */
export async function setPassword(db: Db, accountId: string, id: string, password: string, now: Date): Promise<void> {
  await db
    .insertInto('credentials')
    .values({
      id,
      accountId,
      provider: 'credential',
      providerAccount: accountId,
      password,
      scope: null,
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((known) => known.columns(['provider', 'providerAccount']).doUpdateSet({ password, updatedAt: now }))
    .execute()
}

/** `credential`: a password. */
export async function listProviders(db: Db, accountId: string): Promise<('credential' | 'google')[]> {
  const rows = await db.selectFrom('credentials').select('provider').where('accountId', '=', accountId).execute()
  return rows.map(({ provider }) => provider)
}

export function listPasskeys(db: Db, accountId: string) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'name', 'createdAt', 'backedUp'])
    .where('accountId', '=', accountId)
    .orderBy('createdAt')
    .execute()
}

/** False if the account has no such passkey. */
export async function deletePasskey(db: Db, accountId: string, id: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('passkeys')
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}

/** False if Google was not connected. */
export async function deleteGoogle(db: Db, accountId: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('credentials')
    .where('accountId', '=', accountId)
    .where('provider', '=', 'google')
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}

/** Whether an admin exists who can sign in. */
export async function hasAdmin(db: Db): Promise<boolean> {
  const admin = await db
    .selectFrom('accounts')
    .innerJoin('credentials', 'credentials.accountId', 'accounts.id')
    .select('accounts.id')
    .where('accounts.role', '=', 'admin')
    .limit(1)
    .executeTakeFirst()
  return admin !== undefined
}
