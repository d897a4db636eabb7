/** Why an email was not sent, in the admins' list of emails. The outbox stores the code. */
import * as m from '#messages/emails'

const DROPPED = {
  not_admin: m.dropNotAdmin,
  nothing_waits: m.dropNothingWaits,
  link_over: m.dropLinkOver,
  no_account: m.dropNoAccount,
  link_printed: m.dropLinkPrinted,
  newer_link: m.dropNewerLink,
  no_booking: m.dropNoBooking,
  booking_gone: m.dropBookingGone,
  mentee_erased: m.dropMenteeErased,
  mentor_no_account: m.dropMentorNoAccount,
  booking_over: m.dropBookingOver,
  session_moved: m.dropSessionMoved,
  session_not_held: m.dropSessionNotHeld,
  too_late: m.dropTooLate,
  no_longer_so: m.dropNoLongerSo,
  request_withdrawn: m.dropRequestWithdrawn,
  request_over: m.dropRequestOver,
  sent_by_other: m.dropSentByOther,
  nothing_free: m.dropNothingFree,
  no_cohort_open: m.dropNoCohortOpen,
  cohort_gone: m.dropCohortGone,
  member_erased: m.dropMemberErased,
  question_gone: m.dropQuestionGone,
  no_seats: m.dropNoSeats,
  code_over: m.dropCodeOver,
  record_no_account: m.dropRecordNoAccount,
}

/** Why there is nothing to say any more in an email that waits. */
export type DropReason = keyof typeof DROPPED

/** `stored`: a code, or the words that older versions stored. */
export const describeDropped = (stored: string): string =>
  Object.hasOwn(DROPPED, stored) ? DROPPED[stored as DropReason]() : stored
