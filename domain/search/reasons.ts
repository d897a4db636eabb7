/**
 * Why a mentor fits somebody who is about to move: the rules of `server/search/engine/ranking.ts` that hold for this one, in its
 * order. Codes and facts; the words are the page's.
 */
import { FREE_WITHIN_DAYS, SOON_DAYS, type Criteria } from '#domain/search/criteria'
import { scoreOf } from '#domain/mentors/feedback'
import { DAY_MS } from '#domain/time/wall-time'

/** From this score on (thousandths of a star, see `scoreOf`) somebody is told of as rated highly. */
const HIGHLY_RATED = 4_600

export type Reason =
  | { kind: 'crossing'; from: string; to: string }
  | { kind: 'destination'; to: string }
  | { kind: 'origin'; from: string }
  | { kind: 'language'; language: string }
  | { kind: 'soon' }
  | { kind: 'rating'; average: number; count: number }

/** Countries are ISO 3166-1 alpha-2. */
export type Move = { from_country: string; to_country: string }

export type Facts = {
  moves: Move[]
  /** ISO 639-1. */
  languages: string[]
  freeAt: Date | null
  rating: { average: number | null; count: number }
}

/** None where nobody said what move they are about to make, nor what they speak. */
export function reasonsFor(facts: Facts, { from, to, speaks }: Criteria['moving'], now: Date): Reason[] {
  if (!from && !to && speaks.length === 0) return []
  const reasons: Reason[] = []
  const crossed = facts.moves.some((move) => move.from_country === from && move.to_country === to)
  if (from && to && crossed) reasons.push({ kind: 'crossing', from, to })
  else if (to && facts.moves.some((move) => move.to_country === to)) reasons.push({ kind: 'destination', to })
  else if (from && !to && facts.moves.some((move) => move.from_country === from)) reasons.push({ kind: 'origin', from })
  for (const language of speaks) if (facts.languages.includes(language)) reasons.push({ kind: 'language', language })
  if (facts.freeAt && facts.freeAt.getTime() < now.getTime() + SOON_DAYS * DAY_MS) reasons.push({ kind: 'soon' })
  const { average, count } = facts.rating
  if (average !== null && scoreOf(average, count) >= HIGHLY_RATED) reasons.push({ kind: 'rating', average, count })
  return reasons
}

/**
 * The move by which a row shows its mentor: the one that has most of the wished countries, and of equals the first.
 * A shared destination counts for more than a shared origin, as in the ranking.
 */
export function fittingMove<Any extends Move>(moves: Any[], origins: string[], destinations: string[]): Any | null {
  const fit = (move: Move) =>
    (destinations.includes(move.to_country) ? 2 : 0) + (origins.includes(move.from_country) ? 1 : 0)
  return moves.reduce<Any | null>((best, move) => (best && fit(best) >= fit(move) ? best : move), null)
}

/** Whether a mentor has a free hour that the list tells of. */
export function isFree(freeAt: Date | null, now: Date): freeAt is Date {
  return freeAt !== null && freeAt.getTime() < now.getTime() + FREE_WITHIN_DAYS * DAY_MS
}
