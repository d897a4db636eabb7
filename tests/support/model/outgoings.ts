/** What is paid out for each booking, in batches and by transfer: whenever more of it is queued, the booking has earned that. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/connect'
import type { World } from './world.ts'

/** Of one booking, in minor units of its currency. */
export type Outgoing = {
  booking: string
  /** Lines that pay for it, and lines that set off what is owed of it (less than zero). */
  queued: number
  setOff: number
  /** Taken back or to be taken back, and what could not be taken back. */
  back: number
  refused: number
  earned: number
  /** The part of it that came in: charges and refunds that failed, less the fee. It never falls. */
  came: number
  /** Its refunds on their way, and disputes that are open or lost: until they end, nothing is queued. */
  holds: string[]
}

async function readOutgoings(db: Db): Promise<Outgoing[]> {
  const { rows } = await sql<Outgoing>`
    with line as (
      select booking_id, amount_pence as amount from payout_lines
      union all
      select booking_id, amount from transfer_lines
    )
    select bookings.id::text as booking,
      coalesce((select sum(amount) from line where booking_id = bookings.id and amount > 0), 0)::int as queued,
      coalesce((select sum(amount) from line where booking_id = bookings.id and amount < 0), 0)::int as set_off,
      coalesce((select sum(amount) from transfer_reversals where booking_id = bookings.id and status <> 'refused'), 0)::int as back,
      coalesce((select sum(amount) from transfer_reversals where booking_id = bookings.id and status = 'refused'), 0)::int as refused,
      coalesce(money.earned, 0)::int as earned, coalesce(money.came, 0)::int as came,
      array(select id::text from refunds where booking_id = bookings.id and status in ('queued', 'pending')
        union all
        select id from disputes where booking_id in (bookings.id, bookings.package_id) and status <> 'won') as holds
    from bookings
    left join lateral (
      select sum(case kind when 'fee' then -amount_pence else amount_pence end) as earned,
        sum(case when kind = 'fee' then -amount_pence else amount_pence end)
          filter (where kind = 'fee' or amount_pence > 0) as came
      from ledger where booking_id = bookings.id and kind in ('charge', 'refund', 'reversal', 'contribution', 'deferred', 'fee')) money on true`.execute(
    db,
  )
  return rows
}

/** Updates the model with what was queued since it last looked. A sentence for each amount that was not earned, or was held. */
export async function noticeOutgoings(world: World, db: Db): Promise<string[]> {
  const all = await readOutgoings(db)
  const faults = all.flatMap((after) => {
    const before = world.outgoings.get(after.booking)
    return before && after.queued > before.queued ? findUnearned(before, after) : []
  })
  world.outgoings = new Map(all.map((outgoing) => [outgoing.booking, outgoing]))
  return faults
}

/** A step may do several things after it has queued something, which these allow for. */
function findUnearned(before: Outgoing, after: Outgoing): string[] {
  const { booking } = after
  const couldHaveEarned = before.earned + after.came - before.came
  const notTakenBack = Math.max(0, after.refused - before.refused)
  const notSetOff = Math.max(0, after.setOff - before.setOff)
  const paidOut = after.queued + after.setOff - after.back - notTakenBack - notSetOff
  const held = after.holds.filter((id) => before.holds.includes(id))
  return [
    ...(paidOut > couldHaveEarned ? [`booking ${booking} had earned ${couldHaveEarned}; ${paidOut} are paid out`] : []),
    ...held.map((id) => `booking ${booking} was paid out although ${id} is open`),
  ]
}
