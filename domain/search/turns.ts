/** Whose turn it is where only some of all mentors can be shown, so that over visits all of them come round. */
import { DAY_MS, HOUR_MS } from '#domain/time/wall-time'

/** A turn lasts an hour. Who comes back at the same hour each day meets one turn after the other as well. */
export function turnAt(now: Date): number {
  const at = now.getTime()
  return Math.floor(at / DAY_MS) + (Math.floor(at / HOUR_MS) % 24)
}

/** The ranks, of `total` from 0, that are shown in a turn: `length` of them, or all. Consecutive turns show every rank. */
export function ranksInRotation(turn: number, total: number, length: number): number[] {
  if (total === 0) return []
  const first = (turn % Math.ceil(total / length)) * length
  return Array.from({ length: Math.min(total, length) }, (_, n) => (first + n) % total)
}
