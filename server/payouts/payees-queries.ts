/** SQL for whom mentors' money goes to. */
import type { Db } from '#server/platform/db/connect'

export function findSealedPayee(db: Db, mentorId: string) {
  return db.selectFrom('payees').select(['sealed', 'changedAt']).where('mentorId', '=', mentorId).executeTakeFirst()
}

export async function upsertPayee(tx: Db, payee: { mentorId: string; sealed: string; changedAt: Date }): Promise<void> {
  const { sealed, changedAt } = payee
  await tx
    .insertInto('payees')
    .values(payee)
    .onConflict((known) => known.column('mentorId').doUpdateSet({ sealed, changedAt }))
    .execute()
}

/** Forgets whom a mentor's money goes to. What was transferred keeps its own copy. */
export async function deletePayee(tx: Db, mentorId: string): Promise<void> {
  await tx.deleteFrom('payees').where('mentorId', '=', mentorId).execute()
}
