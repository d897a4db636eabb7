/**
 * The figures a site shows about itself. Pure.
 * A demo shows those of the specification (§9). A live site shows what its operator entered, with the day it was true, and
 * otherwise what its own data proves, from a number on that says something.
 */
import { err, ok, type Result } from '#domain/result'

/** As shown: `value` "150+", `of` "mentees". */
export type Figure = { value: string; of: string }

/** `asOf`: the day they were true, as ISO date; absent where they are true now. Without any figure nothing is shown. */
export type Figures = { figures: Figure[]; asOf?: string | undefined }

export type Counts = { mentors: number; countries: number; sessions: number }

export const DEMO_FIGURES: Figure[] = [
  { value: '150+', of: 'mentees' },
  { value: '8', of: 'cohorts' },
  { value: '94%', of: 'success' },
]

export const DEMO_COMMUNITY_FIGURES: Figure[] = [
  { value: '50+', of: 'mentors' },
  { value: '20+', of: 'countries' },
  { value: '200+', of: 'sessions' },
]

/** What is fewer than this is not boasted of. */
const LEAST_COUNT = 10

/** "150+ mentees, 8 cohorts" into figures: what stands before the first blank of each is its value. At most four. */
export function parseFigures(text: string): Result<Figure[], 'malformed'> {
  const figures = text.split(',').map((part) => /^(\S*\d\S*)\s+(\S.*)$/.exec(part.trim()))
  if (figures.length > 4 || figures.some((figure) => figure === null)) return err('malformed')
  return ok(figures.map((figure) => ({ value: figure![1]!, of: figure![2]! })))
}

export function provenFigures(counts: Counts): Figure[] {
  const { mentors, countries, sessions } = counts
  return [
    { count: mentors, of: 'mentors' },
    { count: countries, of: 'countries' },
    { count: sessions, of: 'sessions' },
  ]
    .filter(({ count }) => count >= LEAST_COUNT)
    .map(({ count, of }) => ({ value: count.toLocaleString('en-GB'), of }))
}
