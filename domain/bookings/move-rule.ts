/**
 * When a paid session can be moved, and what its mentor may propose. Pure: callers pass `now` and the earlier moves. The
 * rules count elapsed hours, so clock changes do not matter. Source: decision 0032.
 */
import type { BookingStatus } from '#domain/bookings/booking'

const HOUR_MS = 3_600_000

/** A mentee moves a session until this long before it begins. */
const MOVE_HOURS = 24
/** How often a mentee moves one session. */
export const MAX_MOVES = 2
/** How many times a mentor offers in one proposal, and how often they propose for one session. */
export const MAX_OFFERED = 3
const MAX_PROPOSALS = 3
/** How long a mentee has to answer, unless the session is nearer. */
const ANSWER_HOURS = 24
/** The least time to answer that a proposal must leave, and the least notice of an offered time. */
const LEAST_ANSWER_HOURS = 1
const OFFER_NOTICE_HOURS = 1
/** How far ahead an offered time may be. */
const OFFER_DAYS = 90

/** `replaced`: the booking was moved or cancelled otherwise. */
export type ProposalStatus = 'open' | 'taken' | 'declined' | 'withdrawn' | 'unanswered' | 'replaced'

/** `moves`: how often its mentee has moved it. */
type MovableBooking = { status: BookingStatus; startsAt: Date; moves: number }

/** Why its mentee cannot move a session; null when they can. */
export type MoveObstacle = 'not_confirmed' | 'used_up' | 'too_late'

export function findMoveObstacle({ status, startsAt, moves }: MovableBooking, now: Date): MoveObstacle | null {
  if (status !== 'confirmed') return 'not_confirmed'
  if (now > lastMoveMoment(startsAt)) return 'too_late'
  return moves >= MAX_MOVES ? 'used_up' : null
}

/** The last instant at which the mentee can move a session. */
export const lastMoveMoment = (startsAt: Date) => hoursAfter(startsAt, -MOVE_HOURS)

/** Until when a mentee answers a proposal: a day, and never later than a day before the session as it is booked. */
export function answerBy({ madeAt, startsAt }: { madeAt: Date; startsAt: Date }): Date {
  return new Date(Math.min(hoursAfter(madeAt, ANSWER_HOURS).getTime(), lastMoveMoment(startsAt).getTime()))
}

/** Why a mentor cannot propose other times; null when they can. `made`: proposals so far. */
export type WhyNoProposal = 'not_confirmed' | 'open' | 'used_up' | 'too_late'

export function findProposalObstacle(
  { status, startsAt }: { status: BookingStatus; startsAt: Date },
  made: { status: ProposalStatus }[],
  now: Date,
): WhyNoProposal | null {
  if (status !== 'confirmed') return 'not_confirmed'
  if (made.some((proposal) => proposal.status === 'open')) return 'open'
  if (made.length >= MAX_PROPOSALS) return 'used_up'
  return now > lastProposalMoment(startsAt) ? 'too_late' : null
}

/** The last instant at which a mentor can propose other times, so that the mentee has an hour to answer. */
const lastProposalMoment = (startsAt: Date) => hoursAfter(lastMoveMoment(startsAt), -LEAST_ANSWER_HOURS)

/** Whether a mentor may offer this time. */
export function isOfferable(at: Date, now: Date): boolean {
  return at >= hoursAfter(now, OFFER_NOTICE_HOURS) && at <= hoursAfter(now, OFFER_DAYS * 24)
}

const hoursAfter = (instant: Date, hours: number) => new Date(instant.getTime() + hours * HOUR_MS)
