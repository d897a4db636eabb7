/**
 * Reports of a problem with a session, once a side, until 48 hours after its end. While one is open, the session does
 * not complete and its mentor is not paid. An admin resolves it, and may give money back.
 */
import { randomUUID } from 'node:crypto'
import { canReportProblem } from '#domain/bookings/after-session'
import { toMinorUnits, type MinorUnits, type Money } from '#domain/payments/money'
import { err, ok, type Result } from '#domain/result'
import { recordAuditEvent, type AuditActor } from '#server/accounts/audit-queries'
import type { ConflictOfInterestError } from '#server/accounts/conflicts-of-interest'
import type { ActingSide } from '#server/bookings/after-session/no-show'
import { bookingEvent } from '#server/bookings/after-session/audit'
import { findProblem, insertProblem, recordResolution } from '#server/bookings/after-session/reports-queries'
import { queueBookingMail } from '#server/bookings/mails/queue-mail'
import { mayDecideAbout } from '#server/bookings/conflicts-of-interest'
import { giveBack } from '#server/bookings/cancellation/cancel'
import { readReturnable } from '#server/bookings/credits/credits'
import { isFromPackage, lockBooking } from '#server/bookings/queries'
import type { SettlementContext } from '#server/context'
import { transact, type Db } from '#server/platform/db/connect'
import { raiseConcern, resolveConcern } from '#server/platform/concerns-queries'
import { issueRefund } from '#server/payments/issue-refund'

/** `not_now`: before the start, 48 hours after the end, or the session does not take place. */
type ProblemError = { code: 'not_now' } | { code: 'given' }

export function reportProblem(
  app: SettlementContext,
  id: string,
  { side, actor, text }: ActingSide & { text: string },
): Promise<Result<null, ProblemError>> {
  return transact(app.db, async (tx) => {
    const booking = await lockBooking(tx, { id })
    const now = app.now()
    const takesPlace = booking?.status === 'confirmed' || booking?.status === 'completed'
    if (!takesPlace || !canReportProblem(booking, now)) return err({ code: 'not_now' })
    const problemId = randomUUID()
    if (!(await insertProblem(tx, { id: problemId, bookingId: id, side, text, reportedAt: now })))
      return err({ code: 'given' })
    await raiseConcern(tx, { kind: 'problem_reported', subject: problemId, bookingId: id, at: now })
    await recordAuditEvent(tx, bookingEvent(app, actor, 'booking.problem_reported', id, { after: { by: side } }))
    return ok(null)
  })
}

export type ResolveError =
  | ConflictOfInterestError
  /** Another admin was faster, or it never was. */
  | { code: 'not_open' }
  /** `left`: what can still go back. */
  | { code: 'too_much'; left: MinorUnits; currency: string }

/**
 * An admin resolves a problem with an answer to both sides, and a refund of all that is left, of a part, or of nothing. Any refund of
 * a session that was paid with a package gives its credit back.
 */
export function resolveProblem(
  app: SettlementContext,
  problemId: string,
  {
    refund,
    answer,
    accountId,
    actor,
  }: { refund: Money | 'all' | 'none'; answer: string; accountId: string; actor: AuditActor },
): Promise<Result<null, ResolveError>> {
  return transact(app.db, async (tx) => {
    const found = await findProblem(tx, problemId)
    const booking = found && (await lockBooking(tx, { id: found.bookingId }))
    const problem = await findProblem(tx, problemId) // Again: only with the lock can no one else resolve it.
    if (!booking || !problem || problem.resolvedAt) return err({ code: 'not_open' })
    const decider = await mayDecideAbout(tx, actor, booking.id)
    if (!decider.ok) return decider
    const left = await readReturnable(tx, booking)
    const { currency } = booking
    if (typeof refund === 'object' && (refund.amount > left || refund.currency !== currency))
      return err({ code: 'too_much', left, currency })
    const refundPence = await refundForProblem(app, tx, booking, { refund, left })
    const at = app.now()
    await recordResolution(tx, problemId, { resolvedAt: at, resolvedBy: accountId, refundPence, answer })
    await resolveConcern(tx, { kind: 'problem_reported', subject: problemId, at })
    const after = { by: problem.side, refund: { amount: refundPence, currency } }
    await recordAuditEvent(tx, bookingEvent(app, decider.value, 'booking.problem_resolved', booking.id, { after }))
    for (const recipient of ['mentee', 'mentor'] as const)
      await queueBookingMail(app, tx, booking.id, 'problem_resolved', { recipient, version: VERSIONS[problem.side] })
    return ok(null)
  })
}

async function refundForProblem(
  app: SettlementContext,
  tx: Db,
  booking: NonNullable<Awaited<ReturnType<typeof lockBooking>>>,
  { refund, left }: { refund: Money | 'all' | 'none'; left: MinorUnits },
): Promise<MinorUnits> {
  const amount = refund === 'none' ? toMinorUnits(0) : refund === 'all' ? left : refund.amount
  if (amount === 0) return amount
  if (!isFromPackage(booking)) return issueRefund(app, tx, booking, { amount, reason: 'problem' })
  await giveBack(app, tx, booking, { refund: left, reason: 'problem' })
  return left
}

/** Each side gets an email about its own problem. */
const VERSIONS = { mentee: 1, mentor: 2 } as const
