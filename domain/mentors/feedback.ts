/** Feedback on sessions, and a mentor's rating from it. Specification §3, Feedback. */

/** `average`: of all stars, to one decimal; null until enough people have given feedback. */
export type Rating = { average: number | null; count: number }

export const MAX_STARS = 5
/** Fewer people's stars are no average: each could be recognised, and one would decide. */
export const MIN_RATINGS = 3
export const MAX_FEEDBACK_LENGTH = 1000 // Characters.

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The public form of a name: "Priya S." for "Priya Sharma". A single name is shown whole. */
export function shownName(name: string): string {
  const words = name.trim().split(/\s+/)
  const [first = '', last] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  const initial = last && letters.segment(last)[Symbol.iterator]().next().value?.segment
  return initial ? `${first} ${initial.toLocaleUpperCase('en')}.` : first
}

/** Bayesian prior: a rating counts as if this many people had given this many stars before. */
const PRIOR = { people: 5, stars: 4.3 }

/** Rating in thousandths of a star, at most 5,000, damped so that a few ratings do not reach the top. */
export function computeScore(rating: number | null, count: number): number {
  const given = rating === null ? { people: 0, stars: 0 } : { people: count, stars: rating * count }
  return Math.round((1_000 * (PRIOR.people * PRIOR.stars + given.stars)) / (PRIOR.people + given.people))
}
