/** What the page of a proposed cohort shows to an admin. `app/views/cohorts/review.ts` makes it. */
import type { ConflictOfInterest } from '#domain/accounts/conflict-of-interest'
import type { CohortStatus } from '#domain/cohorts/cohort-status'
import type { HistoryEntry } from '../../mentors/review/review-view.ts'
import type { CohortView } from '../cohort-view.ts'

export type CohortReview = {
  id: string
  slug: string
  version: number
  status: CohortStatus
  since: string
  /** Null when the account is gone. */
  proposer: { name: string; email: string } | null
  own: ConflictOfInterest | null
  /** Null unless it waits. `late`: how long ago the promised day was; null in time. */
  wait: { waited: string; promised: string; late: string | null; sentOn: string } | null
  /** Null while it waits. */
  decided: { by: string; at: string; message: string } | null
  /** The last change request; empty if there was none. */
  requestedChanges: string
  view: CohortView
  /** In words: "from India to anywhere". `waiting`: how many people wait for it. */
  crossing: { words: string; waiting: number }
  history: HistoryEntry[]
  /** The id of the next one that waits, of how many. */
  next: string | null
  waiting: number
}

/** The answer to a decision that was not simply done. `error`: about the message, which is filled in again. */
export type CohortReviewResult = {
  problem: string | null
  error: string | null
  message: string
  ownReason: string
}
