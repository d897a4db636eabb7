/** An instant in words for mails: day, time and the city whose clock shows it. */
import { dayAndYearIn, offsetIn, timeIn } from '#domain/time/clock'
import { foldWords } from '#domain/time/clock-words'
import { zoneCity } from '#domain/time/zone'

/** "Tuesday 24 November 2026, 21:00 (Kolkata)" */
export function momentIn(at: Date, zone: string): string {
  return `${dayAndYearIn(at, zone)}, ${timeIn(at, zone)} (${zoneCity(zone)})`
}

/**
 * "Tuesday 24 November 2026, 21:00 (Kolkata, UTC+5:30)"; says which of the two it is for a time that occurs twice because
 * clocks go back.
 */
function momentExactly(at: Date, zone: string): string {
  const fold = foldWords(at, zone, zoneCity(zone))
  const moment = `${dayAndYearIn(at, zone)}, ${timeIn(at, zone)} (${zoneCity(zone)}, ${offsetIn(at, zone)})`
  return fold ? `${moment}, the ${fold}` : moment
}

/** The same on both clocks; once where both are in one zone. */
export function onBothClocks(at: Date, zone: string, other: string): string {
  return zone === other ? momentExactly(at, zone) : `${momentExactly(at, zone)}; ${momentExactly(at, other)}`
}
