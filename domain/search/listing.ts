/** What the list knows of one mentor: what they are searched, filtered and ordered by. */
export type Listing = {
  /** Never changes; breaks ties. */
  number: number
  mentorId: string
  /** False: no longer accepted. */
  listed: boolean
  name: string
  /** Everything else that is searched, in one text. */
  words: string
  /** Countries moved to and from, ISO 3166-1 alpha-2, and both of one move as 'IN-GB'. */
  destinations: string[]
  origins: string[]
  crossings: string[]
  /** ISO 639-1. */
  languages: string[]
  /** Codes. */
  topics: string[]
  location: string
  /** Years. */
  experience: number
  /** The lowest of all sessions, in minor units. */
  price: number
  /** The lengths of all sessions. */
  minutes: number[]
  /** Stars to one decimal; null before the first. */
  rating: number | null
  ratingCount: number
  createdAt: Date
  /** The soonest free start; null: none within the horizon. */
  freeAt: Date | null
}
