/**
 * Feedback, once a side, for 14 days after the end. The mentee's is published when both wrote or when the 14 days are
 * over; the mentor's stays between the two. Giving it says that the session took place, so it completes the session.
 */
import { randomUUID } from 'node:crypto'
import { shownName } from '#domain/mentors/feedback'
import { err, ok, type Result } from '#domain/result'
import { recordAuditEvent, type AuditActor } from '#server/accounts/audit-queries'
import type { ConflictOfInterestError } from '#server/accounts/conflicts-of-interest'
import { bookingEvent } from '#server/bookings/after-session/audit'
import { completeBySide } from '#server/bookings/after-session/complete'
import {
  findFeedback,
  findBookingFeedback,
  findMentorFeedback,
  findPublishedFeedback,
  hideFeedbackRow,
  insertFeedback,
  insertMentorFeedback,
  publishFeedback,
  recordAnswer,
  restoreFeedbackRow,
} from '#server/bookings/after-session/feedback-queries'
import { mayDecideAbout } from '#server/bookings/conflicts-of-interest'
import { lockBooking, lockSession } from '#server/bookings/queries'
import type { SettlementContext } from '#server/context'
import { transact } from '#server/platform/db/connect'
import { raiseConcern, resolveConcern } from '#server/platform/concerns-queries'

/**
 * `not_now`: before the end, more than 14 days after it, or the session did not take place. `given`: this side wrote
 * already. `reported`: a report is open.
 */
type FeedbackError = { code: 'not_now' } | { code: 'given' } | { code: 'reported' }

/** The mentee's: one to five stars and words. */
export function giveFeedback(
  app: SettlementContext,
  id: string,
  { stars, text, actor }: { stars: number; text: string; actor: AuditActor },
): Promise<Result<null, FeedbackError>> {
  return transact(app.db, async (tx) => {
    const locked = await lockSession(tx, { id })
    if (locked && (await findBookingFeedback(tx, id))) return err({ code: 'given' })
    const completed = await completeBySide(app, tx, locked, { side: 'mentee', actor })
    if (!completed.ok) return completed
    const { mentorId, menteeName } = completed.value
    const now = app.now()
    await insertFeedback(tx, {
      id: randomUUID(),
      bookingId: id,
      mentorId,
      rating: stars,
      text,
      author: shownName(menteeName),
      publishedAt: (await findMentorFeedback(tx, id)) ? now : null,
      createdAt: now,
    })
    return ok(null)
  })
}

/** The mentor's, to the mentee. Publishes the mentee's, if that is written. */
export function giveMentorFeedback(
  app: SettlementContext,
  id: string,
  { text, actor }: { text: string; actor: AuditActor },
): Promise<Result<null, FeedbackError>> {
  return transact(app.db, async (tx) => {
    const locked = await lockBooking(tx, { id })
    if (locked && (await findMentorFeedback(tx, id))) return err({ code: 'given' })
    const completed = await completeBySide(app, tx, locked, { side: 'mentor', actor })
    if (!completed.ok) return completed
    await insertMentorFeedback(tx, { bookingId: id, text, createdAt: app.now() })
    await publishFeedback(tx, id, app.now())
    return ok(null)
  })
}

/** The mentor answers published feedback, once, for everyone to read. */
export function answerFeedback(
  app: SettlementContext,
  id: string,
  text: string,
): Promise<Result<null, { code: 'not_now' }>> {
  return transact(app.db, async (tx) => {
    await lockBooking(tx, { id })
    return (await recordAnswer(tx, id, text, app.now())) ? ok(null) : err({ code: 'not_now' })
  })
}

/** Reports published feedback as wrong or hurtful, for an admin to review, once. False when it is not published. */
export async function reportFeedback(app: SettlementContext, feedbackId: string): Promise<boolean> {
  const feedback = await findPublishedFeedback(app.db, feedbackId)
  if (!feedback) return false
  const { bookingId } = feedback
  await raiseConcern(app.db, { kind: 'feedback_reported', subject: feedbackId, bookingId, at: app.now() })
  return true
}

/** An admin decides about published feedback: it is hidden from everyone else, or it stays. A report of it is settled. */
export function decideFeedback(
  app: SettlementContext,
  feedbackId: string,
  { hide, actor, reason }: { hide: boolean; actor: AuditActor; reason?: string },
): Promise<Result<null, { code: 'not_open' } | ConflictOfInterestError>> {
  return transact(app.db, async (tx) => {
    const feedback = await findPublishedFeedback(tx, feedbackId)
    if (!feedback) return err({ code: 'not_open' })
    const { bookingId } = feedback
    await lockBooking(tx, { id: bookingId })
    const decider = await mayDecideAbout(tx, actor, bookingId)
    if (!decider.ok) return decider
    if (hide && !(await hideFeedbackRow(tx, feedbackId, app.now()))) return err({ code: 'not_open' })
    await resolveConcern(tx, { kind: 'feedback_reported', subject: feedbackId, at: app.now() })
    const action = hide ? 'booking.feedback_hidden' : 'booking.feedback_kept'
    await recordAuditEvent(
      tx,
      bookingEvent(app, decider.value, action, bookingId, {
        after: { feedback: feedbackId, ...(reason && { reason }) },
      }),
    )
    return ok(null)
  })
}

/** An admin shows hidden feedback again. */
export function restoreFeedback(
  app: SettlementContext,
  feedbackId: string,
  actor: AuditActor,
): Promise<Result<null, { code: 'not_open' } | ConflictOfInterestError>> {
  return transact(app.db, async (tx) => {
    const feedback = await findFeedback(tx, feedbackId)
    if (!feedback) return err({ code: 'not_open' })
    const decider = await mayDecideAbout(tx, actor, feedback.bookingId)
    if (!decider.ok) return decider
    if (!(await restoreFeedbackRow(tx, feedbackId, app.now()))) return err({ code: 'not_open' })
    const change = { before: { hiddenAt: feedback.hiddenAt?.toISOString() }, after: { feedback: feedbackId } }
    await recordAuditEvent(
      tx,
      bookingEvent(app, decider.value, 'booking.feedback_restored', feedback.bookingId, change),
    )
    return ok(null)
  })
}
