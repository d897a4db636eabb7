/** Gives money of a booking back: what a cancellation owes, never more than is kept and not on its way already. */
import { toMinorUnits, type MinorUnits } from '#domain/payments/money'
import type { SettlementContext } from '#server/context'
import type { Db } from '#server/platform/db/connect'
import type { RefundReason } from '#server/platform/db/tables'
import { queueRefund } from '#server/payments/ledger'
import { readTotals } from '#server/payments/ledger-queries'
import { listRefundsOfPayment, nextRefundNumber, type RefundRow } from '#server/payments/refunds-queries'

type PaidBooking = { id: string; paymentIntent: string | null; currency: string }

/** What is kept of a booking's payment and is not on its way back. Call with the booking locked. */
export async function readRefundable(tx: Db, { id, paymentIntent, currency }: PaidBooking): Promise<MinorUnits> {
  if (!paymentIntent) return toMinorUnits(0)
  const { kept } = await readTotals(tx, { bookingId: id, currency })
  return sumRefundable(kept, await listRefundsOfPayment(tx, paymentIntent))
}

/** `kept`: by the ledger, which enters a refund once it has succeeded. `refunds`: all of the payment. */
export function sumRefundable(kept: number, refunds: Pick<RefundRow, 'status' | 'amountPence'>[]): MinorUnits {
  const underWay = refunds
    .filter(({ status }) => status === 'queued' || status === 'pending')
    .reduce((sum, { amountPence }) => sum + amountPence, 0)
  return toMinorUnits(Math.max(kept - underWay, 0))
}

/**
 * Queues a refund of `amount`, or of all that is returnable where that is less. Call with the booking locked, once for
 * each decision: every call is a refund of its own.
 *
 * @returns what goes back.
 */
export async function issueRefund(
  app: SettlementContext,
  tx: Db,
  booking: PaidBooking,
  { amount, reason }: { amount: MinorUnits | 'all'; reason: RefundReason },
): Promise<MinorUnits> {
  const { id: bookingId, paymentIntent, currency } = booking
  const returnable = await readRefundable(tx, booking)
  const returned = amount === 'all' ? returnable : toMinorUnits(Math.min(amount, returnable))
  if (!paymentIntent || returned === 0) return toMinorUnits(0)
  const number = await nextRefundNumber(tx, paymentIntent)
  await queueRefund(app, tx, { bookingId, paymentIntent, amount: returned, currency, reason }, number)
  return returned
}
