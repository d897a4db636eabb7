/** SQL for reconciling: bookings and refunds as our books have them, to compare with the payment service's. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/connect'

export type BookedMoney = {
  id: string
  status: string
  checkoutId: string | null
  paymentIntent: string | null
  pricePence: number
  currency: string
  paidAmountPence: number | null
  paidAt: Date | null
  holdExpiresAt: Date
  createdAt: Date
  /** The charge in the ledger, in minor units of `currency`. Null if there is none in it. */
  charged: number | null
}

const MONEY = sql`id, status, checkout_id, payment_intent, price_pence, currency, paid_amount_pence, paid_at,
  hold_expires_at, created_at,
  (
    select sum(amount_pence) from ledger
    where booking_id = bookings.id and kind = 'charge' and ledger.currency = bookings.currency
  ) as charged`

/** Bookings that are paid by themselves: a session from a package is paid with it. */
const PAID_FOR = sql`price_pence > 0 and (package_id is null or package_id = id)`

/** Paid-for bookings among these. */
export async function listMoneyOfBookings(db: Db, ids: string[]): Promise<BookedMoney[]> {
  const { rows } = await sql<BookedMoney>`
    select ${MONEY} from bookings where ${PAID_FOR} and id = any(${ids}::uuid[])`.execute(db)
  return rows
}

/** Paid-for bookings created since `since`, and the bookings of these payments. */
export async function listBookedMoney(db: Db, since: Date, paymentIntents: string[]): Promise<BookedMoney[]> {
  const { rows } = await sql<BookedMoney>`
    select ${MONEY} from bookings
    where ${PAID_FOR} and (created_at >= ${since} or payment_intent = any(${paymentIntents}::text[]))
  `.execute(db)
  return rows
}

export type BookedRefund = {
  id: string
  bookingId: string
  paymentIntent: string
  status: string
  amountPence: number
  currency: string
  serviceId: string | null
  createdAt: Date
  updatedAt: Date
  /** The refund less its reversal in the ledger, in minor units of `currency`. Null if there is none in it. */
  entered: number | null
}

const REFUNDED = sql`id, booking_id, payment_intent, status, amount_pence, currency, service_id, created_at, updated_at,
  (
    select -sum(ledger.amount_pence) from ledger
    where ledger.service_id = refunds.service_id and kind in ('refund', 'reversal') and ledger.currency = refunds.currency
  ) as entered`

export async function listRefundsOfBookings(db: Db, bookingIds: string[]): Promise<BookedRefund[]> {
  const { rows } = await sql<BookedRefund>`
    select ${REFUNDED} from refunds where booking_id = any(${bookingIds}::uuid[])`.execute(db)
  return rows
}

/** Refunds created since `since`, and the refunds of these bookings. */
export async function listBookedRefunds(db: Db, since: Date, bookingIds: string[]): Promise<BookedRefund[]> {
  const { rows } = await sql<BookedRefund>`
    select ${REFUNDED} from refunds
    where created_at >= ${since} or booking_id = any(${bookingIds}::uuid[])
  `.execute(db)
  return rows
}

/** True if this database was set up for live use, or for rehearsing it. In a demo, the first sessions were never paid through a checkout. */
export async function isLiveInstallation(db: Db): Promise<boolean> {
  const installation = await db.selectFrom('installation').select('mode').executeTakeFirst()
  return installation !== undefined && installation.mode !== 'demo'
}
