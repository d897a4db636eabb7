/** What a mentor's page shows. `app/views/mentors/mentor-view.ts` makes it. */
import type { AdviceNotice } from '#domain/mentors/advice'
import type { Rating } from '#domain/mentors/feedback'
import type { Pence } from '#domain/payments/money'
import type { Leg } from './crossing.tsx'
import type { Feedback } from './feedback.tsx'

/**
 * `price` is `pence` as shown: "£45". `leaveWith`: what the mentee has in hand at the end. `notice`: of a session that
 * touches visas.
 */
export type Session = {
  id: string
  title: string
  minutes: number
  description: string
  leaveWith?: string
  notice?: AdviceNotice
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
  /** Subject and university; empty if not given. */
  studied: string
  university: string
  /** What was checked, how and when: "University address confirmed by mail, 3 March 2026 (leeds.ac.uk)". */
  checks: string[]
  /** In the mentor's own words. */
  helpWith: string[]
  topics: { code: string; label: string }[]
  /** Safe as a link; null without one. */
  linkedin: string | null
  about: string
  whyMentor: string
  picture: string | null
  legs: (Leg & { purpose: 'study' | 'work' | 'family' | 'other'; year: number; institution: string })[]
  sessions: Session[]
  /** "£45": the mentor's own price. Sessions may have others. */
  price: string
  /** What cancelling gives back, in a sentence. */
  refundRule: string
  rating: Rating
  /** The newest only; `rating` counts all. */
  feedback: Feedback[]
  /** IANA. */
  timeZone: string
  /** IANA; null while it is not known. */
  visitorZone: string | null
  /** The next free starts of the first session. */
  free: Date[]
  /** Whether any session has a free start within the mentor's horizon. */
  bookable: boolean
}
