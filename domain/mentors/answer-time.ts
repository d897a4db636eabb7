/** How soon a mentor answers a mentee's message, as said on their page. */
import { DAY_MS, HOUR_MS } from '#domain/time/wall-time'

/** What is counted: the newest questions of a year. */
export const ANSWERS_COUNTED = 30
export const ANSWERS_OF_MS = 365 * DAY_MS

/** Fewer say more about a day than about a mentor. */
const LEAST_QUESTIONS = 3

/** A question that waits no longer than this is still open, and says nothing yet. */
export const STILL_OPEN_MS = 3 * DAY_MS

const SAID = [
  [HOUR_MS, 'an hour'],
  [3 * HOUR_MS, '3 hours'],
  [12 * HOUR_MS, '12 hours'],
  [DAY_MS, 'a day'],
  [2 * DAY_MS, 'two days'],
] as const

/**
 * "Usually answers within a day": the time within which at least half of the questions got a reply. `waitsMs` has one
 * number per question; null if it got no reply. Null if there are too few questions, or half took longer than two days: a
 * mentee may have written "Thank you", so a slow mentor is not called one.
 */
export function formatReplyTime(waitsMs: readonly (number | null)[]): string | null {
  if (waitsMs.length < LEAST_QUESTIONS) return null
  const waits = waitsMs.map((wait) => wait ?? Infinity).toSorted((a, b) => a - b)
  const median = waits[Math.ceil(waits.length / 2) - 1]!
  const words = SAID.find(([atMost]) => median <= atMost)?.[1]
  return words ? `Usually answers within ${words}` : null
}
