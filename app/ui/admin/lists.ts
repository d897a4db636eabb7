/** The data of the admins' lists. Instants are words. */
import type { ConflictOfInterest } from '#domain/accounts/conflict-of-interest'
import type { MentorStatus } from '#domain/mentors/mentor-status'
import type { BookingRow } from './bookings/booking-list.tsx'

/** `all`: the address of the list of bookings with the same ones. */
export type SessionsPart = { title: string; empty: string; rows: BookingRow[]; all: string }

/** `author`: who booked; `shownAs`: what readers see. `confirming`: the feedback that the admin is about to hide. */
export type FeedbackPage = {
  feedback: {
    id: string
    author: string
    shownAs: string
    mentorName: string
    slug: string
    reference: string
    stars: number
    text: string
    answer: string | null
    at: string
    state: 'hidden' | 'published' | 'waiting'
    since: string | null
    own: ConflictOfInterest | null
  }[]
  older: string | null
  confirming: string | null
}

type PersonAct = 'sign_out' | 'suspend' | 'restore' | 'make_admin' | 'make_member' | 'remove_second_step'

/** `state`: suspended or closed, in words. `mentorId`: of their mentor's record, in any state. */
export type PersonView = {
  id: string
  name: string
  email: string
  role: 'admin' | 'mentor' | 'member'
  mentorId: string | null
  joined: string
  sessions: number
  secondFactor: boolean
  state: string | null
}

/** `person`: whose account is open. `confirming`: what the admin is about to do to it. */
export type PeoplePage = {
  search: string
  only: 'admin' | 'mentor' | 'suspended' | null
  people: PersonView[]
  next: string | null
  person: (PersonView & { isOwn: boolean; can: PersonAct[] }) | null
  confirming: PersonAct | null
}

/** `slug`: of the public page; null without one. `isWaiting`: something waits for review. */
export type MentorsPage = {
  search: string
  status: MentorStatus | null
  counts: { status: MentorStatus; count: number }[]
  mentors: {
    id: string
    slug: string | null
    name: string
    role: string
    leg: { from: string; to: string } | null
    price: string
    status: MentorStatus
    since: string
    reason: string
    isWaiting: boolean
  }[]
  next: string | null
}

export type AuditPage = {
  actor: string
  action: string
  about: string
  events: {
    id: string
    at: string
    who: string
    actorId: string | null
    action: string
    subject: string
    subjectId: string
    change: string | null
    address: string | null
  }[]
  next: string | null
}
