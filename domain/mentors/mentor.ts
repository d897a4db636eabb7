/** Mentors, the sessions they sell and what they cost. Specification §3. */
import { formatPrice, type Pence } from '#domain/payments/money'

/** `paused` is a mentor who takes a break: known, but nowhere public, as `pending` and `rejected`. */
export type MentorStatus = 'pending' | 'accepted' | 'rejected' | 'paused'

/** A session's own price is what is charged; without one the mentor's applies. */
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

/** The amount, and what is said before and after it. */
export type CardPriceWords = { before: string; amount: string; after: string }

/** "from £30 per session", "£45 per session". A free session is "Free", never "from £0"; then the others' prices follow it. */
export function cardPriceInWords(mentor: { price: Pence }, sessionTypes: { price: Pence | null }[]): CardPriceWords {
  const { price, from } = cardPrice(mentor, sessionTypes)
  if (price > 0) return { before: from ? 'from ' : '', amount: formatPrice(price), after: ' per session' }
  if (!from) return { before: '', amount: 'Free', after: '' }
  const paid = sessionTypes.filter((sessionType) => priceOf(sessionType, mentor) > 0)
  const others = cardPrice(mentor, paid)
  return { before: '', amount: 'Free', after: `, others ${others.from ? 'from ' : ''}${formatPrice(others.price)}` }
}
