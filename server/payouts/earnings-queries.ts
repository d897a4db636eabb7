/**
 * SQL for what sessions, seats in cohorts and packages that ended unused earn their mentors: the ledger's sums, what was paid out of them by batches and
 * transfers, and what is open about each.
 */
import { sql, type RawBuilder } from 'kysely'
import type { BookingStatus } from '#domain/bookings/booking'
import { DUE_HOURS, openAmount, withoutLost, type EarningFacts } from '#domain/payments/earnings'
import { minutesAfter } from '#domain/time/wall-time'
import type { Db } from '#server/platform/db/connect'

export type SessionEarning = EarningFacts & {
  bookingId: string
  mentorId: string
  reference: string
  sessionTitle: string
  startsAt: Date
  currency: string
  paymentIntent: string | null
  /** The part of `paidOut` by what it is made of. */
  keptPaidOut: number
  feesPaidOut: number
  /** How many payouts of batches have paid for it, or taken back. */
  payoutCount: number
  /** The number of the latest transfer for it; 0 if there was none. */
  transferNumber: number
  /** What buyers' banks took back for good of a session that was transferred. `kept` and `fees` are without it. */
  lost: number
}

type Row = Omit<SessionEarning, 'endsAt'> & { minutes: number; status: BookingStatus }

/** Disputes that ended without taking anything from us. */
const HARMLESS = ['won', 'warning_closed', 'prevented']

type Listing = {
  /** Of this mentor. Absent: of all. */
  mentorId?: string
  /** Of these bookings, by a query of their ids. */
  among?: RawBuilder<unknown>
  /** Only those whose payouts differ from what they earn. */
  unsettled?: boolean
  /** Only those after this one in the order of the list. */
  after?: Pick<SessionEarning, 'startsAt' | 'bookingId'> | null
  limit?: number
}

/** The sessions for which money came in, latest first; the seats in cohorts are among them. */
export async function listEarnings(
  db: Db,
  { mentorId, among, unsettled = false, after, limit }: Listing,
): Promise<SessionEarning[]> {
  const { rows } = await sql<Row>`
    with money as (
      select booking_id, currency,
        coalesce(sum(amount_pence) filter (where kind in ('charge', 'refund', 'reversal', 'contribution', 'deferred')), 0)::int as kept,
        coalesce(sum(amount_pence) filter (where kind = 'fee'), 0)::int as fees
      from ledger
      where true
      ${mentorId ? sql`and booking_id in (${bookingsOf([mentorId])})` : sql``}
      ${among ? sql`and booking_id in (${among})` : sql``}
      group by booking_id, currency
    ),
    part as (
      select booking_id, kept_pence as kept, fee_pence as fee, paid_at is null as on_its_way, 1 as payouts, 0 as transfer
      from payout_lines join payouts on payouts.id = payout_id join payout_batches on payout_batches.id = batch_id
      where booking_id in (select booking_id from money)
      union all
      select line.booking_id, kept, fee, status = 'queued', 0, case when line.booking_id = transfers.booking_id then number else 0 end
      from transfer_lines as line join transfers on transfers.id = transfer_id
      where line.booking_id in (select booking_id from money)
      union all
      select booking_id, -kept, -fee, false, 0, 0
      from transfer_reversals
      where status <> 'refused' and booking_id in (select booking_id from money)
    ),
    out as (
      select booking_id, sum(payouts)::int as payout_count, max(transfer) as transfer_number,
        sum(kept - fee)::int as paid_out, sum(kept)::int as kept_paid_out, sum(fee)::int as fees_paid_out,
        coalesce(sum(kept - fee) filter (where on_its_way), 0)::int as in_batch
      from part group by booking_id
    ),
    loss as (
      select booking_id, sum(amount_pence)::int as lost from disputes
      where status = 'lost' and booking_id in (select booking_id from transfers)
      group by booking_id
    )
    select bookings.id as booking_id, coalesce(bookings.mentor_id, packages.mentor_id, leaders.id) as mentor_id, reference, session_title,
      starts_at, minutes, bookings.status, bookings.currency,
      coalesce(payment_intent, (select bought.payment_intent from bookings as bought where bought.id = bookings.package_id)) as payment_intent,
      kept, fees, coalesce(paid_out, 0) as paid_out, coalesce(in_batch, 0) as in_batch,
      coalesce(kept_paid_out, 0) as kept_paid_out, coalesce(fees_paid_out, 0) as fees_paid_out,
      coalesce(payout_count, 0) as payout_count, coalesce(transfer_number, 0) as transfer_number, coalesce(lost, 0) as lost,
      exists (
        select from disputes
        where disputes.booking_id in (bookings.id, bookings.package_id) and disputes.status not in (${sql.join(HARMLESS)})
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
    left join packages on packages.id = bookings.id
    left join out on out.booking_id = money.booking_id
    left join loss on loss.booking_id = money.booking_id
    where bookings.status in ('confirmed', 'completed', 'no_show', 'cancelled')
      and coalesce(bookings.mentor_id, packages.mentor_id, leaders.id) is not null
      -- A package earns nothing until it ends.
      and (packages.id is null or kept <> 0 or fees <> 0 or coalesce(paid_out, 0) <> 0)
      ${unsettled ? sql`and (kept - fees <> coalesce(paid_out, 0) or lost is not null)` : sql``}
      ${after ? sql`and (starts_at < ${after.startsAt} or (starts_at = ${after.startsAt} and bookings.id > ${after.bookingId}))` : sql``}
    order by starts_at desc, bookings.id ${limit ? sql`limit ${limit}` : sql``}`.execute(db)
  return rows
    .map(({ minutes, ...row }) => {
      return { ...row, ...withoutLost(row), endsAt: new Date(row.startsAt.getTime() + minutes * 60_000) }
    })
    .filter((session) => !unsettled || openAmount(session) !== 0)
}

