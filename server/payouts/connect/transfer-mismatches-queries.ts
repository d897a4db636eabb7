/** SQL for comparing transfers with the payment service's. */
import { sql } from 'kysely'
import type { TransferRow } from '#server/payouts/connect/transfers-queries'
import type { Db } from '#server/platform/db/connect'

/** A transfer with what was taken back of it. `queuedBack`: reversals that have waited since before an instant. */
export type BookedTransfer = TransferRow & { reversed: number; queuedBack: { id: string; amount: number }[] }

type Scope = { since: Date } | { bookingId: string }

/** Those of one booking; or those made since an instant, those that wait or have reversals waiting, and these of the service. */
export async function listBookedTransfers(
  db: Db,
  scope: Scope,
  { settledBefore, serviceIds }: { settledBefore: Date; serviceIds: string[] },
): Promise<BookedTransfer[]> {
  const back = sql`from transfer_reversals as back where back.transfer_id = transfers.id`
  const waiting = sql`${back} and back.status = 'queued' and back.created_at <= ${settledBefore}`
  const { rows } = await sql<BookedTransfer>`
    select transfers.*,
      coalesce((select sum(amount) ${back} and back.status = 'sent'), 0)::int as reversed,
      coalesce((select jsonb_agg(jsonb_build_object('id', back.id, 'amount', back.amount)) ${waiting}), '[]') as queued_back
    from transfers
    where ${
      'since' in scope
        ? sql`created_at >= ${scope.since} or status = 'queued' or exists (select ${waiting})
            or service_id = any(${serviceIds}::text[])`
        : sql`booking_id = ${scope.bookingId}`
    }
    order by created_at, id`.execute(db)
  return rows
}

/** The ids among these that are bookings of ours. */
export async function listKnownBookings(db: Db, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from bookings where id::text = any(${ids}::text[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** The accounts among these that are mentors'. */
export async function listKnownAccounts(db: Db, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ accountId: string }>`
    select account_id from connected_accounts where account_id = any(${ids}::text[])`.execute(db)
  return new Set(rows.map(({ accountId }) => accountId))
}

/** True if mentors have been paid by transfer, or can be. */
export async function hasTransfers(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from transfers) or exists (select from connected_accounts) as has`.execute(db)
  return rows[0]!.has
}

/** Connected accounts that were last read before an instant, the longest ago first. */
export async function listAccountsReadBefore(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('connectedAccounts')
    .select('accountId')
    .where('readAt', '<', before)
    .where('deauthorizedAt', 'is', null)
    .orderBy('readAt')
    .limit(limit)
    .execute()
  return rows.map(({ accountId }) => accountId)
}
