/** What a mentor's page is told. */
import type { Rating } from '#domain/mentors/feedback'
import type { Pence } from '#domain/payments/money'
import type { Leg } from './crossing.tsx'
import type { Feedback } from './feedback.tsx'

/** `price` is `pence` as shown: "£45". */
export type Session = {
  id: string
  title: string
  minutes: number
  description: string
  price: string
  pence: Pence
}

export type MentorView = {
  slug: string
  name: string
  role: string
  /** Years. */
  experience: number
  location: string
  languages: string[]
  /** What and where. Empty when they did not say. */
  studied: string
  university: string
  /** In their own words. */
  helpWith: string[]
  topics: { code: string; label: string }[]
  linkedin: string
  about: string
  whyMentor: string
  picture: string | null
  legs: (Leg & { purpose: 'study' | 'work' | 'family' | 'other'; year: number; institution: string })[]
  sessions: Session[]
  /** As shown: "£45". The mentor's own, which sessions may differ from. */
  price: string
  rating: Rating
  /** The newest, not always all that `rating` counts. */
  feedback: Feedback[]
  /** IANA. */
  timeZone: string
  /** IANA; null until the visitor's browser, or the visitor, has said. */
  visitorZone: string | null
  /** The next free starts of the first session. */
  free: Date[]
}
