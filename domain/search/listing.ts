/** The data by which one mentor is searched, filtered and ordered. */
export type Listing = {
  /** Never changes; breaks ties. */
  number: number
  /** False if the mentor is no longer accepted. */
  listed: boolean
  name: string
  /** All other searched text, a line per part. */
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
  /** The lowest price of a session, in major units of the site's currency by the day's rates. */
  price: number
  /** The lengths of all sessions. */
  minutes: number[]
  /** Stars to one decimal; null without feedback. */
  rating: number | null
  ratingCount: number
  createdAt: Date
  /** The soonest free start; null if there is none within the horizon. */
  freeAt: Date | null
}
