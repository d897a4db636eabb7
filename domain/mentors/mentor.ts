/** Mentors, the sessions they sell and what they cost. Specification §3. */
import { poundsAlone, type AboutPrice } from '#domain/payments/about-price'
import { formatPrice, type Pence } from '#domain/payments/money'

/** What a session costs: its own price, or without one the mentor's. */
export function priceOf(sessionType: { price: Pence | null }, mentor: { price: Pence }): Pence {
  return sessionType.price ?? mentor.price
}

/** What a card shows: the lowest price of all sessions, and whether others cost more ("from £30"). */
export function cardPrice(
  mentor: { price: Pence },
  sessionTypes: { price: Pence | null }[],
): { price: Pence; from: boolean } {
  const prices = sessionTypes.map((sessionType) => priceOf(sessionType, mentor))
  if (prices.length === 0) return { price: mentor.price, from: false }
  const lowest = Math.min(...prices) as Pence
  return { price: lowest, from: prices.some((price) => price !== lowest) }
}

/** The amount with the words before and after it. */
export type CardPriceWords = { before: string; amount: string; after: string }

/**
 * "from £30 per session" or "£45 per session"; with another currency "£45 (about ₹5,700)", since there is room for one of
 * both. With a free session "Free", followed by the price of the others.
 */
export function formatCardPrice(
  mentor: { price: Pence },
  sessionTypes: { price: Pence | null }[],
  about: AboutPrice = poundsAlone,
): CardPriceWords {
  const { price, from } = cardPrice(mentor, sessionTypes)
  if (price > 0) {
    const approximate = about(price)
    return {
      before: from ? 'from ' : '',
      amount: formatPrice(price),
      after: approximate === undefined ? ' per session' : ` (${approximate})`,
    }
  }
  if (!from) return { before: '', amount: 'Free', after: '' }
  const paid = sessionTypes.filter((sessionType) => priceOf(sessionType, mentor) > 0)
  const others = cardPrice(mentor, paid)
  return { before: '', amount: 'Free', after: `, others ${others.from ? 'from ' : ''}${formatPrice(others.price)}` }
}
