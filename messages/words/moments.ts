/** An instant in words for mails: day, time, the place whose clock shows it, and how far that clock is from UTC. */
import { dayAndYearIn, offsetIn, timeIn } from '#domain/time/clock'
import { foldWords } from '#domain/time/clock-words'
import type { Clock } from '#domain/time/zone'

/** "Tuesday 24 November 2026, 21:00 (Kolkata, UTC+5:30)" */
export function momentIn(at: Date, { timeZone, place }: Clock): string {
  return `${dayAndYearIn(at, timeZone)}, ${timeIn(at, timeZone)} (${place}, ${offsetIn(at, timeZone)})`
}

/** The same, and which of the two it is for a time that occurs twice because clocks go back. */
function momentExactly(at: Date, clock: Clock): string {
  const fold = foldWords(at, clock.timeZone, clock.place)
  return fold ? `${momentIn(at, clock)}, the ${fold}` : momentIn(at, clock)
}

/** The same on both clocks; once where both are in one zone. */
export function onBothClocks(at: Date, clock: Clock, other: Clock): string {
  const own = momentExactly(at, clock)
  return clock.timeZone === other.timeZone ? own : `${own}; ${momentExactly(at, other)}`
}
