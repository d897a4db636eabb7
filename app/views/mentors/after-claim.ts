/** The next page after a record was claimed. */
import type { MentorStatus } from '#domain/mentors/mentor-status'

/** A public record leads to the hours, by which it is booked; any other to where its application stands. */
export const pageAfterClaim = ({ status }: { status: MentorStatus }): string =>
  status === 'accepted' || status === 'paused' ? '/desk/hours' : '/become-a-mentor'
