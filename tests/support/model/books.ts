/**
 * The books of both sides after a step: the product's bookings and claims joined with the payment service's checkouts,
 * and the rules that they must fulfil at any moment, whatever messages were lost.
 */
import { sql } from 'kysely'
import type { CancelActor, RefundPercent } from '#domain/bookings/refunds/refund-rule'
import type { Db } from '#server/platform/db/connect'
import type { Sale } from './world.ts'

/** A booking, a checkout, or both joined. Amounts in minor units, instants in epoch milliseconds. */
export type Entry = {
  booking: string | null
  status: string | null
  mentor: string | null
  checkout: string | null
  /** Of a package its own id. */
  package: string | null
  /** Of a package: what was paid for the sessions that were refunded, and how many they are. */
  refundedShares: number
  refundedSessions: number
  /** The hold that this one replaces, until the move is complete. */
  replaces: string | null
  /** The claimed range, buffers included. */
  from: number | null
  until: number | null
  /** The session itself, and its claim without the buffers. */
  starts: number | null
  isClaimRight: boolean | null
  ceiling: RefundPercent | null
  cancelledBy: CancelActor | null
  session: string | null
  sessionStatus: string | null
  expires: number | null
  /** At the payment service. */
  charged: number
  returned: number
  processing: boolean
  payment: string | null
  failedRefunds: number
  /** In the product: sums of the ledger, and its own refunds that did not fail, with their reason. */
  enteredCharges: number
  enteredRefunds: number
  refundsRequested: number
  promised: number
  reason: string | null
  /** At the payment service, in the ledger, in payouts and transfers, all is in the booking's currency. */
  isInOneCurrency: boolean
  /** In payouts and transfers, paid or not, less what was taken back. */
  paidOut: number
  fees: number
  /** What the operator adds for a code. */
  contributed: number
  /** Of a package what its mentor has not earned yet, less than zero; of a session from one what it has earned. */
  deferred: number
  /** A session from a package gave its credit back after it had been earned. */
  isShareReturned: boolean | null
  /** Their kinds. A kind that is sent once per version occurs as often. */
  mails: string[]
  /** How often the kinds about moves, proposals and reports must occur. */
  events: Record<'session_moved' | 'times_proposed' | 'no_show_decided' | 'booking_cancelled', number>
  /** Reminders that were sent after the session had been cancelled, or moved away from their start. */
  lateReminders: number
  unsentMails: number
}

