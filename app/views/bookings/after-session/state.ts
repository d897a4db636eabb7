/** What has been said and done about a session that has begun, and what its reader may do now. Server side. */
import {
  canContest,
  canGiveFeedback,
  canReportNoShow,
  canReportProblem,
  canSayHere,
  otherSide,
} from '#domain/bookings/after-session'
import { findCompletion } from '#server/bookings/after-session/completions-queries'
import { findFeedbackOf, findMentorFeedback } from '#server/bookings/after-session/feedback-queries'
import { findNoShow, listProblems, readArrivals } from '#server/bookings/after-session/reports-queries'
import type { App } from '#server/context'
import type { OpenedBooking } from '#server/http/booking-guard'

export type AfterState = Awaited<ReturnType<typeof readAfterState>>

export async function readAfterState(app: App, { booking, side }: Pick<OpenedBooking, 'booking' | 'side'>) {
  const { db } = app
  const now = app.now()
  const { id, status } = booking
  const arrivals = await readArrivals(db, id)
  const noShow = await findNoShow(db, id)
  const problems = await listProblems(db, id)
  const completion = await findCompletion(db, id)
  const feedback = await findFeedbackOf(db, id)
  const mentorFeedback = await findMentorFeedback(db, id)
  const isReported = (noShow && !noShow.outcome) || problems.some(({ resolvedAt }) => !resolvedAt)
  const isHeld = status === 'confirmed' || status === 'completed'
  const isOpen = isHeld && !isReported && canGiveFeedback(booking, now)
  const own = side === 'mentee' ? feedback : mentorFeedback
  const may = {
    sayHere: status === 'confirmed' && canSayHere(booking, now),
    report:
      status === 'confirmed' &&
      !noShow &&
      canReportNoShow(booking, now) &&
      arrivals[side] !== undefined &&
      arrivals[otherSide(side)] === undefined,
    contest:
      noShow !== undefined &&
      noShow.absent === side &&
      !noShow.outcome &&
      !noShow.contestedAt &&
      canContest(noShow.reportedAt, now),
    complete: side === 'mentor' && isOpen && !completion?.notedAt,
    feedback: isOpen && !own,
    answer: side === 'mentor' && feedback?.publishedAt != null && feedback.answer === null,
    problem: isHeld && canReportProblem(booking, now) && !problems.some((problem) => problem.side === side),
  }
  return { arrivals, noShow, problems, completion, feedback, mentorFeedback, may }
}
