/** What the page of a submission shows to an admin. `app/views/mentors/review/review.ts` makes it. */
import type { ConflictOfInterest } from '#domain/accounts/conflict-of-interest'
import type { CheckKind } from '#domain/mentors/checks'
import type { MentorField } from '#domain/mentors/content'
import type { MentorStatus } from '#domain/mentors/mentor-status'
import type { Leg } from '../crossing.tsx'

/** A text in runs of words: as it was before and still is, gone, or new. */
export type Words = { text: string; change: 'same' | 'gone' | 'new' }[]

/** The last change request about a field, and when the mentor changed it; null if they have not. */
export type ChangeRequest = { question: string; on: string; repliedOn: string | null }

export type ReviewRow = {
  field: MentorField
  name: string
  words: Words
  isChanged: boolean
  changeRequest: ChangeRequest | null
  /** Only of LinkedIn: where the words lead. */
  link?: string | null
}

export type ReviewSession = {
  id: string
  change: 'same' | 'gone' | 'new'
  title: Words
  price: Words
  /** Length, description and notice. */
  about: Words
  leaveWith: Words
}

/** A picture's key; null without one. `before`: undefined if it is the same. */
export type ReviewPicture = { now: string | null; before?: string | null }

export type HistoryEntry = { id: string; at: string; words: string; text: string | null }

/** `how`: how and when it was checked, or what is to do. `action`: what an admin may do about it. */
export type ReviewCheck = {
  kind: CheckKind | 'advice'
  title: string
  isConfirmed: boolean
  how: string
  note: string
  action: 'confirm' | 'take_back' | 'mail' | null
}

/** A document that the mentor gave. */
type ReviewDocument = { id: string; words: string }

/** What may be done about the status now, and what that does. */
export type StatusChoice = { event: 'pause' | 'resume' | 'suspend' | 'reinstate'; effect: string }

/** What waits for a decision. `waited`: "4 days". `promised`: "Friday 20 November"; `late`: "2 days", null in time. */
export type WaitingSubmission = {
  id: string
  version: number
  isEdit: boolean
  isAgain: boolean
  submittedOn: string
  waited: string
  promised: string
  late: string | null
  /** The message of the last decision, if it requested changes. */
  changeRequest: { message: string; on: string } | null
}

/** What was decided last. */
export type Decided = {
  words: string
  message: string
  requests: { name: string; text: string }[]
}

export type ReviewView = {
  id: string
  name: string
  firstName: string
  slug: string
  status: MentorStatus
  statusSince: string
  statusReason: string
  own: ConflictOfInterest | null
  /** Imported, and still without an owner. */
  isUnclaimed: boolean
  waiting: WaitingSubmission | null
  decided: Decided | null
  head: { name: Words; role: string; picture: ReviewPicture; legs: Leg[]; isVolunteer: boolean; topics: string[] }
  nameRequest: ChangeRequest | null
  pictureRequest: ChangeRequest | null
  shown: ReviewRow[]
  hidden: ReviewRow[]
  sessions: { all: ReviewSession[]; isChanged: boolean; changeRequest: ChangeRequest | null }
  checks: ReviewCheck[]
  documents: ReviewDocument[]
  history: HistoryEntry[]
  choices: StatusChoice[]
  queue: { position: number | null; total: number; previous: string | null; next: string | null }
}

/** The answer to a form of this page that was not simply done. `typed`: to fill in again. */
export type ReviewResult = {
  problem: string | null
  fields: Record<string, string>
  /** Accepting discards these requests: asks first. */
  dropped: string[] | null
  typed: Record<string, string>
  /** Another admin decided first, so there is no form to fill in again. */
  isOver: boolean
}
