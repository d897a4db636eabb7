/** SQL for mentors' accounts at the payment service. */
import { sql, type Selectable } from 'kysely'
import type { ConnectedAccount } from '#domain/payments/connected-account'
import type { Db } from '#server/platform/db/connect'
import type { Tables } from '#server/platform/db/tables'

export type StoredAccount = Selectable<Tables['connectedAccounts']>

/** A mentor's latest account, which may be rejected or disconnected; null if they never opened one. */
export async function findAccount(db: Db, mentorId: string): Promise<StoredAccount | null> {
  const row = await db.selectFrom('connectedAccounts').selectAll().where('mentorId', '=', mentorId).executeTakeFirst()
  return row ?? null
}

/** Accounts by mentor id. Mentors without one are left out. */
export async function listAccountsByMentor(db: Db, mentorIds: string[]): Promise<Map<string, StoredAccount>> {
  if (mentorIds.length === 0) return new Map()
  const rows = await db.selectFrom('connectedAccounts').selectAll().where('mentorId', 'in', mentorIds).execute()
  return new Map(rows.map((row) => [row.mentorId, row]))
}

/** All accounts with their mentors' names, in order of name. */
export function listAccounts(db: Db, limit: number) {
  return db
    .selectFrom('connectedAccounts')
    .innerJoin('mentors', 'mentors.id', 'connectedAccounts.mentorId')
    .selectAll('connectedAccounts')
    .select('mentors.name')
    .orderBy('mentors.name')
    .orderBy('mentors.id')
    .limit(limit)
    .execute()
}

/** Whether an account is the latest of one of our mentors. */
export async function hasAccount(db: Db, accountId: string): Promise<boolean> {
  const rows = db.selectFrom('connectedAccounts').select('mentorId').where('accountId', '=', accountId)
  return (await rows.executeTakeFirst()) !== undefined
}

/** Locks an account by the service's id, so that two changes of it take turns. Null if it is unknown or was replaced. */
export async function lockAccount(tx: Db, accountId: string): Promise<StoredAccount | null> {
  const row = await tx
    .selectFrom('connectedAccounts')
    .selectAll()
    .where('accountId', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Stores a mentor's new account in place of the one before. Call with the mentor locked. */
export async function replaceAccount(tx: Db, mentorId: string, account: ConnectedAccount, at: Date): Promise<void> {
  const { id: accountId, ...facts } = account
  await tx.deleteFrom('connectedAccounts').where('mentorId', '=', mentorId).execute()
  await tx
    .insertInto('connectedAccounts')
    .values({ mentorId, accountId, ...facts, createdAt: at, readAt: at })
    .execute()
}

/** What the service said of an account at an instant. `facts`: null if it is no longer connected. */
export function updateAccount(
  tx: Db,
  accountId: string,
  facts: ConnectedAccount | null,
  readAt: Date,
): Promise<StoredAccount> {
  const changes = facts
    ? {
        transfers: facts.transfers,
        payoutsEnabled: facts.payoutsEnabled,
        detailsSubmitted: facts.detailsSubmitted,
        due: facts.due,
        dueBy: facts.dueBy,
        disabledReason: facts.disabledReason,
        deauthorizedAt: null,
      }
    : { deauthorizedAt: sql<Date>`coalesce(deauthorized_at, ${readAt})` }
  return tx
    .updateTable('connectedAccounts')
    .set({ ...changes, readAt })
    .where('accountId', '=', accountId)
    .returningAll()
    .executeTakeFirstOrThrow()
}
