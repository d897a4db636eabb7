/** What a mentor's page shows. `app/views/mentors/mentor-view.ts` makes it. */
import type { AdviceNotice } from '#domain/mentors/advice'
import type { Rating } from '#domain/mentors/feedback'
import type { MinorUnits } from '#domain/payments/money'
import type { Leg } from './crossing.tsx'
import type { Feedback } from './feedback.tsx'
import type { MentorCard } from './list/mentor-card.tsx'
import type { OfferedPackage } from '../packages/package-offers.tsx'
import type { LangAttributes } from '../lang-attributes.ts'

/** "£45", and what that is "about ₹5,700" for a visitor who counts in another currency. */
export type ShownPrice = { price: string; about?: string }

/**
 * `length`: "60 minutes". `price` is `amount` as shown. `leaveWith`: what the mentee has in hand at the end. `notice`: of a
 * session that touches visas.
 */
export type Session = ShownPrice & {
  id: string
  title: string
  length: string
  description: string
  leaveWith?: string
  notice?: AdviceNotice
  amount: MinorUnits
  /** Several sessions of it for less. */
  packages?: OfferedPackage[]
}

/**
 * A start that is free for any of the sessions, in words: "today 20:00" on the visitor's clock, `other` on the mentor's.
 * `back`: until when cancelling returns everything; null if it never does.
 */
export type FreeStart = { at: string; words: string; other: string; back: string | null }

export type MentorView = {
  slug: string
  name: string
  role: string
  /** Years. */
  experience: number
  location: string
  languages: string[]
  /** The languages in words: "English, Hindi". */
  speaks: string
  /** Subject and university; empty if not given. */
  studied: string
  university: string
  /**
   * Verification history: "University address confirmed by email, 3 March 2026 (leeds.ac.uk)"; when the profile was
   * reviewed; and how soon they answer: "Usually answers within a day".
   */
  facts: string[]
  /** In the mentor's own words, and the topics that these leave out, or all topics where the words are not in the reader's language. */
  helpWith: string[]
  topics: string[]
  langAttributes?: LangAttributes
  /** What they share with the visitor's move, in words. Null when nothing, or none is named. */
  likeYou: string | null
  /** Carries the visitor's move to another mentor's page. */
  query: string
  /** The reader is this mentor. */
  own: boolean
  /** Mentors who share their move, or a topic. */
  similar: MentorCard[]
  /** The list that this page belongs to. */
  above: { label: string; to: string }
  /** Safe as a link; null without one. */
  linkedin: string | null
  about: string
  whyMentor: string
  /** Of these two, which may be in the reader's language while others are not. */
  textsAttributes?: LangAttributes
  picture: string | null
  legs: (Leg & { purpose: 'study' | 'work' | 'family' | 'other'; year: number; institution: string })[]
  /** Of all prices, ISO 4217. */
  currency: string
  sessions: Session[]
  /** The lowest of all sessions: "from £30". */
  from: ShownPrice
  /** What cancelling gives back, in a sentence. */
  refundRule: string
  rating: Rating
  /** How many gave five stars, four, and so on. */
  stars: number[]
  /** How many sessions they have held. */
  held: number
  /** The newest only; `rating` counts all. */
  feedback: Feedback[]
  /** IANA. */
  timeZone: string
  /** The city that names their clock. */
  place: string
  /** IANA; null while it is not known. */
  visitorZone: string | null
  free: FreeStart[]
  /** Whether any session has a free start within the mentor's horizon. */
  bookable: boolean
}