const bookingsOf = (mentorIds: string[]) => sql`
  select id from bookings where mentor_id = any(${mentorIds}::uuid[])
  union all
  select bookings.id from mentors join cohorts using (account_id) join bookings on bookings.cohort_id = cohorts.id
  where mentors.id = any(${mentorIds}::uuid[])
  union all
  select id from packages where mentor_id = any(${mentorIds}::uuid[])`

/** Paid out of a batch or by a transfer, or set off against one. */
const isInLines = (booking: RawBuilder<unknown>) => sql`(
  exists (select from payout_lines where payout_lines.booking_id = ${booking})
  or exists (select from transfer_lines where transfer_lines.booking_id = ${booking}))`

/**
 * Money of it went back, or a bank or package has taken it back, so that what is kept may have changed after it was paid out.
 */
const hasChanged = (booking: RawBuilder<unknown>) => sql`(
  exists (select from refunds where refunds.booking_id = ${booking})
  or exists (select from ledger where ledger.booking_id = ${booking} and kind = 'deferred' and amount_pence < 0)
  or exists (select from disputes where disputes.booking_id = ${booking}))`

/**
 * Sessions that may be due, of mentors whose accounts take transfers: those not paid yet, and those of which more is kept
 * than before. At most `limit` after the last that was seen, latest first.
 */
export function listTransferable(
  db: Db,
  { now, after, limit }: { now: Date; after: Pick<SessionEarning, 'startsAt' | 'bookingId'> | null; limit: number },
): Promise<SessionEarning[]> {
  const booking = sql`bookings.id`
  // Not joined: PostgreSQL reads a list that is not correlated once, also before it has statistics of accounts. Without them it
  // takes a join for one of a single account, and compares every booking with every account.
  const mentorIds = sql`select mentor_id from connected_accounts where transfers = 'active' and deauthorized_at is null`
  const cohortIds = sql`select cohorts.id from cohorts join mentors using (account_id) where mentors.id in (${mentorIds})`
  const packageIds = sql`select packages.id from packages where mentor_id in (${mentorIds})`
  const among = sql`
    select bookings.id from bookings
    where (mentor_id in (${mentorIds}) or (mentor_id is null and (cohort_id in (${cohortIds}) or id in (${packageIds}))))
      and (payment_intent is not null or package_id is not null or discount_pence > 0) and bookings.status in ('completed', 'no_show', 'cancelled')
      and starts_at <= ${minutesAfter(now, -DUE_HOURS * 60)}
      and (not ${isInLines(booking)} or ${hasChanged(booking)})`
  return listEarnings(db, { among, unsettled: true, after, limit })
}

/** Sessions of which more was paid out than is kept by now: of all that were paid by transfer, or of these mentors. */
export async function listOwed(db: Db, mentorIds?: string[]): Promise<SessionEarning[]> {
  const booking = sql`bookings.id`
  const paid = mentorIds
    ? sql`${isInLines(booking)} and bookings.id in (${bookingsOf(mentorIds)})`
    : sql`exists (select from transfers where transfers.booking_id = bookings.id)`
  const among = sql`select bookings.id from bookings where ${hasChanged(booking)} and ${paid}`
  const open = await listEarnings(db, { among, unsettled: true })
  return open.filter((session) => openAmount(session) < 0)
}
