/** An instant in words for mails: day, time and the city whose clock shows it. */
import { dayAndYearIn, timeIn } from '#domain/time/clock'
import { foldWords } from '#domain/time/clock-words'
import { zoneCity } from '#domain/time/zone'

/** "Tuesday 24 November 2026, 21:00 (Kolkata)" */
export function momentIn(at: Date, zone: string): string {
  return `${dayAndYearIn(at, zone)}, ${timeIn(at, zone)} (${zoneCity(zone)})`
}

/** As `momentIn`; says which of the two it is for a time that occurs twice because clocks go back. */
export function momentExactly(at: Date, zone: string): string {
  const fold = foldWords(at, zone, zoneCity(zone))
  return fold ? `${momentIn(at, zone)}, the ${fold}` : momentIn(at, zone)
}

/** The same on both clocks; once where both are in one zone. */
export function onBothClocks(at: Date, zone: string, other: string): string {
  return zone === other ? momentExactly(at, zone) : `${momentExactly(at, zone)}; ${momentExactly(at, other)}`
}
