/** Who writes the letter of which mail in the outbox. */
import { writeDigest } from '#server/accounts/admin-digest/write-mail'
import { writeAccountMail } from '#server/accounts/write-mail'
import { writeLinksMail } from '#server/bookings/links/write-mail'
import { writeBookingMail } from '#server/bookings/mails/write-mail'
import { writeSeatWaitingMail } from '#server/cohorts/seats/waiting-list/write-mail'
import { writeWaitingMail } from '#server/bookings/waiting-list/write-mail'
import { writeInterestMail } from '#server/cohorts/interest/write-mail'
import { writeCohortMail } from '#server/cohorts/mails/write-mail'
import type { MailWriters } from '#server/platform/mail/outbox/send-mail'
import { writeCheckCode } from '#server/mentors/checks/write-mail'
import { writeClaimMail } from '#server/mentors/claim/write-mail'
import { writeMentorMail } from '#server/mentors/mails/write-mail'

export const mailWriters: MailWriters = {
  account: writeAccountMail,
  booking: writeBookingMail,
  booking_links: writeLinksMail,
  mentor: writeMentorMail,
  check: writeCheckCode,
  claim: writeClaimMail,
  cohort: writeCohortMail,
  cohort_interest: writeInterestMail,
  digest: writeDigest,
  seat_waiting: writeSeatWaitingMail,
  waiting: writeWaitingMail,
}
