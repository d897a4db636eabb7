/**
 * What may be said and done around a session that takes place, and when. Pure: callers pass in `now`.
 *
 *   T−10 min … end      each side may say that it is here
 *   T+10 min … +48 h    the side that is here may report that the other, which did not say so, was not there
 *   report … +24 h      the other side may contest; then an admin decides, otherwise the report takes effect
 *   start … end +48 h   either side may report a problem
 *   end … +14 days      feedback, once a side; the mentor's note and next steps, once
 *   end +48 h           the session is completed, unless one of them or a report was faster
 *
 * Each span includes its first instant; the last one belongs to what follows, but for "I'm here". Decision 0031.
 */

/** Which of a booking's two people. */
export type Side = 'mentee' | 'mentor'

export const otherSide = (side: Side): Side => (side === 'mentee' ? 'mentor' : 'mentee')

type Times = { startsAt: Date; minutes: number }

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const HERE_BEFORE_MINUTES = 10
const ABSENT_AFTER_MINUTES = 10
export const CONTEST_HOURS = 24
/** After the end: a session completes, and problems can no longer be reported. */
export const COMPLETE_HOURS = 48
export const FEEDBACK_DAYS = 14

export const MAX_STEPS = 5
export const MAX_STEP_LENGTH = 200
export const MAX_NOTE_LENGTH = 2000
/** Of a report of a problem, of what contests a no-show, and of an admin's answer. */
export const MAX_REPORT_LENGTH = 1000

const later = (instant: Date, ms: number) => new Date(instant.getTime() + ms)

export const endOf = ({ startsAt, minutes }: Times): Date => later(startsAt, minutes * MINUTE_MS)

/** When a session without a report is completed. Problems can be reported until then. */
export const completesAt = (session: Times): Date => later(endOf(session), COMPLETE_HOURS * HOUR_MS)

/** Until when feedback, a note and next steps can be given, and when feedback is published at the latest. */
export const feedbackEndsAt = (session: Times): Date => later(endOf(session), FEEDBACK_DAYS * 24 * HOUR_MS)

/** When a report of a no-show takes effect, unless it is contested. */
export const contestEndsAt = (reportedAt: Date): Date => later(reportedAt, CONTEST_HOURS * HOUR_MS)

const absentFrom = ({ startsAt }: Times): Date => later(startsAt, ABSENT_AFTER_MINUTES * MINUTE_MS)

/** The first moment at which anything of this can be said. */
export const opensAt = ({ startsAt }: Pick<Times, 'startsAt'>): Date =>
  later(startsAt, -HERE_BEFORE_MINUTES * MINUTE_MS)

export function canCheckIn(session: Times, now: Date): boolean {
  return now >= opensAt(session) && now <= endOf(session)
}

export function canReportNoShow(session: Times, now: Date): boolean {
  return now >= absentFrom(session) && now < completesAt(session)
}

export const canContest = (reportedAt: Date, now: Date): boolean => now < contestEndsAt(reportedAt)

export function canReportProblem(session: Times, now: Date): boolean {
  return now >= session.startsAt && now < completesAt(session)
}

/** Whether feedback, a note and next steps are open. */
export function canGiveFeedback(session: Times, now: Date): boolean {
  return now >= endOf(session) && now < feedbackEndsAt(session)
}
