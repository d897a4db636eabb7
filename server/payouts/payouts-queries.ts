/** SQL for payouts: batches, what each mentor gets of one, and what it is for. */
import { sql, type Insertable } from 'kysely'
import type { MinorUnits } from '#domain/payments/money'
import type { Db } from '#server/platform/db/connect'
import type { Tables } from '#server/platform/db/tables'

/** Makes concurrent callers take turns until the transaction ends: who comes second sees what the first has written. */
export async function lockPayouts(tx: Db): Promise<void> {
  await sql`lock table payout_batches in exclusive mode`.execute(tx)
}

export type NewPayout = Insertable<Tables['payouts']> & {
  lines: Omit<Insertable<Tables['payoutLines']>, 'payoutId'>[]
}

/** Writes a batch. The constraint `payout_lines_once` fails it if a booking has been paid for meanwhile. */
export async function insertBatch(tx: Db, batch: { id: string; createdAt: Date }, all: NewPayout[]): Promise<void> {
  await tx.insertInto('payoutBatches').values(batch).execute()
  for (const { lines, ...payout } of all) {
    await tx.insertInto('payouts').values(payout).execute()
    await tx
      .insertInto('payoutLines')
      .values(lines.map((line) => ({ payoutId: payout.id, ...line })))
      .execute()
  }
}

