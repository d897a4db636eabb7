/**
 * What cancelling gives back to the mentee. Pure: callers pass in the instants.
 * Source: specification §9 (refunds within 24 hours), read in decision 0004.
 */
import { dayIn, timeIn } from '#domain/time/clock'
import { zoneCity } from '#domain/time/zone'

const HOUR_MS = 3_600_000

/**
 * The last instant at which cancelling returns the whole price; after it nothing is returned. Null if the session was
 * booked less than 12 hours ahead. The rule counts elapsed hours, so clock changes do not matter.
 *
 * @param bookedAt When the booking was paid; before that, now. Paying later never makes the result earlier.
 */
export function lastFreeMoment({ bookedAt, startsAt }: { bookedAt: Date; startsAt: Date }): Date | null {
  const start = startsAt.getTime()
  const dayBefore = start - 24 * HOUR_MS
  const secondThoughts = Math.min(bookedAt.getTime() + 24 * HOUR_MS, start - 12 * HOUR_MS)
  const last = new Date(Math.max(dayBefore, secondThoughts))
  return last >= bookedAt ? last : null
}

/** "Cancel by Monday 23 November, 21:00 (Kolkata) for a full refund.", or that this moment is over or never was. */
export function refundWords(booking: { bookedAt: Date; startsAt: Date }, zone: string, now: Date): string {
  const last = lastFreeMoment(booking)
  if (!last) return 'Booked less than 12 hours ahead: cancelling returns nothing.'
  const moment = `${dayIn(last, zone)}, ${timeIn(last, zone)} (${zoneCity(zone)})`
  return now <= last ? `Cancel by ${moment} for a full refund.` : `Cancelling returned the whole price until ${moment}.`
}
