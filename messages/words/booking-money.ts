/** What became of a booking's payment, in words that are true at this moment. */
import type { BookingMoney } from '#domain/payments/booking-money'
import * as m from '#messages/refunds'
import { formatList } from '#words/lists'
import { formatPence } from '#words/prices'

/** A sentence for each state in which money that goes back is. None when nothing goes back. */
export function formatRefundSentences({ paid, returned, onTheWay, delayed }: BookingMoney): string[] {
  return [
    ...(returned > 0 ? [m.returned({ isAll: returned === paid, amount: formatPence(returned) })] : []),
    ...(onTheWay > 0 ? [m.onTheWay({ isAll: onTheWay === paid, amount: formatPence(onTheWay) })] : []),
    ...(delayed > 0 ? [m.delayed({ amount: formatPence(delayed) })] : []),
  ]
}

/** "£22.50 returned", "£22.50 being refunded": for a line in a list. Null when nothing goes back. */
export function formatShortRefund({ returned, onTheWay, delayed }: BookingMoney): string | null {
  const parts = [
    ...(returned > 0 ? [m.shortReturned({ amount: formatPence(returned) })] : []),
    ...(onTheWay > 0 ? [m.shortOnTheWay({ amount: formatPence(onTheWay) })] : []),
    ...(delayed > 0 ? [m.shortDelayed({ amount: formatPence(delayed) })] : []),
  ]
  return parts.length > 0 ? formatList(parts, 'comma') : null
}
