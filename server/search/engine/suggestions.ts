/** Suggestions for a search without results: what to leave out, and the crossings nearest to the wanted one. */
import { activeFilters, without, type ChoiceFilter, type Criteria, type Filter } from '#domain/search/criteria'
import type { Directory } from '#server/search/engine/directory'
import { countFound } from '#server/search/engine/search'

/**
 * `drop`: what to leave out, 'everything' being all filters and words. `count`: the mentors that gives, at least one.
 */
type Suggestion = { drop: Filter | 'words' | 'everything'; count: number }

/** Two-letter codes of countries, and how many mentors made this crossing. */
type CrossingCount = { from: string; to: string; count: number }

const MAX_CROSSINGS = 6

/**
 * Single filters (or the words) to leave out, most results first; if no single one helps, everything at once. `fixed`
 * filters belong to the page and stay.
 */
export function suggestDrops(directory: Directory, criteria: Criteria, fixed: ChoiceFilter[], now: Date): Suggestion[] {
  const drops = activeFilters(criteria).filter((filter) => !fixed.some((kept) => kept === filter))
  const worded = { ...criteria, text: '' }
  const count = (rest: Criteria) => countFound(directory, rest, now)
  const singles: Suggestion[] = [
    ...(criteria.text ? [{ drop: 'words' as const, count: count(worded) }] : []),
    ...drops.map((drop) => ({ drop, count: count(without(criteria, drop)) })),
  ]
  const helpful = singles.filter((suggestion) => suggestion.count > 0).toSorted((a, b) => b.count - a.count)
  if (helpful.length > 0) return helpful
  const all = count(drops.reduce(without, worded))
  return all > 0 ? [{ drop: 'everything', count: all }] : []
}

/** Crossings of mentors that share exactly one end with the wanted move, most mentors first. */
export function nearestCrossings(directory: Directory, { choices, moving }: Criteria): CrossingCount[] {
  const crossings = (choices.crossing ?? []).map(splitCrossing)
  const destinations = new Set([...(choices.destination ?? []), moving.to, ...crossings.map(({ to }) => to)])
  const origins = new Set([...(choices.origin ?? []), moving.from, ...crossings.map(({ from }) => from)])
  return [...directory.choices.crossing]
    .map(([crossing, { count }]) => ({ ...splitCrossing(crossing), count }))
    .filter(({ from, to, count }) => count > 0 && origins.has(from) !== destinations.has(to))
    .toSorted((a, b) => b.count - a.count || (a.from + a.to < b.from + b.to ? -1 : 1))
    .slice(0, MAX_CROSSINGS)
}

/** The two countries of 'IN-GB'. */
export function splitCrossing(crossing: string): { from: string; to: string } {
  return { from: crossing.slice(0, 2), to: crossing.slice(3) }
}
