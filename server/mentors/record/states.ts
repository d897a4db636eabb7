/**
 * Changes of a mentor's status beside review: pause, resume, suspend, reinstate, withdraw. Each is an audit event and an
 * email. Mentors and admins change it by `server/bookings/cancellation/mentor-states.ts`, which also ends bookings.
 */
import { endsBookings, nextMentorStatus, type MentorActor, type MentorEvent } from '#domain/mentors/mentor-status'
import { err, ok, type Result } from '#domain/result'
import { recordAuditEvent, type AuditActor } from '#server/accounts/audit-queries'
import type { App, SettlementContext } from '#server/context'
import { transact, type Db } from '#server/platform/db/connect'
import type { MentorMailKind } from '#server/platform/db/tables/mentor-tables'
import { mentorEvent } from '#server/mentors/audit'
import { queueMentorMail } from '#server/mentors/mails/queue-mail'
import { findRecord } from '#server/mentors/record/content-queries'
import { setStatus } from '#server/mentors/record/status-queries'
import { decideSubmission, findWaiting } from '#server/mentors/review/submissions-queries'

export type StateEvent = Extract<MentorEvent, 'pause' | 'resume' | 'suspend' | 'reinstate' | 'withdraw'>

/** `not_possible`: not in this status, or no longer, after a concurrent change. */
export type StateError = { code: 'not_found' } | { code: 'not_possible' } | { code: 'reason_required' }

/** `cancelled`: how many sessions still to come were cancelled. */
export type StateChange = { cancelled: number }

const MAILS: Record<StateEvent, MentorMailKind> = {
  pause: 'paused',
  resume: 'resumed',
  suspend: 'suspended',
  reinstate: 'reinstated',
  withdraw: 'withdrawn',
}

/** Pauses a mentor who could not be booked. The email has one button to resume. `reason`: as it is stored. */
export function pauseByProduct(app: App, mentorId: string, reason: string): Promise<Result<StateChange, StateError>> {
  return changeStatus(app, { id: mentorId }, 'pause', { as: 'product', actor: { kind: 'product' }, reason }, KEEP)
}

type How = { as: MentorActor; actor: AuditActor; reason: string }

/** What happens to a mentor's bookings when the status ends them. `cancel` in the transaction, `release` after it. */
export type EndBookings = {
  cancel: (app: SettlementContext, tx: Db, mentorId: string) => Promise<number>
  release: (app: SettlementContext, mentorId: string) => Promise<void>
}

/** A pause ends no booking. */
const KEEP: EndBookings = { cancel: () => Promise.resolve(0), release: () => Promise.resolve() }

/**
 * Changes the status, and in the same transaction cancels sessions that can no longer take place. Money goes back by
 * queued refunds.
 */
export async function changeStatus(
  app: SettlementContext,
  which: Parameters<typeof findRecord>[1],
  event: StateEvent,
  { as, actor, reason }: How,
  endBookings: EndBookings,
): Promise<Result<StateChange, StateError>> {
  const now = app.now()
  const changed = await transact(app.db, async (tx) => {
    const record = await findRecord(tx, which, { lock: true })
    if (!record) return err({ code: 'not_found' } as const)
    const to = nextMentorStatus(record.status, event, as)
    if (!to) return err({ code: 'not_possible' } as const)
    await setStatus(tx, record.id, { from: record.status, to, reason, by: as, at: now })
    if (endsBookings(to)) {
      const open = await findWaiting(tx, record.id)
      const withdrawn = { decision: 'withdrawn', by: null, at: now, message: '', requests: {} } as const
      if (open) await decideSubmission(tx, open.id, withdrawn)
    }
    const cancelled = endsBookings(to) ? await endBookings.cancel(app, tx, record.id) : 0
    const change = { before: { status: record.status }, after: { status: to, ...(reason && { reason }), cancelled } }
    await recordAuditEvent(tx, mentorEvent(app, actor, `mentor.${MAILS[event]}`, record.id, change))
    const reasonShown = as === 'mentor' ? '' : reason
    await queueMentorMail(app, tx, record.id, MAILS[event], {
      ...(reasonShown && (event === 'reinstate' ? { message: reasonShown } : { reason: reasonShown })),
      ...(cancelled > 0 && { cancelled }),
    })
    return ok({ cancelled, mentorId: record.id, ends: endsBookings(to) })
  })
  if (!changed.ok) return changed
  if (changed.value.ends) await endBookings.release(app, changed.value.mentorId)
  return ok({ cancelled: changed.value.cancelled })
}
