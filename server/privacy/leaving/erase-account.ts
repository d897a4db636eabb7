/** The job: erases people who closed their account and did not reopen it. */
import { REOPEN_DAYS } from '#domain/accounts/account'
import { emailKey } from '#domain/accounts/email-key'
import { toMinorUnits } from '#domain/payments/money'
import { minutesAfter } from '#domain/time/wall-time'
import { accountEvent } from '#server/accounts/audit'
import { emptyAuditEvents, recordAuditEvent } from '#server/accounts/audit-queries'
import { deleteAccount, listClosedBy, lockClosed } from '#server/privacy/leaving/leaving-queries'
import { cancelBooking } from '#server/bookings/cancellation/cancel'
import { eraseMentees } from '#server/privacy/erase-bookings'
import { listComingOfAccount, lockBookingsOfAccount } from '#server/privacy/erase-bookings-queries'
import { deleteEntriesOfAddress } from '#server/waitlist/waitlist-queries'
import { listCohortIds } from '#server/cohorts/queries'
import type { LeavingApp } from '#server/privacy/leaving/close-account'
import { transact } from '#server/platform/db/connect'
import { deleteMailsFor } from '#server/platform/mail/outbox/outbox-queries'
import { eraseMentorProfile } from '#server/privacy/erase-mentor'

const DAY_MINUTES = 1_440
/** Of one round: more wait for the next, an hour later. */
const BATCH = 200

export async function eraseClosedAccounts(app: LeavingApp): Promise<void> {
  const before = minutesAfter(app.now(), -REOPEN_DAYS * DAY_MINUTES)
  for (const id of await listClosedBy(app.db, before, BATCH)) await eraseAccount(app, id)
}

/**
 * Erases a closed account and everything that names its owner. Waits for the next round while a booking of theirs is held
 * or its session not settled, since the other side is still to be notified, and while they are to be paid as a mentor.
 */
async function eraseAccount(app: LeavingApp, accountId: string): Promise<void> {
  // Paid after the account was closed, by a payment that was under way.
  for (const { id } of await listComingOfAccount(app.db, accountId, app.now())) {
    await cancelBooking(app, { id, by: 'mentee', shown: toMinorUnits(0) })
  }
  await transact(app.db, async (tx) => {
    const account = await lockClosed(tx, accountId)
    if (!account) return
    const bookings = await lockBookingsOfAccount(tx, accountId)
    if (bookings.some(({ open }) => open)) return
    const mentorId = await eraseMentorProfile(app, tx, account)
    if (mentorId === 'open') return
    await eraseMentees(
      tx,
      bookings.map(({ id }) => id),
      app.now(),
    )
    const cohortIds = await listCohortIds(tx, accountId)
    await deleteMailsFor(tx, { email: account.email, mentorId, cohortIds })
    await deleteEntriesOfAddress(tx, emailKey(account.email))
    await deleteAccount(tx, account)
    await recordAuditEvent(tx, accountEvent(app, { kind: 'product' }, 'account.erased', accountId))
    await emptyAuditEvents(tx, 'accounts', [accountId])
    if (cohortIds.length > 0) await emptyAuditEvents(tx, 'cohorts', cohortIds)
  })
}
