import type { CohortStatus } from '#domain/cohorts/cohort-status'
import * as m from '#messages/cohorts'

/** What a badge says to an admin, and to the proposer. */
export const COHORT_STATUS_WORDS: Record<CohortStatus, () => string> = {
  pending: m.statusPending,
  changes_requested: m.statusChangesRequested,
  accepted: m.statusAccepted,
  rejected: m.statusRejected,
  withdrawn: m.statusWithdrawn,
}
