/** The renderer of each kind of email in the outbox, and how its recipient's language is found. */
import { writeDigest } from '#server/accounts/admin-digest/render-mail'
import { mailLanguage } from '#server/mail-languages-queries'
import { renderAccountMail } from '#server/accounts/render-mail'
import { createLinksRenderer } from '#server/bookings/links/render-mail'
import { createBookingRenderer } from '#server/bookings/mails/render-mail'
import { renderSeatMail } from '#server/cohorts/seats/render-mail'
import { listSeatLinks } from '#server/cohorts/seats/seat-links'
import { listPackageLinks } from '#server/packages/package-links'
import { createPackageRenderer } from '#server/packages/render-mail'
import { renderSeatWaitlistMail } from '#server/cohorts/seats/waitlist/render-mail'
import { renderWaitlistMail } from '#server/bookings/waitlist/render-mail'
import { renderCrossingWaitlistMail } from '#server/cohorts/crossing-waitlist/render-mail'
import { renderCohortMail } from '#server/cohorts/mails/render-mail'
import { withBookingDocuments } from '#server/tax-documents/render-booking-mail'
import { renderAgreementMail } from '#server/discounts/render-mail'
import type { MentorMailKind } from '#server/platform/db/tables/mentor-tables'
import type { MailWriting, RenderMail } from '#server/platform/mail/outbox/send-mail'
import { writeCheckCode } from '#server/mentors/checks/render-mail'
import { renderClaimMail } from '#server/mentors/claim/render-mail'
import { createMentorRenderer } from '#server/mentors/mails/render-mail'
import { renderStatementMail } from '#server/tax-documents/statements/render-mail'

/** By kind: emails to mentors that other areas write. */
const ofMentors = new Map<MentorMailKind, RenderMail>([
  ['discount_agreement', renderAgreementMail],
  ['statement', renderStatementMail],
])

export const mailWriting: MailWriting = {
  renderers: {
    account: renderAccountMail,
    booking: withBookingDocuments(createBookingRenderer(createPackageRenderer(renderSeatMail))),
    booking_links: createLinksRenderer(listSeatLinks, listPackageLinks),
    mentor: createMentorRenderer(ofMentors),
    check: writeCheckCode,
    claim: renderClaimMail,
    cohort: renderCohortMail,
    cohort_interest: renderCrossingWaitlistMail,
    digest: writeDigest,
    seat_waiting: renderSeatWaitlistMail,
    waiting: renderWaitlistMail,
  },
  language: mailLanguage,
}
