/** SQL for what sessions and seats in cohorts earn their mentors: the ledger's sums, what was paid out of them, and what is open about each. */
import { sql } from 'kysely'
import type { BookingStatus } from '#domain/bookings/booking'
import type { EarningFacts } from '#domain/payments/earnings'
import type { Db } from '#server/platform/db/connect'

export type SessionEarning = EarningFacts & {
  bookingId: string
  mentorId: string
  reference: string
  sessionTitle: string
  startsAt: Date
  currency: string
  /** The part of `paidOut` by what it is made of. */
  keptPaidOut: number
  feesPaidOut: number
  /** How many payouts have paid for it, or taken back. */
  payoutCount: number
}

type Row = Omit<SessionEarning, 'endsAt' | 'status'> & { minutes: number; status: BookingStatus }

/** Disputes that ended without taking anything from us. */
const HARMLESS = ['won', 'warning_closed', 'prevented']

/**
 * The sessions of a mentor, or of all, for which money came in, latest first; the seats in their cohorts are among them.
 * `unsettled`: only those whose payouts differ from what they earn.
 */
export async function listEarnings(
  db: Db,
  { mentorId, unsettled = false, limit }: { mentorId?: string; unsettled?: boolean; limit?: number },
): Promise<SessionEarning[]> {
  const { rows } = await sql<Row>`
    with money as (
      select booking_id, currency,
        sum(amount_pence) filter (where kind <> 'fee')::int as kept,
        coalesce(sum(amount_pence) filter (where kind = 'fee'), 0)::int as fees
      from ledger
      ${
        mentorId
          ? sql`where booking_id in (
        select id from bookings where mentor_id = ${mentorId}
        union all
        select bookings.id from mentors join cohorts using (account_id) join bookings on bookings.cohort_id = cohorts.id
        where mentors.id = ${mentorId})`
          : sql``
      }
      group by booking_id, currency
    ),
    out as (
      select booking_id, count(*)::int as payout_count, sum(payout_lines.amount_pence)::int as paid_out,
        sum(kept_pence)::int as kept_paid_out, sum(fee_pence)::int as fees_paid_out,
        coalesce(sum(payout_lines.amount_pence) filter (where paid_at is null), 0)::int as in_batch
      from payout_lines join payouts on payouts.id = payout_id join payout_batches on payout_batches.id = batch_id
      ${mentorId ? sql`where mentor_id = ${mentorId}` : sql``}
      group by booking_id
    )
    select bookings.id as booking_id, coalesce(bookings.mentor_id, leaders.id) as mentor_id, reference, session_title, starts_at, minutes,
      bookings.status, bookings.currency,
      kept, fees, coalesce(paid_out, 0) as paid_out, coalesce(in_batch, 0) as in_batch,
      coalesce(kept_paid_out, 0) as kept_paid_out, coalesce(fees_paid_out, 0) as fees_paid_out,
      coalesce(payout_count, 0) as payout_count,
      exists (
        select from disputes where disputes.booking_id = bookings.id and disputes.status not in (${sql.join(HARMLESS)})
      ) as disputed,
      exists (
        select from refunds where refunds.booking_id = bookings.id and (
          refunds.status in ('queued', 'pending')
          or (refunds.status = 'failed' and reason <> 'at_service'
            and not exists (select from refunds as next where next.replaces = refunds.id)))
      ) as returning,
      exists (
        select from problems where problems.booking_id = bookings.id and resolved_at is null
      ) as reported
    from money
    join bookings on bookings.id = money.booking_id and bookings.currency = money.currency
    left join cohorts on cohorts.id = bookings.cohort_id
    left join mentors as leaders on leaders.account_id = cohorts.account_id
    left join out on out.booking_id = money.booking_id
    where bookings.status in ('confirmed', 'completed', 'no_show', 'cancelled')
      and coalesce(bookings.mentor_id, leaders.id) is not null
      ${unsettled ? sql`and kept - fees <> coalesce(paid_out, 0)` : sql``}
    order by starts_at desc, bookings.id ${limit ? sql`limit ${limit}` : sql``}`.execute(db)
  return rows.map(({ minutes, ...row }) => {
    return { ...row, endsAt: new Date(row.startsAt.getTime() + minutes * 60_000) }
  })
}
