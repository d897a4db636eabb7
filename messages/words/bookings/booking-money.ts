/** What became of a booking's payment, in words that are true at this moment. */
import type { BookingMoney } from '#domain/payments/booking-money'
import type { MinorUnits } from '#domain/payments/money'
import * as m from '#messages/refunds'
import { formatList } from '#words/lists'
import { formatMoney } from '#words/prices'

/**
 * A sentence for each state in which money that goes back is. None when nothing goes back. `byOther`: someone other than the reader has
 * paid.
 */
export function formatRefundSentences(
  { currency, paid, returned, onTheWay, delayed }: BookingMoney,
  byOther = false,
): string[] {
  const spell = (amount: MinorUnits) => formatMoney(amount, currency)
  const sentence = byOther ? m.onTheWayOther : m.onTheWay
  return [
    ...(returned > 0 ? [m.returned({ isAll: returned === paid, amount: spell(returned) })] : []),
    ...(onTheWay > 0 ? [sentence({ isAll: onTheWay === paid, amount: spell(onTheWay) })] : []),
    ...(delayed > 0 ? [m.delayed({ amount: spell(delayed) })] : []),
  ]
}

/** "£22.50 returned", "£22.50 being refunded": for a line in a list. Null when nothing goes back. */
export function formatShortRefund({ currency, returned, onTheWay, delayed }: BookingMoney): string | null {
  const spell = (amount: MinorUnits) => formatMoney(amount, currency)
  const parts = [
    ...(returned > 0 ? [m.shortReturned({ amount: spell(returned) })] : []),
    ...(onTheWay > 0 ? [m.shortOnTheWay({ amount: spell(onTheWay) })] : []),
    ...(delayed > 0 ? [m.shortDelayed({ amount: spell(delayed) })] : []),
  ]
  return parts.length > 0 ? formatList(parts, 'comma') : null
}
