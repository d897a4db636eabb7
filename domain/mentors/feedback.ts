/** What people say of a session they had, and what that comes to for a mentor. Specification §3, Feedback. */

/** `average` is of all stars given, to one decimal; null before the first. */
export type Rating = { average: number | null; count: number }

export const MOST_STARS = 5
export const LONGEST_FEEDBACK = 1000 // Characters.

/** "4.9", "5.0" */
export function formatAverage(average: number): string {
  return average.toFixed(1)
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** How somebody is named in public: "Priya Sharma" is "Priya S.". Who gave one name only is shown by it. */
export function shownName(name: string): string {
  const words = name.trim().split(/\s+/)
  const [first = '', last] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  const initial = last && letters.segment(last)[Symbol.iterator]().next().value?.segment
  return initial ? `${first} ${initial.toLocaleUpperCase('en')}.` : first
}

/** A rating counts as if so many people had given so many stars before. */
const PRIOR = { people: 5, stars: 4.3 }

/** Stars that a few voices do not carry to the top, in thousandths: at most 5,000. */
export function scoreOf(rating: number | null, count: number): number {
  const people = PRIOR.people + (rating === null ? 0 : count)
  const stars = PRIOR.people * PRIOR.stars + (rating ?? 0) * (rating === null ? 0 : count)
  return Math.round((1_000 * stars) / people)
}
