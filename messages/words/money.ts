/** The price on a mentor's card. Amounts alone are formatted by `prices.ts`. */
import { cardPrice, priceOf } from '#domain/mentors/mentor'
import type { MinorUnits } from '#domain/payments/money'
import * as m from '#messages/money'
import { noAboutPrice, type AboutPrice } from '#words/about-price'
import { formatPrice } from '#words/prices'

/** The amount with the words before and after it. */
export type CardPriceWords = { before: string; amount: string; after: string }

/**
 * "from £30 per session" or "£45 per session"; with another currency "£45 (about ₹5,700)", since there is room for one of
 * both. With a free session "Free", followed by the price of the others.
 */
export function formatCardPrice(
  mentor: { price: MinorUnits; currency: string },
  sessionTypes: { price: MinorUnits | null }[],
  aboutPrice: AboutPrice = noAboutPrice,
): CardPriceWords {
  const { currency } = mentor
  const { price: least, from } = cardPrice(mentor, sessionTypes)
  if (least === 0) {
    if (!from) return { before: '', amount: m.free(), after: '' }
    const paid = sessionTypes.filter((sessionType) => priceOf(sessionType, mentor) > 0)
    const others = cardPrice(mentor, paid)
    return aroundAmount(m.freeOthers({ isFrom: others.from, price: formatPrice(others.price, currency), amount }))
  }
  const price = formatPrice(least, currency)
  const about = aboutPrice(least, currency)
  if (about === undefined)
    return aroundAmount(from ? m.perSessionFrom({ price, amount }) : m.perSession({ price, amount }))
  return aroundAmount(from ? m.cardAboutFrom({ price, about, amount }) : m.cardAbout({ price, about, amount }))
}

type Amount = { amount: string }

const amount = (text: string): Amount => ({ amount: text })

/** Splits a message at its amount. */
function aroundAmount(parts: (string | Amount)[]): CardPriceWords {
  const words = { before: '', amount: '', after: '' }
  for (const part of parts) {
    if (typeof part !== 'string') words.amount = part.amount
    else if (words.amount === '') words.before += part
    else words.after += part
  }
  return words
}
