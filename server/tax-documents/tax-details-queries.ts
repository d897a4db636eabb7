/** SQL for mentors' tax details. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/connect'

export function findSealedTaxDetails(db: Db, mentorId: string) {
  return db.selectFrom('taxDetails').select('sealed').where('mentorId', '=', mentorId).executeTakeFirst()
}

/** Sealed details by mentor's id. Those who gave none are left out. */
export async function listSealedTaxDetails(db: Db, mentorIds: string[]): Promise<Map<string, string>> {
  if (mentorIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('taxDetails')
    .select(['mentorId', 'sealed'])
    .where('mentorId', 'in', mentorIds)
    .execute()
  return new Map(rows.map(({ mentorId, sealed }) => [mentorId, sealed]))
}

type Row = { mentorId: string; sealed: string; changedAt: Date }

export async function upsertTaxDetails(tx: Db, row: Row): Promise<void> {
  const { sealed, changedAt } = row
  await tx
    .insertInto('taxDetails')
    .values(row)
    .onConflict((known) => known.column('mentorId').doUpdateSet({ sealed, changedAt }))
    .execute()
}

/**
 * Deletes the tax details of mentors who were erased, and were not paid since `paidBefore`: then no report is about them any more.
 * `mentorId`: of this one alone.
 */
export async function deleteTaxDetailsOfErased(tx: Db, paidBefore: Date, mentorId?: string): Promise<void> {
  await sql`
    delete from tax_details using mentors
    where mentors.id = mentor_id and erased_at is not null
      ${mentorId === undefined ? sql`` : sql`and mentor_id = ${mentorId}`}
      and not exists (
        select from payouts join payout_batches on payout_batches.id = batch_id
        where payouts.mentor_id = tax_details.mentor_id and paid_at >= ${paidBefore})
      and not exists (
        select from transfers where transfers.mentor_id = tax_details.mentor_id and sent_at >= ${paidBefore})`.execute(
    tx,
  )
}
