/**
 * The figures that a site shows about itself. A demo shows those of the specification (§9). A live site shows the
 * operator's figures with their day, or without them the counts of its own data, from a minimum on.
 */
import { err, ok, type Result } from '#domain/result'

/** As shown: `value` "150+", `of` "mentees". */
export type Figure = { value: string; of: string }

/** `asOf`: the day when they were counted, as ISO date; undefined: now. Without figures nothing is shown. */
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

/** Smaller counts are not shown. */
const MIN_COUNT = 10

/** Parses up to four figures, such as "150+ mentees, 8 cohorts". The value ends at the first space. */
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
    .filter(({ count }) => count >= MIN_COUNT)
    .map(({ count, of }) => ({ value: count.toLocaleString('en-GB'), of }))
}
