/** SQL for the ledger: every movement of money, once, never changed. Decision 0013. */
import { randomUUID } from 'node:crypto'
import { sql, type Insertable } from 'kysely'
import type { Db } from '#server/db/connect'
import type { Tables } from '#server/db/tables'

/** False when it was entered before: `unique (kind, service_id)` decides. */
export async function enterLedger(tx: Db, entry: Omit<Insertable<Tables['ledger']>, 'id'>): Promise<boolean> {
  const entered = await tx
    .insertInto('ledger')
    .values({ id: randomUUID(), ...entry })
    .onConflict((known) => known.columns(['kind', 'service_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return entered !== undefined
}

const sums = {
  charged: sql<number>`coalesce(sum(amount_pence) filter (where kind = 'charge'), 0)::int`,
  refunded: sql<number>`coalesce(-sum(amount_pence) filter (where kind in ('refund', 'reversal')), 0)::int`,
  fees: sql<number>`coalesce(sum(amount_pence) filter (where kind = 'fee'), 0)::int`,
}

/** In minor units: what came in, what went back, what stays, and the operator's part of what stays. */
type Totals = { charged: number; refunded: number; kept: number; fees: number }

/** The only source of "earned", "refunded" and "kept". Of one booking, of one mentor, or of all. */
export async function readTotals(db: Db, of: { bookingId?: string; mentorId?: string } = {}): Promise<Totals> {
  let query = db.selectFrom('ledger')
  if (of.bookingId) query = query.where('booking_id', '=', of.bookingId)
  if (of.mentorId) {
    const sold = db.selectFrom('bookings').select('id').where('mentor_id', '=', of.mentorId)
    query = query.where('booking_id', 'in', sold)
  }
  const { charged, refunded, fees } = await query
    .select([sums.charged.as('charged'), sums.refunded.as('refunded'), sums.fees.as('fees')])
    .executeTakeFirstOrThrow()
  return { charged, refunded, kept: charged - refunded, fees }
}

/** The operator's part of a booking's charge, as it was entered with it, in minor units. */
export async function readFeeOfCharge(tx: Db, bookingId: string): Promise<number> {
  const entered = await tx
    .selectFrom('ledger as charge')
    .innerJoin('ledger as fee', 'fee.service_id', 'charge.service_id')
    .select((row) => row.fn.coalesce(row.fn.sum<number>('fee.amount_pence'), row.val(0)).as('fee'))
    .where('charge.booking_id', '=', bookingId)
    .where('charge.kind', '=', 'charge')
    .where('fee.kind', '=', 'fee')
    .executeTakeFirstOrThrow()
  return Number(entered.fee)
}
