/**
 * Why a mentor fits the visitor's move: the criteria of `server/search/engine/ranking.ts` that the mentor meets, in its
 * order, but for the rating, which every row shows. As codes and facts; pages turn them into words.
 */
import { FREE_WITHIN_DAYS, SOON_DAYS, type Criteria } from '#domain/search/criteria'
import { DAY_MS } from '#domain/time/wall-time'

/** What this share of a page's rows have says nothing of one of them. */
const COMMON_SHARE = 0.75
/** On a shorter page every reason is worth its place. */
const FEW_ROWS = 4

export type Reason =
  | { kind: 'crossing'; from: string; to: string }
  | { kind: 'destination'; to: string }
  | { kind: 'origin'; from: string }
  | { kind: 'language'; language: string }
  | { kind: 'soon' }

/** Countries are ISO 3166-1 alpha-2. */
export type Move = { fromCountry: string; toCountry: string }

export type Facts = {
  moves: Move[]
  /** ISO 639-1. */
  languages: string[]
  freeAt: Date | null
}

/** What a mentor's moves share with the visitor's: both ends, the destination, or the origin if no destination is named. */
export type Fit = 'crossing' | 'destination' | 'origin'

/** Null when they share nothing, or the visitor has named no move. */
export function findFit(moves: Move[], { from, to }: Criteria['moving']): Fit | null {
  if (from && to && moves.some((move) => move.fromCountry === from && move.toCountry === to)) return 'crossing'
  if (to) return moves.some((move) => move.toCountry === to) ? 'destination' : null
  return from && moves.some((move) => move.fromCountry === from) ? 'origin' : null
}

/** Empty if the visitor has named neither a move nor languages. */
export function reasonsFor(facts: Facts, moving: Criteria['moving'], now: Date): Reason[] {
  const { from, to, speaks } = moving
  if (!from && !to && speaks.length === 0) return []
  const reasons: Reason[] = []
  const fit = findFit(facts.moves, moving)
  if (fit === 'crossing') reasons.push({ kind: fit, from: from!, to: to! })
  if (fit === 'destination') reasons.push({ kind: fit, to: to! })
  if (fit === 'origin') reasons.push({ kind: fit, from: from! })
  for (const language of speaks) if (facts.languages.includes(language)) reasons.push({ kind: 'language', language })
  if (facts.freeAt && facts.freeAt.getTime() < now.getTime() + SOON_DAYS * DAY_MS) reasons.push({ kind: 'soon' })
  return reasons
}

/** The reasons of each row of a page, without those that nearly every row has. */
export function distinguishingReasons(rows: Reason[][]): Reason[][] {
  if (rows.length < FEW_ROWS) return rows
  const having = (wanted: Reason) => rows.filter((row) => row.some((reason) => isSame(reason, wanted))).length
  return rows.map((row) => row.filter((reason) => having(reason) < rows.length * COMMON_SHARE))
}

const isSame = (a: Reason, b: Reason) =>
  a.kind === b.kind && (a.kind !== 'language' || a.language === (b as typeof a).language)

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
