import type { MentorStatus } from '#domain/mentors/mentor-status'

/** What an admin reads in a badge. */
export const STATUS_WORDS: Record<MentorStatus, string> = {
  pending: 'Pending',
  changes_requested: 'Changes requested',
  accepted: 'Accepted',
  paused: 'Paused',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
  suspended: 'Suspended',
}
