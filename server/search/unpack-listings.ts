import type { SentListing } from '#server/search/engine/sent-listing'
import { toText, type Text } from '#server/search/engine/interned'
import type { SentListings } from '#server/search/listings-queries'

/** The listings one by one, each made when it is used: thousands at once would outlive the first rounds of garbage collection. */
export function* unpackListings(sent: SentListings): Iterable<SentListing & { currency: string }> {
  const [name, words, choices] = [toText(sent.name), toText(sent.words), toText(sent.choices)]
  for (let n = 0; n < sent.number.length; n += 1)
    yield {
      number: sent.number[n]!,
      listed: sent.listed[n]!,
      name: take(name, sent.nameBytes[n]!),
      words: take(words, sent.wordsBytes[n]!),
      choices: take(choices, sent.choicesBytes[n]!),
      experience: sent.experience[n]!,
      price: sent.price[n]!,
      currency: sent.currency[n]!,
      rating: sent.rating[n]!,
      ratingCount: sent.ratingCount[n]!,
      createdAt: sent.createdAt[n]!,
      freeAt: sent.freeAt[n]!,
    }
}

function take(text: Text, length: number): Text {
  const { bytes, start } = text
  text.start += length
  return { bytes, start, end: start + length }
}
