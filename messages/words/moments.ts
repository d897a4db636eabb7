/** An instant in words for mails: day, time, the place whose clock shows it, and how far that clock is from UTC. */
import { foldAt, timeIn } from '#domain/time/clock'
import type { Clock } from '#domain/time/zone'
import * as m from '#messages/time'
import { dayAndYearIn, offsetIn } from '#words/time'

/** "Tuesday 24 November 2026, 21:00 (Kolkata, UTC+5:30)" */
export function momentIn(at: Date, { timeZone, place }: Clock): string {
  return m.dateTimePlaceOffset({
    date: dayAndYearIn(at, timeZone),
    time: timeIn(at, timeZone),
    place,
    offset: offsetIn(at, timeZone),
  })
}

/** The same, and which of the two it is for a time that occurs twice because clocks go back. */
function momentExactly(at: Date, clock: Clock): string {
  const [moment, fold] = [momentIn(at, clock), foldAt(at, clock.timeZone)]
  if (!fold) return moment
  return m.momentOfTwo({ moment, first: fold === 'first', time: timeIn(at, clock.timeZone), place: clock.place })
}

/** The same on both clocks; once where both are in one zone. */
export function onBothClocks(at: Date, clock: Clock, other: Clock): string {
  const moment = momentExactly(at, clock)
  return clock.timeZone === other.timeZone ? moment : m.onBothClocks({ moment, other: momentExactly(at, other) })
}
