/** Who writes the letter of which mail in the outbox. */
import { writeDigest } from '#server/accounts/admin-digest/write-mail'
import { renderAccountMail } from '#server/accounts/write-mail'
import { renderLinksMail } from '#server/bookings/links/write-mail'
import { renderBookingMail } from '#server/bookings/mails/write-mail'
import { renderSeatWaitlistMail } from '#server/cohorts/seats/waiting-list/write-mail'
import { renderWaitlistMail } from '#server/bookings/waiting-list/write-mail'
import { renderInterestMail } from '#server/cohorts/interest/write-mail'
import { renderCohortMail } from '#server/cohorts/mails/write-mail'
import type { MailRenderers } from '#server/platform/mail/outbox/send-mail'
import { writeCheckCode } from '#server/mentors/checks/write-mail'
import { renderClaimMail } from '#server/mentors/claim/write-mail'
import { renderMentorMail } from '#server/mentors/mails/write-mail'

export const mailRenderers: MailRenderers = {
  account: renderAccountMail,
  booking: renderBookingMail,
  booking_links: renderLinksMail,
  mentor: renderMentorMail,
  check: writeCheckCode,
  claim: renderClaimMail,
  cohort: renderCohortMail,
  cohort_interest: renderInterestMail,
  digest: writeDigest,
  seat_waiting: renderSeatWaitlistMail,
  waiting: renderWaitlistMail,
}
