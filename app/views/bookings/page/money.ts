/** What was paid for a booking and what of it goes back, each movement on a line of its own. Server side. */
import type { BookingMoney } from '#domain/payments/booking-money'
import { toMinorUnits, type MinorUnits } from '#domain/payments/money'
import { sumPayment, type PaymentRows } from '#server/payments/booking-money-queries'
import { sumRefundable } from '#server/payments/issue-refund'
import * as m from '#messages/bookings'
import { listDiscount } from '#words/discounts/discount-line'
import { formatBalance, formatMoney } from '#words/prices'
import { dayAndYearIn } from '#words/time'
import type { Receipt, ReceiptLine } from '../../../ui/bookings/page/page-parts.ts'
import type { Reader } from './people.ts'

/** `lastReturn`: when a refund last succeeded. `returnable`: what can still go back. All null, and 0, if nothing was paid. */
export type PageMoney = {
  money: BookingMoney | null
  lastReturn: Date | null
  returnable: MinorUnits
  receipt: Receipt
}

export function describePageMoney({ booking, people, side }: Reader, rows: PaymentRows): PageMoney {
  const { paidAt, paymentIntent, currency } = booking
  const money = sumPayment(rows, currency)
  if (!money || !paidAt) return { money: null, lastReturn: null, returnable: toMinorUnits(0), receipt: null }
  const refunds = rows.refunds.filter((refund) => refund.paymentIntent === paymentIntent)
  const zone = people.own.clock.timeZone
  const discounts = listDiscount(booking).map(([name, amount]) => ({ name, amount }))
  const lastReturn = refunds.findLast(({ status }) => status === 'succeeded')
  const paid = { name: m.paidOn({ date: dayAndYearIn(paidAt, zone) }), amount: formatMoney(money.paid, money.currency) }
  return {
    money,
    lastReturn: lastReturn ? new Date(lastReturn.updatedAt) : null,
    returnable: paymentIntent ? sumRefundable(rows.totals.charged - rows.totals.refunded, refunds) : toMinorUnits(0),
    receipt: isReceiptOfOther({ booking, side })
      ? { to: null, lines: [], kept: null, note: m.paidByOther() }
      : {
          to: `/bookings/${booking.reference}/receipt`,
          lines: [
            ...discounts,
            paid,
            ...refunds.flatMap((refund) => describeRefundLine(refund, refunds, { zone, currency })),
          ],
          kept: money.returned > 0 ? formatMoney(toMinorUnits(money.paid - money.returned), money.currency) : null,
        },
  }
}

/** Someone else has paid and has the receipt. The mentor reads what was paid as usual. */
export const isReceiptOfOther = ({ booking, side }: Pick<Reader, 'booking' | 'side'>): boolean =>
  side === 'mentee' && booking.paidByOther

/** A refund as a line. None for one that was never sent, or that failed and was followed by another. */
function describeRefundLine(
  { id, status, amountPence, updatedAt, reason }: PaymentRows['refunds'][number],
  all: PaymentRows['refunds'],
  { zone, currency }: { zone: string; currency: string },
): ReceiptLine[] {
  const line = (name: string) => [{ name, amount: formatBalance(-amountPence, currency) }]
  if (status === 'succeeded') return line(m.returnedOn({ date: dayAndYearIn(new Date(updatedAt), zone) }))
  if (status === 'queued' || status === 'pending') return line(m.refundOnItsWay())
  const isReplaced = all.some(({ replaces }) => replaces === id)
  return status === 'failed' && !isReplaced && reason !== 'at_service' ? line(m.refundDelayed()) : []
}
