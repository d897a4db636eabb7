/** SQL for the erasure log: what is still to be written to it, and what a database does not know that it says. */
import type { Db } from '#server/platform/db/connect'
import type { ErasureKind } from '#server/platform/db/tables/account-tables'

/**
 * `account_closed`: its owner requested erasure. `account_reopened`: they no longer do. `booking_erased`: a guest had
 * themselves erased from a session or seat.
 */
export type Erasure = { kind: ErasureKind; subjectId: string; at: Date }

export async function insertErasure(tx: Db, erasure: Erasure): Promise<void> {
  await tx.insertInto('unwrittenErasures').values(erasure).execute()
}

export function listUnwritten(db: Db, limit: number): Promise<Erasure[]> {
  return db.selectFrom('unwrittenErasures').selectAll().orderBy('at').limit(limit).execute()
}

export async function deleteWritten(db: Db, { kind, subjectId, at }: Erasure): Promise<void> {
  await db
    .deleteFrom('unwrittenErasures')
    .where('kind', '=', kind)
    .where('subjectId', '=', subjectId)
    .where('at', '=', at)
    .execute()
}

/** Those of these bookings that still have personal data. */
export async function listNotErased(db: Db, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('bookings')
    .select('id')
    .where('id', 'in', ids)
    .where('erasedAt', 'is', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Those of these accounts that are not closed, each with all instants at which it was closed before. */
export async function listNotClosed(db: Db, ids: string[]) {
  const open = await db
    .selectFrom('accounts')
    .select(['id', 'email', 'role', 'suspendedAt'])
    .where('id', 'in', ids)
    .where('closedAt', 'is', null)
    .execute()
  const closings = await db
    .selectFrom('auditLog')
    .select(['subjectId', 'at'])
    .where('subject', '=', 'accounts')
    .where('subjectId', 'in', ids)
    .where('action', '=', 'account.closed')
    .execute()
  return open.map((account) => ({
    ...account,
    closedBefore: closings.filter(({ subjectId }) => subjectId === account.id).map(({ at }) => at.getTime()),
  }))
}
