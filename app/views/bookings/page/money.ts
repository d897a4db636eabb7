/** What was paid for a booking and what of it goes back, each movement on a line of its own. Server side. */
import type { BookingMoney } from '#domain/payments/booking-money'
import { toMinorUnits } from '#domain/payments/money'
import type { App } from '#server/context'
import { readMoneyOfBooking } from '#server/payments/booking-money-queries'
import { listRefundsOfPayment, type RefundRow } from '#server/payments/refunds-queries'
import * as m from '#messages/bookings'
import { listDiscount } from '#words/discounts/discount-line'
import { formatBalance, formatMoney } from '#words/prices'
import { dayAndYearIn } from '#words/time'
import type { Receipt, ReceiptLine } from '../../../ui/bookings/page/page-parts.ts'
import type { Reader } from './people.ts'

/** `lastReturn`: when a refund last succeeded. All null if nothing was paid. */
export type PageMoney = { money: BookingMoney | null; lastReturn: Date | null; receipt: Receipt }

export async function readPageMoney(app: App, { booking, people, side }: Reader): Promise<PageMoney> {
  const { paidAt, paymentIntent } = booking
  const money = await readMoneyOfBooking(app.db, booking.id)
  if (!money || !paidAt) return { money: null, lastReturn: null, receipt: null }
  const refunds = paymentIntent && money.kept < money.paid ? await listRefundsOfPayment(app.db, paymentIntent) : []
  const zone = people.own.clock.timeZone
  const discounts = listDiscount(booking).map(([name, amount]) => ({ name, amount }))
  const paid = { name: m.paidOn({ date: dayAndYearIn(paidAt, zone) }), amount: formatMoney(money.paid, money.currency) }
  return {
    money,
    lastReturn: refunds.findLast(({ status }) => status === 'succeeded')?.updatedAt ?? null,
    receipt: isReceiptOfOther({ booking, side })
      ? { to: null, lines: [], kept: null, note: m.paidByOther() }
      : {
          to: `/bookings/${booking.reference}/receipt`,
          lines: [...discounts, paid, ...refunds.flatMap((refund) => describeRefundLine(refund, refunds, zone))],
          kept: money.returned > 0 ? formatMoney(toMinorUnits(money.paid - money.returned), money.currency) : null,
        },
  }
}

/** Someone else has paid and has the receipt. The mentor reads what was paid as usual. */
export const isReceiptOfOther = ({ booking, side }: Pick<Reader, 'booking' | 'side'>): boolean =>
  side === 'mentee' && booking.paidByOther

/** A refund as a line. None for one that was never sent, or that failed and was followed by another. */
function describeRefundLine(
  { id, status, amountPence, currency, updatedAt, reason }: RefundRow,
  all: RefundRow[],
  zone: string,
): ReceiptLine[] {
  const line = (name: string) => [{ name, amount: formatBalance(-amountPence, currency) }]
  if (status === 'succeeded') return line(m.returnedOn({ date: dayAndYearIn(updatedAt, zone) }))
  if (status === 'queued' || status === 'pending') return line(m.refundOnItsWay())
  const isReplaced = all.some(({ replaces }) => replaces === id)
  return status === 'failed' && !isReplaced && reason !== 'at_service' ? line(m.refundDelayed()) : []
}
