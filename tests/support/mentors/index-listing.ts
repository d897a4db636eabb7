/** Puts a listing into the index in memory, in the form in which the database sends it. */
import type { Listing } from '#domain/search/listing'
import { applyListing, type Directory } from '#server/search/engine/directory'
import { toText } from '#server/search/engine/interned'

export function indexListing(directory: Directory, listing: Listing): void {
  const { destinations, origins, languages, topics, minutes, crossings, location } = listing
  const lists = [destinations, origins, languages, topics, minutes, crossings].map((list) => list.join(' '))
  applyListing(directory, {
    ...listing,
    name: toText(listing.name),
    words: toText(listing.words),
    choices: toText([...lists, location].join('\n')),
    createdAt: listing.createdAt.getTime(),
    freeAt: listing.freeAt?.getTime() ?? null,
  })
}
