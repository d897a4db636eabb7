/**
 * The figures that a site shows about itself. A demo shows those of the specification (§9). A live site shows the
 * operator's figures with their day, or without them the counts of its own data, from a minimum on.
 */
import { err, ok, type Result } from '#domain/result'

/** As shown: `value` "94%", `of` "success"; `note`: of what exactly, in a line of its own. */
export type Figure = { value: string; of: string; note?: string | undefined }

/** `asOf`: the day when they were counted, as ISO date; undefined: now. Without figures nothing is shown. */
export type Figures = { figures: Figure[]; asOf?: string | undefined }

/** What a site's operator entered, by page. */
export type EnteredFigures = { home?: Figure[] | undefined; about?: Figure[] | undefined; asOf?: string | undefined }

export type Counts = { mentors: number; countries: number; sessions: number }

export type ProvenCount = { of: keyof Counts; count: number }

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

/** Their numbers and day, "2026-11-01|150+ 8|50+": what is the same in a translation. */
export const figuresVersion = ({ home = [], about = [], asOf = '' }: EnteredFigures): string =>
  [asOf, ...[home, about].map((figures) => figures.map(({ value }) => value).join(' '))].join('|')

/** The counts that are large enough to be shown. */
export const provenCounts = (counts: Counts): ProvenCount[] =>
  (['mentors', 'countries', 'sessions'] as const)
    .map((of) => ({ of, count: counts[of] }))
    .filter(({ count }) => count >= MIN_COUNT)
