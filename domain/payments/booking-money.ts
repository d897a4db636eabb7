/**
 * What became of a booking's payment, in sums that are true at this moment: money is called returned only once the payment
 * service says that its refund succeeded.
 */
import type { RefundStatus } from '#domain/payments/checkout'
import { toMinorUnits, type MinorUnits, type Money } from '#domain/payments/money'

/** `atService`: made by the operator in the service's dashboard. `replaced`: it failed, and another was queued instead. */
export type KnownRefund = {
  amount: MinorUnits
  status: RefundStatus | 'queued' | 'withdrawn'
  atService: boolean
  replaced: boolean
}

/** All in minor units of `currency`. `paid` is `returned`, `onTheWay`, `delayed` and `kept` together. */
export type BookingMoney = {
  currency: string
  paid: MinorUnits
  /** Refunds that succeeded. */
  returned: MinorUnits
  /** Refunds that are queued or pending. */
  onTheWay: MinorUnits
  /** Failed refunds and are not sent again by themselves: a person looks into them. */
  delayed: MinorUnits
  /** What stays with mentor and operator. */
  kept: MinorUnits
}

/** `refunds`: all of one payment and in its currency, oldest first. What the operator returns by hand settles what failed before. */
export function sumMoney({ amount: paid, currency }: Money, refunds: KnownRefund[]): BookingMoney {
  let [returned, onTheWay, delayed] = [0, 0, 0]
  for (const { amount, status, atService, replaced } of refunds) {
    if (status === 'failed' && !replaced && !atService) delayed += amount
    const moves = status === 'queued' || status === 'pending' || status === 'succeeded'
    if (moves && atService) delayed = Math.max(delayed - amount, 0)
    if (status === 'succeeded') returned += amount
    else if (moves) onTheWay += amount
  }
  // Two refunds may be requested for the same money until the service rejects one.
  returned = Math.min(returned, paid)
  onTheWay = Math.min(onTheWay, paid - returned)
  delayed = Math.min(delayed, paid - returned - onTheWay)
  return {
    currency,
    paid,
    returned: toMinorUnits(returned),
    onTheWay: toMinorUnits(onTheWay),
    delayed: toMinorUnits(delayed),
    kept: toMinorUnits(paid - returned - onTheWay - delayed),
  }
}
