/** A mentor or an admin changes a mentor's status, which may end the mentor's bookings. */
import { err, type Result } from '#domain/result'
import { toAuditActor, type Actor, type Owner } from '#server/accounts/audit'
import { mayDecide, type ConflictOfInterestError } from '#server/accounts/conflicts-of-interest'
import { cancelBookingsOfMentor, releaseHoldsOfMentor } from '#server/bookings/cancellation/mentor-cancellation'
import type { App, SettlementContext } from '#server/context'
import { findRecord } from '#server/mentors/record/content-queries'
import {
  changeStatus,
  type EndBookings,
  type StateChange,
  type StateError,
  type StateEvent,
} from '#server/mentors/record/states'

const END_BOOKINGS: EndBookings = { cancel: cancelBookingsOfMentor, release: releaseHoldsOfMentor }

/** A mentor changes their own status: pauses, resumes or withdraws. `reason` is their own private note. */
export function changeOwnStatus(
  app: SettlementContext,
  actor: Owner,
  event: 'pause' | 'resume' | 'withdraw',
  reason = '',
): Promise<Result<StateChange, StateError>> {
  return changeStatus(
    app,
    { account: actor.session.accountId },
    event,
    {
      as: 'mentor',
      actor: toAuditActor(actor),
      reason,
    },
    END_BOOKINGS,
  )
}

/** An admin changes a mentor's status. A reason is required to pause or suspend, and is emailed word for word. */
export async function changeStatusAsAdmin(
  app: App,
  actor: Actor,
  mentorId: string,
  event: Exclude<StateEvent, 'withdraw'>,
  reason: string,
): Promise<Result<StateChange, StateError | ConflictOfInterestError>> {
  if ((event === 'pause' || event === 'suspend') && reason.trim() === '') return err({ code: 'reason_required' })
  const record = await findRecord(app.db, { id: mentorId })
  const decider = await mayDecide(app.db, toAuditActor(actor), { accounts: [record?.accountId ?? null], emails: [] })
  if (!decider.ok) return decider
  const how = { as: 'admin', actor: decider.value, reason: reason.trim() } as const
  return changeStatus(app, { id: mentorId }, event, how, END_BOOKINGS)
}
