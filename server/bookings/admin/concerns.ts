/**
 * What an admin does about a concern: puts it right, gives the money back, or dismisses it with a reason. Each is recorded.
 * A concern that another admin has dealt with is left alone. Booking the session after all is `rebook.ts`.
 */
import { err, ok, type Result } from '#domain/result'
import { recordAuditEvent, type AuditActor } from '#server/accounts/audit-queries'
import type { ConflictOfInterestError } from '#server/accounts/conflicts-of-interest'
import { bookingEvent } from '#server/bookings/after-session/audit'
import { sendMailAgain } from '#server/bookings/admin/booking-actions'
import { closeConcern } from '#server/bookings/admin/close-concern'
import { queueBookingMail } from '#server/bookings/mails/queue-mail'
import { mayDecideAbout } from '#server/bookings/conflicts-of-interest'
import { isPackage, lockBooking } from '#server/bookings/queries'
import type { App, SettlementContext } from '#server/context'
import { transact, type Db } from '#server/platform/db/connect'
import { findMail } from '#server/platform/mail/outbox/outbox-queries'
import { lockOpenConcern, type LockedConcern } from '#server/platform/concerns-queries'
import { reconcileBooking } from '#server/bookings/settlement/reconcile'
import { replaceFailedRefund, sendRefundNow } from '#server/bookings/settlement/refunds'
import { findUnsentRefund, nextRefundNumber } from '#server/payments/refunds-queries'
import { issueRefund } from '#server/payments/issue-refund'
import { listFailedJobs } from '#server/payments/health-queries'
import { findEvent } from '#server/payments/webhook-inbox-queries'
import { replayEvent } from '#server/bookings/settlement/webhook-inbox'

/** `not_open`: already resolved. `not_possible`: this action is no longer possible. */
export type ConcernError = { code: 'not_open' } | { code: 'not_possible' } | ConflictOfInterestError
/** `still_open`: it was tried, and something is still not right. The codes after it: what was tried again did not succeed. */
export type SettleError =
  | ConcernError
  | { code: 'still_open'; what: string }
  | { code: 'event_fails' | 'refund_unanswered' }
  | { code: 'refund_refused'; reason: string }

/** `refund_pending`: the payment service has taken the refund, and does not say yet that it succeeded. */
type Settled = 'settled' | 'refund_gone' | 'refund_pending'

type Decision = { id: string; actor: AuditActor }

/** Settles what can be settled: compares a booking with the payment service, replays an event, sends a refund or email again. */
export async function settleConcern(
  app: SettlementContext,
  { id, actor: asking }: Decision,
): Promise<Result<Settled, SettleError>> {
  const concern = await transact(app.db, (tx) => lockOpenConcern(tx, id))
  if (!concern) return err({ code: 'not_open' })
  const decider = await mayDecideAbout(app.db, asking, concern.bookingId)
  if (!decider.ok) return decider
  const actor = decider.value
  if (concern.kind === 'refund_failed') return sendRefundAgain(app, { id, actor })
  const settled = await settle(app, concern, actor)
  if (settled.ok) await transact(app.db, (tx) => closeConcern(app, tx, concern, { action: 'concern.settled', actor }))
  return settled
}

async function settle(
  app: SettlementContext,
  concern: LockedConcern,
  actor: AuditActor,
): Promise<Result<Settled, SettleError>> {
  const { kind, subject, bookingId } = concern
  switch (kind) {
    case 'mismatch': {
      if (!bookingId) return err({ code: 'not_possible' })
      const [left] = await reconcileBooking(app, bookingId)
      return left ? err({ code: 'still_open', what: left.what }) : ok('settled')
    }
    case 'event_failed':
      await replayEvent(app, subject)
      return (await findEvent(app.db, subject))?.processedAt ? ok('settled') : err({ code: 'event_fails' })
    case 'mail_not_sent':
    case 'mail_bounced': {
      const sending = await nextSending(app.db, subject)
      const sent = sending === null ? null : await sendMailAgain(app, { mailId: subject, sending, actor })
      return sent?.ok ? ok('settled') : err({ code: 'not_possible' })
    }
    default:
      return err({ code: 'not_possible' })
  }
}

/**
 * Sends a refund again and says what came of it. One that was refused goes with the next key of its own; in the place of one
 * that failed for the last time another is queued, so that one concern closes, and the other refund has its own if it fails.
 */
