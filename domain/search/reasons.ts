/**
 * Why a mentor fits the visitor's move: the criteria of `server/search/engine/ranking.ts` that the mentor meets, in its
 * order. As codes and facts; pages turn them into words.
 */
import { FREE_WITHIN_DAYS, SOON_DAYS, type Criteria } from '#domain/search/criteria'
import { scoreOf } from '#domain/mentors/feedback'
import { DAY_MS } from '#domain/time/wall-time'

/** Minimum score for the reason `rating`, in thousandths of a star (see `scoreOf`). */
const HIGHLY_RATED = 4_600

export type Reason =
  | { kind: 'crossing'; from: string; to: string }
  | { kind: 'destination'; to: string }
  | { kind: 'origin'; from: string }
  | { kind: 'language'; language: string }
  | { kind: 'soon' }
  | { kind: 'rating'; average: number; count: number }

/** Countries are ISO 3166-1 alpha-2. */
export type Move = { fromCountry: string; toCountry: string }

export type Facts = {
  moves: Move[]
  /** ISO 639-1. */
  languages: string[]
  freeAt: Date | null
  rating: { average: number | null; count: number }
}

/** Empty if the visitor has named neither a move nor languages. */
export function reasonsFor(facts: Facts, { from, to, speaks }: Criteria['moving'], now: Date): Reason[] {
  if (!from && !to && speaks.length === 0) return []
  const reasons: Reason[] = []
  const crossed = facts.moves.some((move) => move.fromCountry === from && move.toCountry === to)
  if (from && to && crossed) reasons.push({ kind: 'crossing', from, to })
  else if (to && facts.moves.some((move) => move.toCountry === to)) reasons.push({ kind: 'destination', to })
  else if (from && !to && facts.moves.some((move) => move.fromCountry === from)) reasons.push({ kind: 'origin', from })
  for (const language of speaks) if (facts.languages.includes(language)) reasons.push({ kind: 'language', language })
  if (facts.freeAt && facts.freeAt.getTime() < now.getTime() + SOON_DAYS * DAY_MS) reasons.push({ kind: 'soon' })
  const { average, count } = facts.rating
  if (average !== null && scoreOf(average, count) >= HIGHLY_RATED) reasons.push({ kind: 'rating', average, count })
  return reasons
}

/**
 * The move that a mentor's row shows: the one that shares most with the wanted countries, of equals the first. A shared
 * destination counts more than a shared origin, as in the ranking.
 */
export function fittingMove<Any extends Move>(moves: Any[], origins: string[], destinations: string[]): Any | null {
  const fit = (move: Move) =>
    (destinations.includes(move.toCountry) ? 2 : 0) + (origins.includes(move.fromCountry) ? 1 : 0)
  return moves.reduce<Any | null>((best, move) => (best && fit(best) >= fit(move) ? best : move), null)
}

/** Whether a mentor's soonest free start is near enough to be shown. */
export function isFree(freeAt: Date | null, now: Date): freeAt is Date {
  return freeAt !== null && freeAt.getTime() < now.getTime() + FREE_WITHIN_DAYS * DAY_MS
}
