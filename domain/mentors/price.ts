/** Prices as mentors type them. */
import { poundsToPence, type Pence } from '#domain/payments/money'

/**
 * Pounds as typed: digits and at most two decimals after a point, with or without the £ sign. Null for anything else,
 * such as "1e3", "-5" or "45,00", which people and programs read in different ways.
 */
export function readPounds(typed: string): Pence | null {
  const plain = /^£?\s?(\d{1,6}(?:\.\d{1,2})?)$/.exec(typed.trim())?.[1]
  return plain === undefined ? null : poundsToPence(Number(plain))
}

/** Free, or within the operator's bounds. */
export const isAllowedPrice = (price: Pence, bounds: { least: Pence; most: Pence }): boolean =>
  price === 0 || (price >= bounds.least && price <= bounds.most)