/** The accounts that batches pay, by batch. */
export async function listPaidAccounts(db: Db, batchIds: string[]): Promise<Map<string, (string | null)[]>> {
  if (batchIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('payouts')
    .innerJoin('mentors', 'mentors.id', 'payouts.mentorId')
    .select(['batchId', 'mentors.accountId'])
    .where('batchId', 'in', batchIds)
    .execute()
  const byBatch = Map.groupBy(rows, ({ batchId }) => batchId)
  return new Map([...byBatch].map(([id, all]) => [id, all.map(({ accountId }) => accountId)]))
}

/** Marks a batch as paid. False if it is paid already, or was discarded. */
export async function recordBatchPaid(tx: Db, id: string, paidAt: Date): Promise<boolean> {
  const paid = await tx
    .updateTable('payoutBatches')
    .set({ paidAt })
    .where('id', '=', id)
    .where('paidAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return paid !== undefined
}

/** Deletes a batch that is not paid. False if it is, or was discarded before. Call with the payouts locked. */
export async function deleteUnpaidBatch(tx: Db, id: string): Promise<boolean> {
  const unpaid = await tx
    .selectFrom('payoutBatches')
    .select('id')
    .where('id', '=', id)
    .where('paidAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!unpaid) return false
  const payouts = tx.selectFrom('payouts').select('id').where('batchId', '=', id)
  await tx.deleteFrom('payoutLines').where('payoutId', 'in', payouts).execute()
  await tx.deleteFrom('payouts').where('batchId', '=', id).execute()
  await tx.deleteFrom('payoutBatches').where('id', '=', id).execute()
  return true
}

type Batch = {
  id: string
  createdAt: Date
  paidAt: Date | null
  mentors: number
  amountPence: number
  currency: string
}

/** Batches with their sums, newest first. All payouts of a batch are in one currency. */
export function listBatches(db: Db, limit: number): Promise<Batch[]> {
  return db
    .selectFrom('payoutBatches')
    .innerJoin('payouts', 'payouts.batchId', 'payoutBatches.id')
    .select(['payoutBatches.id', 'createdAt', 'paidAt', 'currency'])
    .select(sql<number>`count(*)::int`.as('mentors'))
    .select(sql<number>`sum(amount_pence)`.as('amountPence'))
    .groupBy(['payoutBatches.id', 'currency'])
    .orderBy('createdAt', 'desc')
    .orderBy('payoutBatches.id')
    .limit(limit)
    .execute()
}

/** What is in batches that are not paid yet, by currency. */
export async function sumUnpaidBatches(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('payouts')
    .innerJoin('payoutBatches', 'payoutBatches.id', 'payouts.batchId')
    .select(['currency', sql<string>`sum(amount_pence)`.as('amount')])
    .where('paidAt', 'is', null)
    .groupBy('currency')
    .execute()
  return new Map(rows.map(({ currency, amount }) => [currency, Number(amount)]))
}

type BatchPayout = {
  id: string
  mentorId: string
  mentorName: string
  amountPence: MinorUnits
  currency: string
  sealedPayee: string
  sessions: number
}

/** What each mentor gets of a batch, in order of name. Empty for an unknown one. */
export function listPayoutsOfBatch(db: Db, batchId: string): Promise<BatchPayout[]> {
  return db
    .selectFrom('payouts')
    .innerJoin('mentors', 'mentors.id', 'payouts.mentorId')
    .select(['payouts.id', 'mentorId', 'mentors.name as mentorName', 'amountPence', 'payouts.currency', 'sealedPayee'])
    .select(sql<number>`(select count(*)::int from payout_lines where payout_id = payouts.id)`.as('sessions'))
    .where('batchId', '=', batchId)
    .orderBy('mentors.name')
    .orderBy('payouts.id')
    .execute()
}

/** A mentor's payouts, newest first. `paidAt`: null while it is on its way. */
export function listPayoutsOfMentor(db: Db, mentorId: string, limit: number) {
  return db
    .selectFrom('payouts')
    .innerJoin('payoutBatches', 'payoutBatches.id', 'payouts.batchId')
    .select(['payouts.id', 'amountPence', 'currency', 'createdAt', 'paidAt'])
    .select(sql<number>`(select count(*)::int from payout_lines where payout_id = payouts.id)`.as('sessions'))
    .where('mentorId', '=', mentorId)
    .orderBy('createdAt', 'desc')
    .orderBy('payouts.id')
    .limit(limit)
    .execute()
}

/** What a mentor was paid in a quarter (1 to 4) in one currency, in its minor units: `gross` before the operator's fees. */
export type QuarterOfSeller = {
  mentorId: string
  currency: string
  quarter: number
  sessions: number
  gross: number
  fees: number
}

/**
 * What each mentor was paid in a year, in batches and by transfer, by currency and by quarter of the day on which it was paid, UTC.
 * A session counts where it was first paid for; what was taken back later lowers the sums of its own quarter.
 */
export async function listPaidByQuarter(db: Db, year: number): Promise<QuarterOfSeller[]> {
  const [from, until] = [new Date(Date.UTC(year, 0)), new Date(Date.UTC(year + 1, 0))]
  const { rows } = await sql<QuarterOfSeller>`
    with paid as (
      select mentor_id, currency, paid_at as at, kept_pence as kept, fee_pence as fee,
        number = 1 and not exists (
          select from transfers where transfers.booking_id = payout_lines.booking_id and sent_at < paid_at) as is_first
      from payout_lines join payouts on payouts.id = payout_id join payout_batches on payout_batches.id = batch_id
      union all
      select mentor_id, currency, sent_at, kept, fee,
        number = 1 and line.booking_id = transfers.booking_id
          and not exists (select from payout_lines where payout_lines.booking_id = line.booking_id)
      from transfer_lines as line join transfers on transfers.id = transfer_id
      union all
      select mentor_id, back.currency, back.sent_at, -kept, -fee, false
      from transfer_reversals as back join transfers on transfers.id = transfer_id where back.status = 'sent'
    )
    select mentor_id, currency, extract(quarter from at at time zone 'UTC')::int as quarter,
      count(*) filter (where is_first)::int as sessions, sum(kept) as gross, sum(fee) as fees
    from paid
    where at >= ${from} and at < ${until}
    group by mentor_id, currency, quarter
    order by mentor_id, currency, quarter`.execute(db)
  return rows
}

/** Mentors by id, with their names, accounts and sealed payees. */
export function listPayoutMentors(db: Db, ids: string[]) {
  return db
    .selectFrom('mentors')
    .leftJoin('payees', 'payees.mentorId', 'mentors.id')
    .select(['mentors.id', 'name', 'mentors.accountId', 'sealed'])
    .where('mentors.id', 'in', ids)
    .execute()
}
