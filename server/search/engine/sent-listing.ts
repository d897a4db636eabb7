import type { Listing } from '#domain/search/listing'
import type { Text } from '#server/search/engine/interned'

/**
 * A listing as the database sends it. Instants are in milliseconds. `choices` has a line for each of `setFilters`, then one
 * for crossings, with a blank between choices. The rest is the location.
 */
export type SentListing = Pick<Listing, 'number' | 'listed' | 'experience' | 'price' | 'rating' | 'ratingCount'> &
  Record<'name' | 'words' | 'choices', Text> & { createdAt: number; freeAt: number | null }
