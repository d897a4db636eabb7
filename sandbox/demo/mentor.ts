/**
 * Types of the demo mentors. All mentors are invented: no name, post or address belongs to a real person. Employers
 * that exist are named only as places of work.
 *
 * Units: prices in whole pounds, experience in years, lengths in minutes, countries as ISO 3166-1 alpha-2.
 */

import type { ProfileTranslation } from '#domain/mentors/content'

export type DemoMentor = {
  slug: string
  name: string
  role: string
  /** A company that exists, of those who named one. */
  company?: string
  experience: number
  /** Where they live now; `timeZone` is the zone of this place. */
  location: string
  timeZone: string
  /** By name. */
  languages: string[]
  university: string
  education: string
  price: number
  about: string
  whyMentor: string
  translations?: ProfileTranslation[]
  /** In their own words. */
  helpWith: string[]
  /** Codes of the table `topics`, which refuses any other. */
  topics: string[]
  moves: DemoMove[]
  /** In the order they are offered. May be empty: such a mentor cannot be booked yet. */
  sessions: DemoSession[]
}

type DemoMove = {
  fromCity: string
  fromCountry: string
  toCity: string
  toCountry: string
  purpose: 'study' | 'work' | 'family' | 'other'
  year: number
  institution: string
}

/** `price` null: the mentor's own price applies; 0: free. `leaveWith` goes on from "You leave with". */
type DemoSession = { title: string; minutes: number; price: number | null; description: string; leaveWith: string }

/**
 * Feedback on a past session. `by` is the mentee's full name, of which pages show the first name and an initial; `zone`
 * is the mentee's time zone; `session` is the title of one of the mentor's sessions; `daysAgo` counts back from the
 * seeding.
 */
export type DemoFeedback = {
  by: string
  zone: string
  session: string
  daysAgo: number
  stars: 1 | 2 | 3 | 4 | 5
  text: string
}
