/** Until when cancelling a booking returns how much of its price. */
import { refundSteps, type CancellableBooking } from '#domain/bookings/refunds/refund-rule'
import { zoneCity } from '#domain/time/zone'
import * as m from '#messages/refunds'
import { dayTimeOn } from '#words/time'

/**
 * "Cancel by Monday 23 November, 21:00 (Kolkata) for a full refund.", or that this moment is over or never was.
 * `words`: puts an instant into words; without it, as pages do.
 */
export function describeRefundRule(
  booking: CancellableBooking,
  timeZone: string,
  now: Date,
  words = (at: Date) => dayTimeOn(at, { timeZone, place: zoneCity(timeZone) }),
): string {
  const steps = refundSteps(booking)
  const [next, later] = steps.filter((step) => now <= step.until)
  if (next) {
    const until = words(next.until)
    if (next.percent === 50) return m.cancelForHalf({ until })
    return later ? m.cancelForAllOrHalf({ until, later: words(later.until) }) : m.cancelForAll({ until })
  }
  const last = steps.at(-1)
  if (!last) return booking.ceiling < 100 ? m.noneAfterMove() : m.bookedTooLate()
  const until = words(last.until)
  return last.percent === 100 ? m.wasForAll({ until }) : m.wasForHalf({ until })
}
