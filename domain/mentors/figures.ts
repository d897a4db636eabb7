/**
 * The figures that a site shows about itself. A demo shows those of the specification (§9). A live site shows the
 * operator's figures with their day, or without them the counts of its own data, from a minimum on.
 */
import { err, ok, type Result } from '#domain/result'

/** As shown: `value` "94%", `of` "success"; `note`: of what exactly, in a line of its own. */
export type Figure = { value: string; of: string; note?: string | undefined }

/** `asOf`: the day when they were counted, as ISO date; undefined: now. Without figures nothing is shown. */
export type Figures = { figures: Figure[]; asOf?: string | undefined }

export type Counts = { mentors: number; countries: number; sessions: number }

const [ACCEPTED, MOVED, HELD] = ['each reviewed by a person', 'that they left or landed in', 'held, one to one']

export const DEMO_FIGURES: Figure[] = [
  { value: '150+', of: 'mentees', note: 'have talked to a mentor here' },
  { value: '8', of: 'cohorts', note: 'of people who made one move together' },
  { value: '94%', of: 'success', note: 'mentees who say their session answered what they came with' },
]

export const DEMO_COMMUNITY_FIGURES: Figure[] = [
  { value: '50+', of: 'mentors', note: ACCEPTED },
  { value: '20+', of: 'countries', note: MOVED },
  { value: '200+', of: 'sessions', note: HELD },
]

/** Smaller counts are not shown. */
const MIN_COUNT = 10

/**
 * Parses up to four figures, such as "150+ mentees, 94% success (who rated their session 4 or 5)". The value ends at the first
 * space; what stands in brackets at the end is the note, which may have commas.
 */
export function parseFigures(text: string): Result<Figure[], 'malformed'> {
  const figures = text
    .split(/,(?![^()]*\))/)
    .map((part) => /^(\S*\d\S*)\s+([^\s()][^()]*?)\s*(?:\(\s*([^\s()][^()]*?)\s*\))?$/.exec(part.trim()))
  if (figures.length > 4 || figures.some((figure) => figure === null)) return err('malformed')
  return ok(figures.map((figure) => ({ value: figure![1]!, of: figure![2]!, ...(figure![3] && { note: figure![3] }) })))
}

/** As `parseFigures` reads them. */
export function figuresAsText(figures: Figure[]): string {
  return figures.map(({ value, of, note }) => `${value} ${of}${note ? ` (${note})` : ''}`).join(', ')
}

export function provenFigures(counts: Counts): Figure[] {
  const { mentors, countries, sessions } = counts
  return [
    { count: mentors, of: 'mentors', note: ACCEPTED },
    { count: countries, of: 'countries', note: MOVED },
    { count: sessions, of: 'sessions', note: HELD },
  ]
    .filter(({ count }) => count >= MIN_COUNT)
    .map(({ count, ...words }) => ({ value: count.toLocaleString('en-GB'), ...words }))
}
