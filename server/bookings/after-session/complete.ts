/**
 * Completion: that a session took place. The mentor says so after the end, with a note and next steps; feedback of either
 * side says so too; otherwise it is assumed 48 hours after the end. An open report stops all of them.
 */
import { canGiveFeedback, completesAt, type Side } from '#domain/bookings/after-session'
import { err, ok, type Result } from '#domain/result'
import { recordAuditEvent, type AuditActor } from '#server/accounts/audit-queries'
import { bookingEvent } from '#server/bookings/after-session/audit'
import {
  findCompletion,
  insertCompletion,
  recordNote,
  type NextStep,
} from '#server/bookings/after-session/completions-queries'
import { hasOpenReport, listToComplete } from '#server/bookings/after-session/reports-queries'
import { queueBookingMail } from '#server/bookings/mails/queue-mail'
import { deleteClaim } from '#server/bookings/claims-queries'
import { earnShares } from '#server/bookings/credits/credits'
import { lockBooking, transitionBooking } from '#server/bookings/queries'
import type { SettlementContext } from '#server/context'
import { transact, type Db } from '#server/platform/db/connect'
import { forEachConcurrently } from '#server/payments/for-each-concurrently'
import { recordBookingEvent } from '#server/platform/events/record-event'

type Booking = NonNullable<Awaited<ReturnType<typeof lockBooking>>>

/**
 * `not_now`: before the end, more than 14 days after it, or the session did not take place. `reported`: a report is
 * open.
 */
type CompleteError = { code: 'not_now' } | { code: 'reported' } | { code: 'noted' }

/**
 * The mentor completes a session that is over, and leaves a note and next steps for the mentee, who is emailed them. A
 * session that is completed already can still get them, once.
 */
export function completeByMentor(
  app: SettlementContext,
  id: string,
  { note, steps, actor }: { note: string; steps: NextStep[]; actor: AuditActor },
): Promise<Result<null, CompleteError>> {
  return transact(app.db, async (tx) => {
    const booking = await lockBooking(tx, { id })
    const completed = await completeBySide(app, tx, booking, { side: 'mentor', actor })
    if (!completed.ok) return completed
    if (note === '' && steps.length === 0) return ok(null)
    if ((await findCompletion(tx, id))?.notedAt) return err({ code: 'noted' })
    await recordNote(tx, id, { note, steps, at: app.now() })
    await queueBookingMail(app, tx, id, 'next_steps')
    return ok(null)
  })
}

/**
 * Completes a session for one of its two people, unless it is completed. Call with the booking locked.
 *
 * @returns an error if its time has not come or is over, it did not take place, or a report of it is open.
 */
export async function completeBySide<Locked extends Booking>(
  app: SettlementContext,
  tx: Db,
  booking: Locked | undefined,
  { side, actor }: { side: Side; actor: AuditActor },
): Promise<Result<Locked, { code: 'not_now' } | { code: 'reported' }>> {
  if (!booking || !canGiveFeedback(booking, app.now())) return err({ code: 'not_now' })
  if (booking.status !== 'confirmed' && booking.status !== 'completed') return err({ code: 'not_now' })
  if (await hasOpenReport(tx, booking.id)) return err({ code: 'reported' })
  if (booking.status === 'confirmed') await complete(app, tx, booking, { by: side, actor })
  return ok(booking)
}

/** Completes every session that ended 48 hours ago without a report. Any number of processes may run it at once. */
export async function completeEnded(app: SettlementContext, limit: number): Promise<void> {
  const completeOne = (id: string) =>
    transact(app.db, async (tx) => {
      const booking = await lockBooking(tx, { id })
      if (booking?.status !== 'confirmed' || app.now() < completesAt(booking) || (await hasOpenReport(tx, id))) return
      await complete(app, tx, booking, { by: 'product', actor: { kind: 'product' } })
    })
  await forEachConcurrently(
    app,
    await listToComplete(app.db, app.now(), limit),
    completeOne,
    async (bookingId, error) => {
      app.log.error('session not completed', { bookingId, error })
    },
  )
}

async function complete(
  app: SettlementContext,
  tx: Db,
  booking: Booking,
  { by, actor }: { by: Side | 'product'; actor: AuditActor },
): Promise<void> {
  const { id, mentorId } = booking
  if (!(await transitionBooking(tx, id, 'confirmed', 'finish'))) throw new Error(`Booking ${id} is not confirmed`)
  if (mentorId !== null) await deleteClaim(tx, id) // The page of a cohort that is over still says how many took part.
  await earnShares(app, tx, booking)
  await insertCompletion(tx, id, { completedAt: app.now(), completedBy: by })
  await recordBookingEvent(app, tx, 'booking.completed', id)
  const change = { before: { status: 'confirmed' }, after: { status: 'completed', by } }
  await recordAuditEvent(tx, bookingEvent(app, actor, 'booking.completed', id, change))
}
