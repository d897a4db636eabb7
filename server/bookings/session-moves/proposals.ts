/**
 * A mentor who cannot keep a time proposes others. The mentee takes one, or the whole payment goes back; so it does when
 * no one responds in time. Offered times are not held: the first buyer gets one, and the others stay (decision 0032).
 */
import { randomUUID } from 'node:crypto'
import { mentorZoneAt } from '#domain/bookings/availability'
import {
  answerBy,
  isOfferable,
  MAX_OFFERED,
  findProposalObstacle,
  type WhyNoProposal,
} from '#domain/bookings/move-rule'
import { err, ok, type Result } from '#domain/result'
import { readAvailability } from '#server/mentors/availability/availability-queries'
import { cancelInTransaction } from '#server/bookings/cancellation/cancel'
import { queueBookingMail } from '#server/bookings/mails/queue-mail'
import { lockSession } from '#server/bookings/queries'
import { formatRange } from '#server/bookings/claims-queries'
import { pastOverdueHolds, queueMoveEmails, type Wanted } from '#server/bookings/session-moves/move-session'
import {
  endProposal,
  insertProposal,
  listClaimed,
  listProposals,
  listUnansweredProposals,
  type Proposal,
} from '#server/bookings/session-moves/proposals-queries'
import { replaceClaim } from '#server/bookings/session-moves/session-moves-queries'
import type { App, SettlementContext } from '#server/context'
import { transact, type Db } from '#server/platform/db/connect'
import { forEachConcurrently } from '#server/payments/for-each-concurrently'

type Booking = NonNullable<Awaited<ReturnType<typeof lockSession>>>

export type ProposeRefusal =
  | { code: WhyNoProposal }
  | { code: 'how_many' }
  /** It is the booked time, too near, past or too far ahead. `place`: which of the times, from 0. */
  | { code: 'not_offerable'; place: number }
  /** The mentor has another booking then. */
  | { code: 'slot_taken'; place: number }

/**
 * Proposes other times for a session, and notifies its mentee. Any time of the mentor's own will do, also outside the hours
 * that they offer and while their calendars say that they are busy.
 */
export function proposeTimes(
  app: SettlementContext,
  { id, times }: { id: string; times: Date[] },
): Promise<Result<null, ProposeRefusal>> {
  return transact(app.db, async (tx) => {
    const booking = await lockSession(tx, { id })
    if (!booking) return err({ code: 'not_confirmed' })
    const now = app.now()
    const made = await listProposals(tx, id)
    const code = findProposalObstacle(booking, made, now)
    if (code) return err({ code })
    if (times.length === 0 || times.length > MAX_OFFERED) return err({ code: 'how_many' })
    const wrong = times.findIndex((at, place) => !isOfferable(at, now) || isRepeated(at, place, times, booking))
    if (wrong >= 0) return err({ code: 'not_offerable', place: wrong })
    const [taken] = await listTaken(tx, booking, times)
    if (taken !== undefined) return err({ code: 'slot_taken', place: taken })
    const proposal = { id: randomUUID(), bookingId: id, createdAt: now }
    await insertProposal(tx, { ...proposal, answerBy: answerBy({ madeAt: now, startsAt: booking.startsAt }) }, times)
    await queueBookingMail(app, tx, id, 'times_proposed', { version: made.length + 1 })
    return ok(null)
  })
}

const isRepeated = (at: Date, place: number, times: Date[], booking: Booking) =>
  [booking.startsAt, ...times.slice(0, place)].some((other) => other.getTime() === at.getTime())

/** Places of the times at which the mentor has another booking. */
async function listTaken(
  db: Db,
  booking: Pick<Booking, 'id' | 'mentorId' | 'minutes' | 'bufferBefore' | 'bufferAfter'>,
  times: Date[],
): Promise<number[]> {
  const ranges = times.map((startsAt) => formatRange({ ...booking, startsAt }))
  return [...(await listClaimed(db, booking.mentorId, ranges, booking.id))]
}

/** `gone`: it has begun, or the mentor has another booking then by now. */
type OfferedTime = { startsAt: Date; gone: boolean; mentorZone: string }
type OpenProposal = Omit<Proposal, 'times'> & { times: OfferedTime[] }

/** The proposal that waits for an answer; null without one. */
export async function readOpenProposal(
  app: Pick<App, 'db' | 'now'>,
  booking: Pick<Booking, 'id' | 'mentorId' | 'minutes'>,
): Promise<OpenProposal | null> {
  const proposal = (await listProposals(app.db, booking.id)).find(({ status }) => status === 'open')
  const availability = await readAvailability(app.db, booking.mentorId)
  if (!proposal || !availability) return null
  const { bufferBefore, bufferAfter } = availability
  const taken = new Set(await listTaken(app.db, { ...booking, bufferBefore, bufferAfter }, proposal.times))
  const times = proposal.times.map((startsAt, place) => ({
    startsAt,
    gone: startsAt <= app.now() || taken.has(place),
    mentorZone: mentorZoneAt(availability, startsAt),
  }))
  return { ...proposal, times }
}

