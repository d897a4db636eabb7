import type { CohortStatus } from '#domain/cohorts/cohort-status'

/** What a badge says to an admin, and to the proposer. */
export const COHORT_STATUS_WORDS: Record<CohortStatus, string> = {
  pending: 'Pending',
  changes_requested: 'Changes requested',
  accepted: 'Accepted',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
}
