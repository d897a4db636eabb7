/** Mentors, the sessions they sell and what they cost. Specification §3. */
import type { MinorUnits } from '#domain/payments/money'

/** What a session costs: its own price, or without one the mentor's. */
export function priceOf(sessionType: { price: MinorUnits | null }, mentor: { price: MinorUnits }): MinorUnits {
  return sessionType.price ?? mentor.price
}

/** What a card shows: the lowest price of all sessions, and whether others cost more ("from £30"). */
export function cardPrice(
  mentor: { price: MinorUnits },
  sessionTypes: { price: MinorUnits | null }[],
): { price: MinorUnits; from: boolean } {
  const prices = sessionTypes.map((sessionType) => priceOf(sessionType, mentor))
  if (prices.length === 0) return { price: mentor.price, from: false }
  const lowest = Math.min(...prices) as MinorUnits
  return { price: lowest, from: prices.some((price) => price !== lowest) }
}
