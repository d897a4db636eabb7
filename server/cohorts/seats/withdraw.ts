/**
 * Withdraws an accepted cohort: it is shown no more, everyone who joined is refunded in full and notified, and no one waits
 * for a seat any more.
 */
import { err, ok, type Result } from '#domain/result'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import { cancelInTransaction } from '#server/bookings/cancellation/cancel'
import { lockForCancelling } from '#server/bookings/cancellation/mentor-cancellation'
import { releaseHold } from '#server/bookings/holds/release'
import { listConfirmedSeats, listSeatHolds } from '#server/cohorts/seats/seats-queries'
import { cohortEvent } from '#server/cohorts/audit'
import { findCohort, setCohortWithdrawn } from '#server/cohorts/queries'
import type { SettlementContext } from '#server/context'
import { transact } from '#server/platform/db/connect'
import type { Owner } from '#server/accounts/audit'
import { deleteEntriesForCohort } from '#server/waitlist/waitlist-queries'

/**
 * For its proposer or an admin. A payment that settles later waits for the cohort's row, and then goes back (`settle.ts`).
 *
 * @returns how many members are notified. Withdrawn before, as by a second click: an error.
 */
export async function withdrawCohort(
  app: SettlementContext,
  actor: Owner,
  cohortId: string,
): Promise<Result<{ members: number }, { code: 'not_accepted' }>> {
  const withdrawn = await transact(
    app.db,
    async (tx): Promise<Result<{ members: number }, { code: 'not_accepted' }>> => {
      const cohort = await findCohort(tx, cohortId, { lock: true })
      if (cohort?.status !== 'accepted') return err({ code: 'not_accepted' })
      await setCohortWithdrawn(tx, cohort, actor.session.accountId, app.now())
      const seats = await lockForCancelling(tx, await listConfirmedSeats(tx, cohortId))
      for (const seat of seats)
        await cancelInTransaction(app, tx, seat, { by: 'product', refund: 'all', reason: 'admin_cancelled' })
      const members = seats.length
      const change = { before: { status: cohort.status }, after: { status: 'withdrawn', members } }
      await recordAuditEvent(tx, cohortEvent(app, actor, 'cohort.withdrawn', cohortId, change))
      return ok({ members })
    },
  )
  if (withdrawn.ok) {
    await deleteEntriesForCohort(app.db, cohortId)
    for (const hold of await listSeatHolds(app.db, cohortId)) await releaseHold(app, hold)
  }
  return withdrawn
}
