/** SQL for what pages show of transfers to mentors' accounts, and of what was taken back of them. Reads alone. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/connect'

/** A mentor's transfers, newest first. `sentAt`: null while it is on its way. `bookings`: how many it pays for or sets off. */
export function listTransfersOfMentor(db: Db, mentorId: string, limit: number) {
  return db
    .selectFrom('transfers')
    .select(['id', 'amount', 'currency', 'createdAt', 'sentAt'])
    .select(sql<number>`(select count(*)::int from transfer_lines where transfer_id = transfers.id)`.as('bookings'))
    .where('mentorId', '=', mentorId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** What was taken back of a mentor's transfers, or is being, newest first. Without those that the service refused. */
export function listReversalsOfMentor(db: Db, mentorId: string, limit: number) {
  return db
    .selectFrom('transferReversals')
    .innerJoin('transfers', 'transfers.id', 'transferReversals.transferId')
    .select([
      'transferReversals.id',
      'transferReversals.amount',
      'transferReversals.currency',
      'transferReversals.createdAt',
      'transferReversals.sentAt',
    ])
    .where('mentorId', '=', mentorId)
    .where('transferReversals.status', '!=', 'refused')
    .orderBy('transferReversals.createdAt', 'desc')
    .orderBy('transferReversals.id')
    .limit(limit)
    .execute()
}

/**
 * `refusal`: the service's own code for why it last refused it. `refusals`: how often; 0 for reversals, which are refused once.
 * `accountId`: of the mentor with us.
 */
export type RecentTransfer = {
  id: string
  kind: 'transfer' | 'reversal'
  mentorId: string
  name: string
  accountId: string | null
  refusals: number
  amount: number
  currency: string
  status: 'queued' | 'sent' | 'refused'
  refusal: string | null
  createdAt: Date
}

/**
 * Transfers and reversals since an instant, newest first. Those that wait after a refusal come first, however old they are,
 * since nothing else shows that they need money.
 */
export async function listRecentTransfers(db: Db, since: Date, limit: number): Promise<RecentTransfer[]> {
  const { rows } = await sql<RecentTransfer>`
    with recent as (
      select id, 'transfer' as kind, mentor_id, amount, currency, status, refusal, refusals, created_at from transfers
      union all
      select reversal.id, 'reversal', mentor_id, reversal.amount, reversal.currency, reversal.status, reversal.refusal,
        0, reversal.created_at
      from transfer_reversals as reversal join transfers on transfers.id = transfer_id
    )
    select recent.*, mentors.name, mentors.account_id from recent join mentors on mentors.id = mentor_id
    where recent.created_at >= ${since} or (recent.status = 'queued' and refusal is not null)
    order by (recent.status = 'queued' and refusal is not null) desc, recent.created_at desc, recent.id
    limit ${limit}`.execute(db)
  return rows
}

/** What queued transfers will draw from the platform's balance, by currency. */
export async function sumQueuedTransfers(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('transfers')
    .select(['currency', sql<string>`sum(amount)`.as('amount')])
    .where('status', '=', 'queued')
    .groupBy('currency')
    .execute()
  return new Map(rows.map(({ currency, amount }) => [currency, Number(amount)]))
}
