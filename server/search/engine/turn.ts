/** The mentors whose turn it is where only some can be shown. Pure. */
import { ranksInRotation, turnAt } from '#domain/search/turns'
import { hasBit } from '#server/search/engine/bits'
import { countListed, type Directory } from '#server/search/engine/directory'

/** The numbers of their listings. Those with a free start come first, since they can be booked at once. */
export function numbersInRotation(directory: Directory, count: number, now: Date): number[] {
  const { alive, size, columns } = directory
  const ranks = new Set(ranksInRotation(turnAt(now), countListed(directory), count))
  const positions: number[] = []
  for (let position = 0, rank = 0; position < size && positions.length < ranks.size; position += 1) {
    if (!hasBit(alive, position)) continue
    if (ranks.has(rank)) positions.push(position)
    rank += 1
  }
  return positions.toSorted((a, b) => columns.free[a]! - columns.free[b]!).map((position) => columns.number[position]!)
}