async function sendRefundAgain(app: SettlementContext, { id, actor }: Decision): Promise<Result<Settled, SettleError>> {
  const next = await transact(app.db, async (tx) => {
    const concern = await lockOpenConcern(tx, id)
    if (!concern) return err({ code: 'not_open' } as const)
    const { subject, bookingId } = concern
    const booking = bookingId ? await lockBooking(tx, { id: bookingId }) : undefined
    const unsent = await findUnsentRefund(tx, subject)
    const refund = unsent?.id ?? (booking && (await replaceFailedRefund(app, tx, subject)))
    if (!booking || !refund) return err({ code: 'not_possible' } as const)
    const change = { before: { refund: subject }, after: { refund, concern: id } }
    await recordAuditEvent(tx, bookingEvent(app, actor, 'booking.refund_sent_again', booking.id, change))
    if (!unsent) await closeConcern(app, tx, concern, { action: 'concern.settled', actor })
    return ok(refund)
  })
  if (!next.ok) return next
  const sent = await sendRefundNow(app, next.value)
  switch (sent.outcome) {
    case 'refused':
      return err({ code: 'refund_refused', reason: sent.code.replaceAll('_', ' ') })
    case 'unanswered':
      return err({ code: 'refund_unanswered' })
    default:
      await closeIfOpen(app, { id, actor })
      return ok(sent.outcome === 'pending' ? 'refund_pending' : 'refund_gone')
  }
}

const closeIfOpen = (app: SettlementContext, { id, actor }: Decision) =>
  transact(app.db, async (tx) => {
    const concern = await lockOpenConcern(tx, id)
    if (concern) await closeConcern(app, tx, concern, { action: 'concern.settled', actor })
  })

/** A failed email that was sent again has a concern of its own, so its number is one more than its own version says. */
async function nextSending(db: Db, mailId: string): Promise<number | null> {
  const mail = await findMail(db, mailId)
  return mail ? Number(mail.version.split('/')[1] ?? 1) + 1 : null
}

/** Gives back all that is still kept of the payment that a concern is about. */
export function refundConcern(
  app: SettlementContext,
  { id, actor: asking }: Decision,
): Promise<Result<null, ConcernError>> {
  return transact(app.db, async (tx) => {
    const concern = await lockOpenConcern(tx, id)
    if (!concern) return err({ code: 'not_open' })
    const decider = await mayDecideAbout(tx, asking, concern.bookingId)
    if (!decider.ok) return decider
    const actor = decider.value
    const booking = concern.bookingId ? await lockBooking(tx, { id: concern.bookingId }) : undefined
    // Of a package that is used, only the shares of open credits go back: when it is cancelled.
    if (!booking || (isPackage(booking) && booking.status !== 'expired')) return err({ code: 'not_possible' })
    const version = booking.paymentIntent ? await nextRefundNumber(tx, booking.paymentIntent) : 1
    const returned = await issueRefund(app, tx, booking, { amount: 'all', reason: 'admin_refunded' })
    if (returned === 0) return err({ code: 'not_possible' })
    await recordAuditEvent(
      tx,
      bookingEvent(app, actor, 'booking.refunded', booking.id, {
        after: { refund: { amount: returned, currency: booking.currency }, concern: id },
      }),
    )
    await queueBookingMail(app, tx, booking.id, 'refund_given', { version })
    await closeConcern(app, tx, concern, { action: 'concern.refunded', actor })
    return ok(null)
  })
}

/** Closes a concern about which nothing is to be done, or was done elsewhere. */
export function dismissConcern(
  app: SettlementContext,
  { id, reason, actor }: Decision & { reason: string },
): Promise<Result<null, ConcernError>> {
  return transact(app.db, async (tx) => {
    const concern = await lockOpenConcern(tx, id)
    if (!concern) return err({ code: 'not_open' })
    const decider = await mayDecideAbout(tx, actor, concern.bookingId)
    if (!decider.ok) return decider
    await closeConcern(app, tx, concern, { action: 'concern.dismissed', actor: decider.value, reason })
    return ok(null)
  })
}

/** Has a job that used up its attempts tried again. False if it has been, or never was. */
export function retryJob(app: App, { id, actor }: Decision): Promise<boolean> {
  return transact(app.db, async (tx) => {
    const job = (await listFailedJobs(tx, MAX_JOBS)).find((failed) => failed.id === id)
    if (!job) return false
    await app.queue(tx, job.name as Parameters<App['queue']>[1], job.data as never)
    const after = { job: job.name, ...job.data }
    await recordAuditEvent(tx, {
      at: app.now(),
      actor,
      action: 'job.queued_again',
      subject: 'jobs',
      subjectId: id,
      after,
    })
    return true
  })
}

const MAX_JOBS = 100
