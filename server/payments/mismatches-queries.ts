/** SQL for comparing: what our books say of bookings and refunds, beside the payment service's. */
import { sql } from 'kysely'
import type { Db } from '#server/db/connect'

export type BookedMoney = {
  id: string
  status: string
  checkout_id: string | null
  payment_intent: string | null
  price_pence: number
  currency: string
  paid_amount_pence: number | null
  paid_at: Date | null
  hold_expires_at: Date
  created_at: Date
  /** What the ledger says was charged. Null: nothing entered. */
  charged: number | null
}

/** Bookings made since then, and those that these payments were for. */
export async function listBookedMoney(db: Db, since: Date, paymentIntents: string[]): Promise<BookedMoney[]> {
  const { rows } = await sql<BookedMoney>`
    select id, status, checkout_id, payment_intent, price_pence, currency, paid_amount_pence, paid_at, hold_expires_at, created_at,
      (select sum(amount_pence)::int from ledger where booking_id = bookings.id and kind = 'charge') as charged
    from bookings
    where price_pence > 0 and (created_at >= ${since} or payment_intent = any(${paymentIntents}::text[]))
  `.execute(db)
  return rows
}

export type BookedRefund = {
  id: string
  booking_id: string
  payment_intent: string
  status: string
  amount_pence: number
  service_id: string | null
  created_at: Date
  updated_at: Date
  /** What the ledger says went back by it and stayed there. Null: nothing entered. */
  entered: number | null
}

/** Refunds written since then, and those of these bookings. */
export async function listBookedRefunds(db: Db, since: Date, bookingIds: string[]): Promise<BookedRefund[]> {
  const { rows } = await sql<BookedRefund>`
    select id, booking_id, payment_intent, status, amount_pence, service_id, created_at, updated_at,
      (
        select -sum(ledger.amount_pence)::int from ledger
        where ledger.service_id = refunds.service_id and kind in ('refund', 'reversal')
      ) as entered
    from refunds
    where created_at >= ${since} or booking_id = any(${bookingIds}::uuid[])
  `.execute(db)
  return rows
}

/** Whether this database was set up for real use. A demo's first sessions were never paid through a checkout. */
export async function isLive(db: Db): Promise<boolean> {
  const installation = await db.selectFrom('installation').select('mode').executeTakeFirst()
  return installation?.mode === 'live'
}
