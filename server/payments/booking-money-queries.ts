/** SQL for what became of bookings' payments: the ledger's charges, and the refunds of each. */
import { sql } from 'kysely'
import type { BookingMoney, KnownRefund } from '#domain/payments/booking-money'
import { sumMoney } from '#domain/payments/booking-money'
import { toMinorUnits } from '#domain/payments/money'
import { sums } from '#server/payments/ledger-queries'
import type { RefundRow } from '#server/payments/refunds-queries'
import type { Db } from '#server/platform/db/connect'

/** What became of the payments of these bookings. A booking without a payment has none of it. */
export async function readMoney(db: Db, bookingIds: string[]): Promise<Map<string, BookingMoney>> {
  if (bookingIds.length === 0) return new Map()
  const charges = await db
    .selectFrom('ledger')
    .select((row) => ['bookingId', 'currency', row.fn.sum<string>('amountPence').as('paid')])
    .where('kind', '=', 'charge')
    .where('bookingId', 'in', bookingIds)
    .groupBy(['bookingId', 'currency'])
    .execute()
  const refunds = Map.groupBy(await listRefunds(db, bookingIds), ({ bookingId }) => bookingId)
  return new Map(
    charges.map(({ bookingId, currency, paid }) => {
      const money = { amount: toMinorUnits(Number(paid)), currency }
      return [bookingId, sumMoney(money, refunds.get(bookingId) ?? [])]
    }),
  )
}

/** As `readMoney`, for one booking. Null if nothing was paid. */
export async function readMoneyOfBooking(db: Db, bookingId: string): Promise<BookingMoney | null> {
  return (await readMoney(db, [bookingId])).get(bookingId) ?? null
}

/** A booking's payment as `paymentColumns` reads it. */
export type PaymentRows = {
  totals: { charged: number; refunded: number }
  /** The first one first. `updatedAt`: in milliseconds since 1970. */
  refunds: (Pick<RefundRow, 'id' | 'status' | 'amountPence' | 'reason' | 'paymentIntent' | 'replaces'> & {
    updatedAt: number
  })[]
}

/** SQL: the columns `totals` and `refunds` of one booking, for a statement that reads more of it. */
export const paymentColumns = ({ id, currency }: { id: string; currency: string }) => sql`
  (select json_build_object('charged', ${sums.charged}, 'refunded', ${sums.refunded}) from ledger
    where booking_id = ${id}::uuid and currency = ${currency}) as totals,
  (select coalesce(json_agg(json_build_object('id', id, 'status', status, 'amountPence', amount_pence, 'reason', reason,
      'paymentIntent', payment_intent, 'replaces', replaces, 'updatedAt', date_part('epoch', updated_at) * 1000)
      order by created_at, id), '[]')
    from refunds where booking_id = ${id}::uuid) as refunds`

/** As `readMoneyOfBooking`, from rows that were read with others. */
export function sumPayment({ totals, refunds }: PaymentRows, currency: string): BookingMoney | null {
  if (totals.charged === 0) return null
  const replaced = new Set(refunds.map(({ replaces }) => replaces))
  return sumMoney(
    { amount: toMinorUnits(totals.charged), currency },
    refunds.map(({ id, amountPence: amount, status, reason }) => {
      return { amount, status, atService: reason === 'at_service', replaced: replaced.has(id) }
    }),
  )
}

async function listRefunds(db: Db, bookingIds: string[]): Promise<(KnownRefund & { bookingId: string })[]> {
  const rows = await db
    .selectFrom('refunds')
    .leftJoin('refunds as next', 'next.replaces', 'refunds.id')
    .select(['refunds.bookingId', 'refunds.amountPence', 'refunds.status', 'refunds.reason', 'next.id as nextId'])
    .where('refunds.bookingId', 'in', bookingIds)
    .orderBy('refunds.createdAt')
    .orderBy('refunds.id')
    .execute()
  return rows.map(({ bookingId, amountPence: amount, status, reason, nextId }) => {
    return { bookingId, amount, status, atService: reason === 'at_service', replaced: nextId !== null }
  })
}

/** A booking's entries in the ledger, the first one first. */
export const listLedgerOfBooking = (db: Db, bookingId: string) =>
  db
    .selectFrom('ledger')
    .select(['id', 'kind', 'amountPence', 'currency', 'serviceId', 'createdAt'])
    .where('bookingId', '=', bookingId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

export const listRefundsOfBooking = (db: Db, bookingId: string) =>
  db
    .selectFrom('refunds')
    .select(['id', 'amountPence', 'currency', 'reason', 'status', 'refusals', 'createdAt', 'updatedAt'])
    .where('bookingId', '=', bookingId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** Whether a payment goes back since its discount code was used up when it came. */
export const isReturnedForCode = async (db: Db, bookingId: string): Promise<boolean> =>
  (await listRefundsOfBooking(db, bookingId)).some(({ reason }) => reason === 'code_used_up')

export const listDisputesOfBooking = (db: Db, bookingId: string) =>
  db
    .selectFrom('disputes')
    .select(['id', 'amountPence', 'currency', 'status', 'createdAt'])
    .where('bookingId', '=', bookingId)
    .orderBy('createdAt')
    .execute()
