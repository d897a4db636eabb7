/** Long after every session, with no fault left: all that is due is paid out, by transfer or in a batch. */
import { sql } from 'kysely'
import { chargeStep } from '#domain/payments/currency'
import type { Db } from '#server/platform/db/connect'
import { makeBatch, payBatch, unpaidBatches } from '../after.ts'
import type { Rig } from '../rig.ts'
import { readAccounts, transferAll } from './transfers.ts'
import type { World } from '../world.ts'

/**
 * Of a mentor's sessions that took place or were cancelled, in minor units. `due`: what they earned and were not paid; less
 * than zero if they owe something. Without what is held back, because the buyer's bank has it. `queued`: what was paid before
 * anything was set off or taken back.
 */
type MentorBooks = { mentor: string; currency: string; due: number; queued: number }

/**
 * What a bank keeps for good of a session that was paid by transfer was not earned, unless it was booked from a package. What the
 * operator contributed to it was (decision 0073), less the fee on that.
 */
async function readMentorBooks(db: Db): Promise<MentorBooks[]> {
  const { rows } = await sql<MentorBooks>`
    with line as (
      select booking_id, amount_pence as amount from payout_lines
      union all
      select booking_id, amount from transfer_lines
    ),
    session as (
      select coalesce(bookings.mentor_id, packages.mentor_id) as mentor_id, bookings.currency,
        case when dispute.status = 'lost' and bookings.payment_intent is not null and exists (select from transfers where booking_id = bookings.id)
          then given.contribution - round(given.fees * given.contribution / greatest(given.kept, 1)::numeric)
          else given.kept - given.fees end as earned,
        coalesce((select sum(amount) from line where booking_id = bookings.id), 0)
          - coalesce((select sum(amount) from transfer_reversals where booking_id = bookings.id and status <> 'refused'), 0) as paid_out,
        coalesce((select sum(amount) from line where booking_id = bookings.id and amount > 0), 0) as queued,
        dispute.status is not null and dispute.status <> 'won' as is_held
      from bookings
      left join packages using (id)
      left join bookings as bought on bought.id = bookings.package_id
      left join lateral (
        select status from sandbox_stripe.disputes
        where disputes.payment_intent = coalesce(bookings.payment_intent, bought.payment_intent)) dispute on true
      left join lateral (
        select coalesce(sum(amount_pence) filter (where kind <> 'fee'), 0) as kept,
          coalesce(sum(amount_pence) filter (where kind = 'fee'), 0) as fees,
          coalesce(sum(amount_pence) filter (where kind = 'contribution'), 0) as contribution
        from ledger where booking_id = bookings.id
          and kind in ('charge', 'refund', 'reversal', 'contribution', 'deferred', 'fee')) given on true
      where bookings.status in ('completed', 'cancelled', 'no_show')
    )
    select mentor_id::text as mentor, currency, sum(queued)::int as queued,
      coalesce(sum(earned - paid_out) filter (where not is_held or earned < paid_out), 0)::int as due
    from session group by mentor_id, currency`.execute(db)
  return rows
}

/** Pays all that is due, and compares. */
export async function payEverybody({ sales }: World, rig: Rig): Promise<string[]> {
  const before = new Map((await readMentorBooks(rig.db)).map((books) => [books.mentor, books.queued]))
  await readAccounts(rig)
  const faults = [...(await makeBatch(rig))]
  while ((await unpaidBatches(rig)).length > 0) faults.push(...(await payBatch(rig)))
  await transferAll(rig)
  for (const { mentor, currency, due, queued } of await readMentorBooks(rig.db)) {
    const step = chargeStep(currency) // Less than that is not transferred.
    if (due >= step) faults.push(`${due} are still due to ${mentor}`)
    if (due <= -step && queued !== before.get(mentor)) faults.push(`${mentor} owes ${-due} and was paid more`)
  }
  if (sales.length > 0 && (await makeBatch(rig)).length > 0) faults.push('a second batch was made of nothing')
  return faults
}
