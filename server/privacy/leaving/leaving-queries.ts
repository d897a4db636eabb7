/** SQL for accounts that their owners close, and that are erased after some days. */
import type { Db } from '#server/platform/db/connect'

/** Closes an account: it cannot be signed in to. False when it is closed already. */
export async function setClosed(tx: Db, id: string, now: Date): Promise<boolean> {
  const closed = await tx
    .updateTable('accounts')
    .set({ closedAt: now, suspendedAt: now, updatedAt: now })
    .where('id', '=', id)
    .where('closedAt', 'is', null)
    .where('suspendedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return closed !== undefined
}

/** Opens a closed account again. False when it is not closed. */
export async function setReopened(tx: Db, id: string, now: Date): Promise<boolean> {
  const opened = await tx
    .updateTable('accounts')
    .set({ closedAt: null, suspendedAt: null, updatedAt: now })
    .where('id', '=', id)
    .where('closedAt', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return opened !== undefined
}

/** Ids of accounts that were closed at this instant or before, longest closed first. */
export async function listClosedBy(db: Db, instant: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('closedAt', '<=', instant)
    .orderBy('closedAt')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** A closed account, locked; undefined when it was reopened or is gone. */
export function lockClosed(tx: Db, id: string) {
  return tx
    .selectFrom('accounts')
    .select(['id', 'email', 'closedAt'])
    .where('id', '=', id)
    .where('closedAt', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Deletes an account, all it signs in with, its drafts and its cohorts. Nothing may name it any more that is to stay. */
export async function deleteAccount(tx: Db, { id, email }: { id: string; email: string }): Promise<void> {
  await tx.deleteFrom('links').where('email', '=', email).execute()
  await tx.deleteFrom('accounts').where('id', '=', id).execute()
}
