/**
 * What became of a booking's payment, in sums that are true at this moment: money is called returned only once the payment
 * service says that its refund succeeded.
 */
import type { RefundStatus } from '#domain/payments/checkout'
import { toPence, type Pence } from '#domain/payments/money'

/** `atService`: made by the operator in the service's dashboard. `replaced`: it failed, and another was queued instead. */
export type KnownRefund = {
  amount: Pence
  status: RefundStatus | 'queued' | 'withdrawn'
  atService: boolean
  replaced: boolean
}

/** All in minor units. `paid` is `returned`, `onTheWay`, `delayed` and `kept` together. */
export type BookingMoney = {
  paid: Pence
  /** Refunds that succeeded. */
  returned: Pence
  /** Refunds that are queued or pending. */
  onTheWay: Pence
  /** Failed refunds and are not sent again by themselves: a person looks into them. */
  delayed: Pence
  /** What stays with mentor and operator. */
  kept: Pence
}

/** `refunds`: all of one payment, oldest first. What the operator returns by hand settles what failed before. */
export function sumMoney(paid: Pence, refunds: KnownRefund[]): BookingMoney {
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
    paid,
    returned: toPence(returned),
    onTheWay: toPence(onTheWay),
    delayed: toPence(delayed),
    kept: toPence(paid - returned - onTheWay - delayed),
  }
}
