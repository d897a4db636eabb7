/** SQL for the ledger: one row for every movement of money, never changed. Decision 0013. */
import { randomUUID } from 'node:crypto'
import { sql, type Insertable } from 'kysely'
import type { Db } from '#server/platform/db/connect'
import type { Tables } from '#server/platform/db/tables'

/** Adds an entry. False if it exists already: the constraint `unique (kind, service_id)` decides. */
export async function insertLedgerEntry(tx: Db, entry: Omit<Insertable<Tables['ledger']>, 'id'>): Promise<boolean> {
  const inserted = await tx
    .insertInto('ledger')
    .values({ id: randomUUID(), ...entry })
    .onConflict((conflict) => conflict.columns(['kind', 'serviceId']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** SQL: enters the rows of a common table expression `sent`, which are transfers that have just been sent. */
export const enterTransfers = sql`
  insert into ledger (id, booking_id, kind, amount_pence, currency, service_id, created_at)
  select gen_random_uuid(), booking_id, 'transfer', -amount, currency, service_id, sent_at from sent
  on conflict (kind, service_id) do nothing`

/** SQL: sums over rows of the ledger, which are of one currency. */
export const sums = {
  charged: sql<number>`coalesce(sum(amount_pence) filter (where kind = 'charge'), 0)`,
  refunded: sql<number>`coalesce(-sum(amount_pence) filter (where kind in ('refund', 'reversal')), 0)`,
  fees: sql<number>`coalesce(sum(amount_pence) filter (where kind = 'fee'), 0)`,
}

/** In minor units of one currency. `kept` is `charged` minus `refunded`; `fees` is the operator's part of `kept`. */
type Totals = { charged: number; refunded: number; kept: number; fees: number }

/**
 * Sums the ledger in one currency, for one booking, for one mentor, or for all. Every figure of money earned or refunded
 * comes from here.
 */
export async function readTotals(
  db: Db,
  filter: { currency: string; bookingId?: string; mentorId?: string },
): Promise<Totals> {
  let query = db.selectFrom('ledger').where('currency', '=', filter.currency)
  if (filter.bookingId) query = query.where('bookingId', '=', filter.bookingId)
  if (filter.mentorId) {
    const sold = db.selectFrom('bookings').select('id').where('mentorId', '=', filter.mentorId)
    query = query.where('bookingId', 'in', sold)
  }
  const { charged, refunded, fees } = await query
    .select([sums.charged.as('charged'), sums.refunded.as('refunded'), sums.fees.as('fees')])
    .executeTakeFirstOrThrow()
  return { charged, refunded, kept: charged - refunded, fees }
}

/** The currencies that have entries, in order. Each is one look into an index, however many entries there are. */
export async function listLedgerCurrencies(db: Db): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    with recursive found as (
      (select currency from ledger order by currency limit 1)
      union all
      select (select currency from ledger where currency > found.currency order by currency limit 1)
      from found where found.currency is not null
    )
    select currency from found where currency is not null order by currency`.execute(db)
  return rows.map(({ currency }) => currency)
}

/** The operator's fee and contribution that were entered together with a booking's charge, in minor units. */
export async function readPartsOfCharge(tx: Db, bookingId: string): Promise<{ fee: number; contribution: number }> {
  const parts = await tx
    .selectFrom('ledger as charge')
    .innerJoin('ledger as part', 'part.serviceId', 'charge.serviceId')
    .select([
      sql<number>`coalesce(sum(part.amount_pence) filter (where part.kind = 'fee'), 0)`.as('fee'),
      sql<number>`coalesce(sum(part.amount_pence) filter (where part.kind = 'contribution'), 0)`.as('contribution'),
    ])
    .where('charge.bookingId', '=', bookingId)
    .where('charge.kind', '=', 'charge')
    .executeTakeFirstOrThrow()
  return { fee: Number(parts.fee), contribution: Number(parts.contribution) }
}

/** What the operator contributes to a booking by now, in minor units, and the fee of which it is a part. */
export async function readContributed(tx: Db, bookingId: string): Promise<{ contributed: number; fees: number }> {
  const { contributed, fees } = await tx
    .selectFrom('ledger')
    .where('bookingId', '=', bookingId)
    .select([
      sql<number>`coalesce(sum(amount_pence) filter (where kind = 'contribution'), 0)`.as('contributed'),
      sums.fees.as('fees'),
    ])
    .executeTakeFirstOrThrow()
  return { contributed: Number(contributed), fees: Number(fees) }
}

/** Whether what was paid for a booking is deferred: it is a package. */
export async function isDeferred(tx: Db, bookingId: string): Promise<boolean> {
  const deferred = await tx
    .selectFrom('ledger as charge')
    .innerJoin('ledger as deferred', 'deferred.serviceId', 'charge.serviceId')
    .select('deferred.id')
    .where('charge.bookingId', '=', bookingId)
    .where('charge.kind', '=', 'charge')
    .where('deferred.kind', '=', 'deferred')
    .executeTakeFirst()
  return deferred !== undefined
}

/** The operator's share that a booking was held with, in per cent. Null for bookings of before it was kept. */
export async function readFeePercent(tx: Db, bookingId: string): Promise<number | null> {
  const booking = await tx.selectFrom('bookings').select('feePercent').where('id', '=', bookingId).executeTakeFirst()
  return booking?.feePercent ?? null
}
