/**
 * What cancelling gives back to the mentee, by the policy with which a booking was sold. Pure: callers pass in the
 * instants. Source: specification §9 (refunds within 24 hours), read in decisions 0029 and 0029.
 *
 *   flexible   everything until 24 hours before the start
 *   moderate   everything until 72 hours, half until 24 hours
 *   firm       everything until 7 days, half until 72 hours
 *
 * Under every policy: everything within 24 hours of booking while the session is still 12 hours away. When the mentor or
 * an admin cancels, always everything. The rules count elapsed hours, so clock changes do not matter.
 *
 * After a move the rules count from the new start, and still from the same payment. What was over when a mentee moved
 * does not come back (decision 0032).
 */
import { chargeStep } from '#domain/payments/currency'
import type { MinorUnits } from '#domain/payments/money'

const HOUR_MS = 3_600_000

export const CANCEL_POLICIES = ['flexible', 'moderate', 'firm'] as const
export type CancelPolicy = (typeof CANCEL_POLICIES)[number]

/** `hours` before the start, until which this much goes back. */
const POLICY_STEPS: Record<CancelPolicy, { percent: 100 | 50; hours: number }[]> = {
  flexible: [{ percent: 100, hours: 24 }],
  moderate: [
    { percent: 100, hours: 72 },
    { percent: 50, hours: 24 },
  ],
  firm: [
    { percent: 100, hours: 7 * 24 },
    { percent: 50, hours: 72 },
  ],
}

/** How much of the price goes back. */
export type RefundPercent = 0 | 50 | 100

/**
 * `bookedAt`: when it was paid, also after a move; before the payment, now. Paying later never makes a step end earlier.
 * `ceiling`: the most that goes back, less than 100 only after the mentee has moved it when less was due.
 */
export type CancellableBooking = { policy: CancelPolicy; bookedAt: Date; startsAt: Date; ceiling: RefundPercent }

/** The rule of a booking that is stored. */
export function findRefundRule(
  booking: { cancelPolicy: CancelPolicy; refundCeiling: RefundPercent; paidAt: Date | null; startsAt: Date },
  now: Date,
): CancellableBooking {
  const { cancelPolicy: policy, refundCeiling: ceiling, paidAt, startsAt } = booking
  return { policy, ceiling, bookedAt: paidAt ?? now, startsAt }
}

/** In characters, of what a mentor writes to the mentee when cancelling. */
export const MAX_CANCEL_MESSAGE = 1_000

/** Who cancels. `product`: a proposal got no response, or the mentor left. */
export type CancelActor = 'mentee' | 'mentor' | 'admin' | 'product'

/** `until`: the last instant at which cancelling returns `percent` of the price. */
type RefundStep = { percent: 100 | 50; until: Date }

/** What cancelling returns and until when, in the order in which it ends. Nothing after the last, or without any. */
export function refundSteps(booking: CancellableBooking): RefundStep[] {
  const steps = policySteps(booking)
  if (booking.ceiling === 100) return steps
  const last = steps.at(-1)
  return booking.ceiling === 0 || !last ? [] : [{ percent: 50, until: last.until }]
}

function policySteps({ policy, bookedAt, startsAt }: CancellableBooking): RefundStep[] {
  const start = startsAt.getTime()
  const secondThoughts = Math.min(bookedAt.getTime() + 24 * HOUR_MS, start - 12 * HOUR_MS)
  let end = bookedAt.getTime() - 1
  return POLICY_STEPS[policy].flatMap(({ percent, hours }) => {
    const until = Math.max(start - hours * HOUR_MS, percent === 100 ? secondThoughts : 0)
    if (until <= end) return []
    end = until
    return [{ percent, until: new Date(until) }]
  })
}

/** The last instant at which cancelling returns the whole price. Null if there never was one. */
export function lastFreeMoment(booking: CancellableBooking): Date | null {
  return refundSteps(booking).find(({ percent }) => percent === 100)?.until ?? null
}

/** How much of the price goes back when the mentee cancels now. */
export function percentDue(booking: CancellableBooking, now: Date): RefundPercent {
  return refundSteps(booking).find(({ until }) => now <= until)?.percent ?? 0
}

/**
 * What goes back of `kept`, the money that is kept of a payment in `currency`, when this person cancels now. Halves round up
 * to an amount that can be refunded.
 */
export function refundDue(
  booking: CancellableBooking & { kept: MinorUnits; currency: string },
  by: CancelActor,
  now: Date,
): MinorUnits {
  if (by !== 'mentee') return booking.kept
  const percent = percentDue(booking, now)
  const step = chargeStep(booking.currency)
  return Math.min(Math.ceil((booking.kept * percent) / 100 / step) * step, booking.kept) as MinorUnits
}
