/** How soon a mentor answers a mentee's message. */
import { DAY_MS, HOUR_MS } from '#domain/time/wall-time'

/** What is counted: the newest questions of a year. */
export const ANSWERS_COUNTED = 30
export const ANSWERS_OF_MS = 365 * DAY_MS

/** Fewer say more about a day than about a mentor. */
const LEAST_QUESTIONS = 3

/** A question that waits no longer than this is still open, and says nothing yet. */
export const STILL_OPEN_MS = 3 * DAY_MS

/** Hours that are said. */
const SAID = [1, 3, 12, 24, 48]

/**
 * The hours within which at least half of the questions got a reply: 1, 3, 12, 24 or 48. `waitsMs` has one number per
 * question; null if it got no reply. Null if there are too few questions, or half took longer than two days: a mentee may
 * have written "Thank you", so a slow mentor is not called one.
 */
export function findAnswerHours(waitsMs: readonly (number | null)[]): number | null {
  if (waitsMs.length < LEAST_QUESTIONS) return null
  const waits = waitsMs.map((wait) => wait ?? Infinity).toSorted((a, b) => a - b)
  const median = waits[Math.ceil(waits.length / 2) - 1]!
  return SAID.find((hours) => median <= hours * HOUR_MS) ?? null
}
