/**
 * SQL for what a mentor's statements are made of: their part of the ledger, what buyers' banks took back for good, and what was
 * paid by batches and transfers. The same bookings and the same losses as in `server/payouts/earnings-queries.ts`.
 */
import { sql } from 'kysely'
import type { EarnedEntry, PaidEntry } from '#domain/tax-documents/statement'
import type { Db } from '#server/platform/db/connect'

/** The bookings that a mentor has earned with, their seats in cohorts and packages. */
const soldBy = (mentorId: string) => sql`
  select id, currency from bookings
  where status in ('confirmed', 'completed', 'no_show', 'cancelled')
    and (mentor_id = ${mentorId} or id in (
      select bookings.id from mentors join cohorts using (account_id) join bookings on bookings.cohort_id = cohorts.id
      where mentors.id = ${mentorId} and bookings.mentor_id is null
      union all
      select id from packages where mentor_id = ${mentorId}))`

/**
 * Payments, shares of packages, refunds and failed refunds, each with the fee and the operator's contribution that were entered with
 * it; contributions to what cost nothing; and lost disputes. What is paid for a package or refunded of it is left out, since the same
 * entry defers it. A lost dispute counts once its booking was paid by transfer: before that its money is held back, and what a batch
 * paid is the site's loss.
 */
export async function listEarnedEntries(db: Db, mentorId: string): Promise<EarnedEntry[]> {
  const { rows } = await sql<EarnedEntry>`
    with sold as (${soldBy(mentorId)}),
    part as (
      select ledger.*, case kind when 'reversal' then 'reversal:' || service_id else service_id end as cause
      from ledger join sold on sold.id = booking_id and sold.currency = ledger.currency
      where kind in ('charge', 'refund', 'reversal', 'contribution', 'deferred', 'fee')
    )
    select case
        when bool_and(kind in ('deferred', 'fee')) then 'share'
        when bool_and(kind in ('contribution', 'fee')) then 'contribution'
        else max(kind) filter (where kind in ('charge', 'refund', 'reversal')) end as kind,
      min(created_at) as at, booking_id, currency,
      coalesce(sum(amount_pence) filter (where kind <> 'fee'), 0)::int as kept,
      coalesce(sum(amount_pence) filter (where kind = 'fee'), 0)::int as fee
    from part group by booking_id, currency, cause
    union all
    select 'lost', greatest(disputes.updated_at, paid.at), booking_id, sold.currency, -amount_pence, 0
    from disputes join sold on sold.id = booking_id
    join lateral (
      select min(created_at) as at from transfers where transfers.booking_id = disputes.booking_id
    ) as paid on paid.at is not null
    where disputes.status = 'lost'`.execute(db)
  return rows
}

/** What was paid in batches and by transfer, and what was taken back of transfers. Nothing that is on its way. */
export async function listPaidEntries(db: Db, mentorId: string): Promise<PaidEntry[]> {
  const { rows } = await sql<PaidEntry>`
    with sold as (${soldBy(mentorId)})
    select 'batch' as kind, paid_at as at, null::uuid as booking_id, payouts.currency, sum(line.amount_pence)::int as amount,
      coalesce(-sum(line.amount_pence) filter (where line.amount_pence < 0), 0)::int as set_off
    from payout_lines as line join sold on sold.id = booking_id
    join payouts on payouts.id = payout_id join payout_batches on payout_batches.id = batch_id
    where paid_at is not null
    group by payouts.id, paid_at
    union all
    select 'transfer', sent_at, transfers.booking_id, transfers.currency, sum(line.amount)::int,
      coalesce(-sum(line.amount) filter (where line.amount < 0), 0)::int
    from transfer_lines as line join sold on sold.id = line.booking_id join transfers on transfers.id = transfer_id
    where transfers.status = 'sent'
    group by transfers.id
    union all
    select 'transfer_reversal', sent_at, booking_id, transfer_reversals.currency, -amount, 0
    from transfer_reversals join sold on sold.id = booking_id
    where transfer_reversals.status = 'sent'`.execute(db)
  return rows
}

export type StatementBooking = { id: string; reference: string; title: string; startsAt: Date }

/** Bookings by id, as the lines of a statement name them. */
export async function listStatementBookings(db: Db, ids: string[]): Promise<Map<string, StatementBooking>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('bookings')
    .select(['id', 'reference', 'sessionTitle as title', 'startsAt'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
