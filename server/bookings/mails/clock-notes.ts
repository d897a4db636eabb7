import { clocksFor } from '#server/bookings/clocks'
import { clockChangesNear } from '#domain/time/clock-changes'
import type { BookedSession } from '#server/bookings/queries'
import type { MailRecipient } from '#server/platform/db/tables'
import { clockNotes } from '#words/clock-changes'

/** Sentences about clock changes around a session, the reader's clock first. They name clocks as the booking's page does. */
export function clockNotesFor(side: MailRecipient, booking: BookedSession, now: Date): string[] {
  const { own, other } = clocksFor(side, booking)
  const clocks = [own, other].map((clock) => {
    return { ...clock, changes: clockChangesNear(clock.timeZone, booking.startsAt, now) }
  })
  return clockNotes(clocks, booking.startsAt, now)
}
