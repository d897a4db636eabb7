/** SQL for whom mentors' money goes to. */
import type { Db } from '#server/db/connect'

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
