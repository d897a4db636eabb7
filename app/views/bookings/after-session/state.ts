/** What has been said and done about a session that has begun, and what its reader may do now. Server side. */
import {
  canContest,
  canGiveFeedback,
  canReportNoShow,
  canReportProblem,
  canCheckIn,
  opensAt,
  otherSide,
} from '#domain/bookings/after-session'
import { findCompletion } from '#server/bookings/after-session/completions-queries'
import { findBookingFeedback, findMentorFeedback } from '#server/bookings/after-session/feedback-queries'
import { findNoShow, listProblems, readCheckIns } from '#server/bookings/after-session/reports-queries'
import type { App } from '#server/context'
import type { OpenedBooking } from '#server/site/guards/booking-guard'

export type AfterState = Awaited<ReturnType<typeof readAfterState>>

export async function readAfterState(app: App, { booking, side }: Pick<OpenedBooking, 'booking' | 'side'>) {
  const { db } = app
  const now = app.now()
  const { id, status } = booking
  const said = now < opensAt(booking) ? NOTHING : await readSaid(db, id)
  const { arrivals, noShow, problems, feedback, completion, mentorFeedback } = said
  const isReported = (noShow && !noShow.outcome) || problems.some(({ resolvedAt }) => !resolvedAt)
  const isHeld = status === 'confirmed' || status === 'completed'
  const isOpen = isHeld && !isReported && canGiveFeedback(booking, now)
  const own = side === 'mentee' ? feedback : mentorFeedback
  const may = {
    checkInBySide: status === 'confirmed' && canCheckIn(booking, now),
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
  return { ...said, may }
}

async function readSaid(db: App['db'], id: string) {
  return {
    arrivals: await readCheckIns(db, id),
    noShow: await findNoShow(db, id),
    problems: await listProblems(db, id),
    completion: await findCompletion(db, id),
    feedback: await findBookingFeedback(db, id),
    mentorFeedback: await findMentorFeedback(db, id),
  }
}

/** Before the session: most visits of a booking's page need no query for it. */
const NOTHING: Awaited<ReturnType<typeof readSaid>> = {
  arrivals: {},
  noShow: undefined,
  problems: [],
  completion: undefined,
  feedback: undefined,
  mentorFeedback: undefined,
}
