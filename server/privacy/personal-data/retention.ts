/**
 * Retention: deletes what has served its purpose, and shortens addresses in the audit log to networks. Runs once an
 * hour.
 */
import { minutesAfter } from '#domain/time/wall-time'
import { reapplyErasures } from '#server/privacy/leaving/reapply-erasures'
import { removeOldErasures } from '#server/privacy/leaving/erasure-log'
import { eraseClosedAccounts } from '#server/privacy/leaving/erase-account'
import { eraseOldBookings } from '#server/privacy/erase-bookings'
import type { App } from '#server/context'
import { deleteOldAttempts } from '#server/accounts/sign-in/attempts-queries'
import { shortenAuditAddresses } from '#server/accounts/audit-queries'
import { removeUnusedPictures } from '#server/accounts/pictures/pictures'
import { deleteOldDrafts } from '#server/accounts/drafts/drafts-queries'
import { deleteEndedEntries } from '#server/waitlist/waitlist-queries'
import { deleteOldKeys } from '#server/platform/idempotency-queries'
import { KEEP_EVENT_DAYS } from '#domain/webhooks/webhook'
import { deleteOldWebhookEvents } from '#server/platform/events/events-queries'
import { forgetNetworks } from '#server/bookings/limits/hold-limits-queries'
import { deleteOldLinks } from '#server/accounts/sign-in/links-queries'
import { deleteOldCodes } from '#server/mentors/checks/checks-queries'
import { removeOldDocuments } from '#server/mentors/checks/documents'
import { deleteOldMails } from '#server/platform/mail/outbox/outbox-queries'
import { deleteOldClaimLinks } from '#server/mentors/claim/claim-links-queries'
import { emptyOldDocuments } from '#server/mentors/import/import-queries'
import { removeUnnamedPictures } from '#server/mentors/import/unnamed-pictures'
import { deleteOldEvents } from '#server/payments/webhook-inbox-queries'
import { deleteOldTaxDetails, eraseOldSellers } from '#server/tax-documents/retention'
import { deleteEndedSessions, deleteOldVerifications } from '#server/accounts/sign-in/sessions-queries'

const DAY_MINUTES = 1_440

export async function deleteExpiredData(app: App): Promise<void> {
  const { db, config } = app
  const now = app.now()
  const ago = (days: number) => minutesAfter(now, -days * DAY_MINUTES)
  await deleteEndedSessions(db, now)
  await deleteOldAttempts(db, now)
  // better-auth sets their end by the machine's clock, which a demo's clock may be ahead of; and a person may be between two
  // steps of signing in.
  await deleteOldVerifications(db, ago(1))
  await deleteOldLinks(db, ago(1))
  await deleteOldDrafts(db, ago(1))
  await deleteOldKeys(db, ago(1))
  await deleteOldMails(db, ago(30))
  await deleteOldClaimLinks(db, ago(30))
  await deleteOldWebhookEvents(db, ago(KEEP_EVENT_DAYS))
  await emptyOldDocuments(db, ago(730))
  await removeUnnamedPictures(app)
  await deleteOldCodes(db, now)
  await removeOldDocuments(app)
  await shortenAuditAddresses(db, ago(7))
  await forgetNetworks(db, now)
  await eraseOldBookings(app)
  await deleteEndedEntries(db, now)
  await deleteOldEvents(db, ago(config.KEEP_PAYMENT_EVENT_DAYS))
  await eraseClosedAccounts(app)
  await deleteOldTaxDetails(app, db)
  await eraseOldSellers(app, db)
  // Last, since the store may be away.
  await reapplyErasures(app)
  await removeOldErasures(app)
  await removeUnusedPictures(app, ago(1))
}