export async function readBooks(db: Db): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select b.id::text as booking, b.status, b.mentor_id::text as mentor, b.checkout_id as checkout, b.package_id::text as package,
      coalesce(credited.shares, 0)::int as refunded_shares, coalesce(credited.sessions, 0)::int as refunded_sessions,
      b.moved_from::text as replaces,
      (extract(epoch from lower(c.during)) * 1000)::float8 as "from",
      (extract(epoch from upper(c.during)) * 1000)::float8 as until,
      (extract(epoch from b.starts_at) * 1000)::float8 as starts, b.refund_ceiling as ceiling, b.cancelled_by,
      c.during = tstzrange(b.starts_at - b.buffer_before * interval '1 minute',
        b.starts_at + (b.minutes + b.buffer_after) * interval '1 minute') as is_claim_right,
      s.id as session, s.status as session_status, (extract(epoch from s.expires_at) * 1000)::float8 as expires,
      coalesce(p.amount, 0)::int as charged, coalesce(p.amount_refunded, 0)::int as returned,
      coalesce(d.status = 'processing', false) as processing, d.id as payment,
      (select count(*) from sandbox_stripe.refunds f where f.payment_intent = d.id and f.status = 'failed')::int
        as failed_refunds,
      coalesce(l.charges, 0)::int as entered_charges, coalesce(l.refunds, 0)::int as entered_refunds,
      coalesce(l.fees, 0)::int as fees, coalesce(l.contributed, 0)::int as contributed,
      coalesce(l.deferred, 0)::int as deferred,
      coalesce(l.is_share_returned, false) and b.package_id <> b.id as is_share_returned,
      coalesce(s.currency = lower(b.currency), true) and coalesce(l.currencies = array[b.currency], true)
        and not exists (select from payout_lines join payouts on payouts.id = payout_id
          where booking_id = b.id and payouts.currency <> b.currency)
        and not exists (select from transfer_lines line join transfers on transfers.id = transfer_id
          where line.booking_id = b.id and transfers.currency <> b.currency) as is_in_one_currency,
      (coalesce((select sum(amount_pence) from payout_lines where booking_id = b.id), 0)
        + coalesce((select sum(amount) from transfer_lines where booking_id = b.id), 0)
        - coalesce((select sum(amount) from transfer_reversals where booking_id = b.id and status <> 'refused'), 0)
      )::int as paid_out,
      (select count(*) from outbox where subject = b.id and kind in ('reminder_day', 'reminder_hour', 'session_over')
        and state = 'sent' and (state_since > b.cancelled_at or exists (
          select from booking_moves v where v.booking_id = b.id and v.moved_at < state_since
            and floor(extract(epoch from v.from_at))::text = version
            and not exists (select from booking_moves w where w.booking_id = b.id and w.revision > v.revision
              and w.to_at = v.from_at))))::int as late_reminders,
      jsonb_build_object(
        'session_moved', (select count(*) from booking_moves where booking_id = b.id),
        'times_proposed', (select count(*) from move_proposals where booking_id = b.id),
        'no_show_decided', (select count(*) from no_shows where booking_id = b.id and outcome is not null),
        'booking_cancelled', (b.status = 'cancelled')::int) as events,
      coalesce(r.requested, 0)::int as refunds_requested, coalesce(r.promised, 0)::int as promised, r.reason,
      coalesce(m.kinds, '{}') as mails, coalesce(m.unsent, 0)::int as unsent_mails
    from bookings b
    full join sandbox_stripe.checkout_sessions s on s.client_reference_id = b.id::text
    left join claims c on c.booking_id = b.id
    left join sandbox_stripe.payment_intents p on p.id = s.payment_intent and p.status = 'succeeded'
    left join sandbox_stripe.payment_intents d on d.id = s.payment_intent
    left join lateral (
      select sum(amount_pence) filter (where kind = 'charge') as charges,
        -sum(amount_pence) filter (where kind in ('refund', 'reversal')) as refunds,
        sum(amount_pence) filter (where kind = 'fee') as fees, sum(amount_pence) filter (where kind = 'contribution') as contributed,
        sum(amount_pence) filter (where kind = 'deferred') as deferred,
        bool_or(kind = 'deferred' and amount_pence < 0) as is_share_returned, array_agg(distinct currency) as currencies
      from ledger where booking_id = b.id) l on true
    left join lateral (
      select count(*) filter (where status not in ('failed', 'withdrawn')) as requested, min(reason) as reason,
        sum(amount_pence) filter (where status not in ('failed', 'withdrawn')) as promised
      from refunds where booking_id = b.id and reason <> 'at_service') r on true
    left join lateral (
      select sum(share) as shares, count(*) as sessions from credits
      where package_id = b.id and refunded_at is not null) credited on true
    left join lateral (
      select array_agg(kind order by kind) as kinds, count(*) filter (where state = 'waiting') as unsent
      from outbox where subject = b.id and recipient = 'mentee') m on true
    order by s.sequence`.execute(db)
  return rows
}

/**
 * `shown`: checkouts that a visitor was sent to. `refundKeys`: the number of keys used to refund a payment. `parts`: how
 * often a part of a checkout's price was returned.
 */
export type Known = {
  shown: ReadonlySet<string>
  parts: ReadonlyMap<string, number>
  refundKeys: (payment: string) => number
  now: number
}

/** A sentence for each broken rule. */
export function findFaults(books: Entry[], { shown, parts, refundKeys, now }: Known): string[] {
  const faults: string[] = []
  const claims = books.filter((entry) => entry.from !== null)
  for (const [at, one] of claims.entries()) {
    for (const other of claims.slice(at + 1)) {
      if (one.booking === other.booking || one.mentor !== other.mentor) continue
      const isMove = one.replaces === other.booking || other.replaces === one.booking
      if (isMove && one.status === 'held' && other.status === 'held') continue
      if (one.from! < other.until! && other.from! < one.until!)
        faults.push(`${one.booking} and ${other.booking} have the same minutes`)
    }
  }
  const paid = books.filter((entry) => entry.charged > 0).map((entry) => entry.booking)
  if (new Set(paid).size < paid.length) faults.push('a booking was charged twice')
  for (const { booking, status, from, session, ...entry } of books) {
    const isPackage = booking !== null && entry.package === booking
    const isLive = status === 'held' || status === 'confirmed'
    if (booking && (isLive && !isPackage) !== (from !== null))
      faults.push(`booking ${booking} is ${status} and has ${from === null ? 'no minutes' : 'minutes'}`)
    if (status === 'confirmed' && !paid.includes(entry.package ?? booking))
      faults.push(`booking ${booking} is confirmed and nothing was paid`)
    if (status === 'confirmed' && entry.refundsRequested > entry.refundedSessions)
      faults.push(`booking ${booking} is confirmed and its money was sent back`)
    const isAll = !isPackage || status === 'expired'
    if (!isAll && entry.promised > entry.refundedShares)
      faults.push(`package ${booking}: ${entry.promised} are to go back for ${entry.refundedShares}`)
    const refunds = isAll ? 1 + (session ? (parts.get(session) ?? 0) : 0) : Math.max(1, entry.refundedSessions)
    if (entry.refundsRequested > refunds) faults.push(`booking ${booking} is refunded ${entry.refundsRequested} times`)
    if (entry.payment && refundKeys(entry.payment) > refunds + entry.failedRefunds)
      faults.push(`booking ${booking} was to be refunded under ${refundKeys(entry.payment)} keys`)
    const payable = entry.processing || (entry.sessionStatus === 'open' && entry.expires! > now)
    if (session && shown.has(session) && payable && !isLive)
      faults.push(`session ${session} can still be paid, and its minutes were given back`)
    if (entry.enteredCharges > entry.charged || entry.enteredRefunds > entry.enteredCharges)
      faults.push(`booking ${booking}: more is entered than was paid or returned`)
    if (
      entry.paidOut > entry.enteredCharges + entry.contributed + entry.deferred - entry.fees &&
      entry.enteredRefunds === 0 &&
      !entry.isShareReturned
    )
      faults.push(`booking ${booking} earned less than the ${entry.paidOut} that are paid out`)
    if (entry.promised > entry.enteredCharges)
      faults.push(`booking ${booking}: ${entry.promised} are to go back of ${entry.enteredCharges}`)
    if (entry.paidOut !== 0 && status !== 'completed' && status !== 'cancelled' && status !== 'no_show')
      faults.push(`booking ${booking} is ${status} and paid out`)
    if (booking && !entry.isInOneCurrency) faults.push(`booking ${booking} is in two currencies`)
    if (entry.isClaimRight === false) faults.push(`booking ${booking} has other minutes than its session`)
    if (entry.lateReminders > 0) faults.push(`booking ${booking} was cancelled or moved, and reminded of all the same`)
    if (booking) faults.push(...findMailFaults(booking, entry))
  }
  return faults
}

/** Kinds that are sent once, once per occurrence, or once for each start. */
const REPEATED = /^(reminder_day|reminder_hour|session_over|payment_returned|proposal_withdrawn)$/

function findMailFaults(booking: string, { mails, events }: Pick<Entry, 'mails' | 'events'>): string[] {
  const count = (kind: string) => mails.filter((mail) => mail === kind).length
  const counted = Object.entries(events).flatMap(([kind, times]) =>
    count(kind) === times ? [] : [`booking ${booking} has ${count(kind)} emails for ${times}: ${kind}`],
  )
  const repeated = [...new Set(mails)].filter((kind) => !(kind in events) && !REPEATED.test(kind) && count(kind) > 1)
  return [...counted, ...repeated.map((kind) => `booking ${booking} has two emails: ${kind}`)]
}

/**
 * A sentence for each rule that is broken once everything has come to rest. `notified`: every event of the payment service has
 * arrived, so the books must agree to the penny.
 */
export function findLeftovers(books: Entry[], sales: Sale[], notified: boolean): string[] {
  const faults: string[] = []
  const byBooking = new Map(sales.map((sale) => [sale.bookingId, sale]))
  for (const { booking, status, session, charged, returned, ...entry } of books) {
    if (status === 'held') faults.push(`booking ${booking} is still held`)
    if (entry.sessionStatus === 'open') faults.push(`session ${session} can still be paid`)
    if (
      entry.package &&
      entry.package !== booking &&
      (entry.unsentMails > 0 || !entry.mails.includes('booking_confirmed'))
    )
      faults.push(`session ${booking} from a package was not notified`)
    if (charged === 0) continue
    const sale = booking ? byBooking.get(booking) : undefined
    const isMissed = status === 'no_show' && sale?.noShow?.absent === 'mentee'
    const stands = status === 'confirmed' || status === 'completed' || isMissed
    const isPackage = entry.package !== null
    if (isPackage && status === 'expired') faults.push(`package ${booking} was paid, and is not sold`)
    const due = isPackage
      ? entry.refundedShares
      : stands
        ? 0
        : status === 'cancelled'
          ? dueBack(sale, charged)
          : charged
    if (returned < due && (notified || entry.failedRefunds === 0))
      // What failed at the service is learnt from its events.
      faults.push(`session ${session} was paid, is ${status} and ${returned} of ${due} went back`)
    if (isPackage && !sale?.returnedByHand && returned > due)
      faults.push(`package ${booking} is ${status}, and ${returned} instead of ${due} went back`)
    if (isMissed && !sale?.returnedByHand && returned > 0)
      faults.push(`session ${session} was missed by its mentee, and ${returned} went back`)
    if (
      sale?.kind === 'session' &&
      sale.cancelled &&
      sale.cancelled.refund !== null &&
      !sale.returnedByHand &&
      returned > due
    )
      faults.push(`session ${session} was cancelled, and ${returned} instead of ${due} went back`)
    if (sale?.onTime && !stands && status !== 'cancelled' && status !== 'no_show' && entry.reason !== 'too_late')
      faults.push(`session ${session} was paid in time and is ${status}: ${entry.reason}`)
    const isSold = stands || status === 'cancelled' || status === 'no_show'
    const mail = isSold ? 'booking_confirmed' : 'payment_returned'
    if (!entry.mails.includes(mail) || entry.unsentMails > 0)
      faults.push(`booking ${booking} was not notified: ${mail}`)
    if (entry.enteredCharges !== charged)
      faults.push(`booking ${booking}: ${charged} were charged, ${entry.enteredCharges} are in the ledger`)
    if (notified && entry.enteredRefunds !== returned)
      faults.push(`booking ${booking}: ${returned} went back, ${entry.enteredRefunds} are in the ledger`)
  }
  return faults
}

/** The least that a cancellation has to return. */
function dueBack(sale: Sale | undefined, charged: number): number {
  const refund = sale?.cancelled?.refund ?? 0
  return refund === 'all' ? charged : refund
}