/** `over`: decided, withdrawn or expired. `slot_taken`: that time is gone, the others stay. */
type AnswerRefusal = { code: 'over' | 'slot_taken' }

type Answer = { id: string; proposalId: string }

/**
 * Moves the session to one of the offered times, and notifies both sides. It uses up none of the mentee's own moves. A second
 * click finds what the first has done.
 */
export async function takeOfferedTime(
  app: App,
  answer: Answer & { startsAt: Date },
): Promise<Result<null, AnswerRefusal>> {
  const refused = await pastOverdueHolds(app, () => transact(app.db, (tx) => attemptTake(app, tx, answer)))
  return refused ? err(refused.error) : ok(null)
}

/** Null: taken. `wanted`: the minutes that are claimed, perhaps only by holds that are overdue. */
async function attemptTake(
  app: App,
  tx: Db,
  { id, proposalId, startsAt }: Answer & { startsAt: Date },
): Promise<{ error: AnswerRefusal; wanted?: Wanted } | null> {
  const booking = await lockSession(tx, { id })
  if (booking?.status === 'confirmed' && booking.startsAt.getTime() === startsAt.getTime()) return null
  const proposal = await findAnswerable(app, tx, booking, proposalId)
  if (!booking || !proposal?.times.some((at) => at.getTime() === startsAt.getTime())) return OVER
  const availability = await readAvailability(tx, booking.mentorId)
  if (!availability || startsAt <= app.now()) return { error: { code: 'slot_taken' } }
  const { bufferBefore, bufferAfter } = availability
  const to = { startsAt, bufferBefore, bufferAfter, mentorTimeZone: mentorZoneAt(availability, startsAt) }
  // The mentor has offered this time themselves, whatever their calendars say.
  if (!(await replaceClaim(tx, { ...booking, ...to }, { busy: false }))) {
    return { error: { code: 'slot_taken' }, wanted: { ...booking, ...to, browserHash: null } }
  }
  await endProposal(tx, id, 'taken', app.now())
  const { refundCeiling: ceiling } = booking
  await queueMoveEmails(app, tx, { id, by: 'mentor', counts: false, from: booking, to, ceiling, at: app.now() })
  return null
}

const OVER = { error: { code: 'over' } } satisfies { error: AnswerRefusal }

/** The mentee wants none of the times: cancels the session, and everything goes back. */
export function declineProposal(
  app: SettlementContext,
  { id, proposalId }: Answer,
): Promise<Result<null, AnswerRefusal>> {
  return transact(app.db, async (tx) => {
    const booking = await lockSession(tx, { id })
    if (!booking || !(await findAnswerable(app, tx, booking, proposalId))) return err(OVER.error)
    await endProposal(tx, id, 'declined', app.now())
    await cancelInTransaction(app, tx, booking, { by: 'mentee', refund: 'all' })
    return ok(null)
  })
}

/** The mentor can keep the time after all: the session stands as it was booked. */
export function withdrawProposal(
  app: SettlementContext,
  { id, proposalId }: Answer,
): Promise<Result<null, AnswerRefusal>> {
  return transact(app.db, async (tx) => {
    const booking = await lockSession(tx, { id })
    if (!(await findAnswerable(app, tx, booking, proposalId))) return err(OVER.error)
    await endProposal(tx, id, 'withdrawn', app.now())
    const version = (await listProposals(tx, id)).length
    await queueBookingMail(app, tx, id, 'proposal_withdrawn', { version })
    return ok(null)
  })
}

/** The proposal, if it is open and its time to answer is not over. Call with the booking locked. */
async function findAnswerable(
  app: Pick<App, 'now'>,
  tx: Db,
  booking: Booking | undefined,
  proposalId: string,
): Promise<Proposal | undefined> {
  if (booking?.status !== 'confirmed') return undefined
  const proposals = await listProposals(tx, booking.id)
  return proposals.find(
    ({ id, status, answerBy: until }) => id === proposalId && status === 'open' && app.now() < until,
  )
}

/** How many proposals a round of the sweeper ends. */
const ROUND = 200

/**
 * Cancels sessions whose mentee did not respond in time, with a full refund. In any number of processes each is
 * cancelled once.
 */
export async function endUnansweredProposals(app: App): Promise<void> {
  const overdue = await listUnansweredProposals(app.db, app.now(), ROUND)
  const end = ({ bookingId }: { bookingId: string }) => transact(app.db, (tx) => endUnanswered(app, tx, bookingId))
  await forEachConcurrently(app, overdue, end, async ({ bookingId }, error) => {
    app.log.error('proposal not ended', { bookingId, error })
  })
}

async function endUnanswered(app: App, tx: Db, id: string): Promise<void> {
  const booking = await lockSession(tx, { id })
  const now = app.now()
  const open = (await listProposals(tx, id)).find((proposal) => proposal.status === 'open' && proposal.answerBy <= now)
  if (!booking || !open) return
  await endProposal(tx, id, 'unanswered', now)
  // After an outage the session may have begun. Then its two people know better than a rule what became of it.
  if (booking.status !== 'confirmed' || booking.startsAt <= now) return
  await cancelInTransaction(app, tx, booking, { by: 'product', refund: 'all' })
}
