/**
 * Moves a paid session to another time for its mentee: same session, price, payment and policy. The new minutes are
 * claimed before the old ones are released, in one transaction, so that no one ever has neither (decision 0032).
 */
import { isBookable, mentorZoneAt } from '#domain/bookings/availability'
import { findMoveObstacle, type MoveObstacle } from '#domain/bookings/move-rule'
import { percentDue, findRefundRule } from '#domain/bookings/refunds/refund-rule'
import { err, ok, type Result } from '#domain/result'
import { readAvailability } from '#server/mentors/availability/availability-queries'
import { isCapReached } from '#server/bookings/limits/mentor-caps'
import { queueBookingMail } from '#server/bookings/mails/queue-mail'
import { lockSession } from '#server/bookings/queries'
import { expireBlockingHolds } from '#server/bookings/holds/release'
import { endProposal, findOpenProposal } from '#server/bookings/session-moves/proposals-queries'
import {
  countMoves,
  recordMove,
  replaceClaim,
  type RecordedMove,
} from '#server/bookings/session-moves/session-moves-queries'
import type { App, SettlementContext } from '#server/context'
import { transact, type Db } from '#server/platform/db/connect'
import { isAccepted } from '#server/mentors/queries'
import { recordBookingEvent } from '#server/platform/events/record-event'

export type MoveRefusal =
  | { code: MoveObstacle }
  /** It was moved meanwhile, in another tab or by its mentor. */
  | { code: 'changed' }
  /** Not one of the mentor's starts, or too near or too far ahead. */
  | { code: 'not_bookable' }
  | { code: 'slot_taken' }

/** `wanted`: the minutes that are taken, perhaps only by holds that are overdue. */
type Refused = { error: MoveRefusal; wanted?: Wanted }
export type Wanted = Parameters<typeof expireBlockingHolds>[1]

/**
 * Moves a booking to one of its mentor's free starts, and notifies both sides.
 *
 * @param revision The booking's when its times were shown. If it has changed since, nothing happens, unless it changed
 *   to this very start: a second click finds what the first has done.
 */
export async function moveSession(
  app: App,
  request: { id: string; startsAt: Date; revision: number },
): Promise<Result<{ startsAt: Date }, MoveRefusal>> {
  const refused = await pastOverdueHolds(app, () => transact(app.db, (tx) => attemptMove(app, tx, request)))
  return refused ? err(refused.error) : ok({ startsAt: request.startsAt })
}

/**
 * Tries a move. If only overdue holds are in its way, it expires those and tries once more. Null: moved.
 */
export async function pastOverdueHolds<Refusal extends { wanted?: Wanted }>(
  app: App,
  attempt: () => Promise<Refusal | null>,
): Promise<Refusal | null> {
  const refused = await attempt()
  if (!refused?.wanted) return refused
  const { expired } = await expireBlockingHolds(app, refused.wanted, null)
  return expired ? attempt() : refused
}

async function attemptMove(
  app: SettlementContext,
  tx: Db,
  { id, startsAt, revision }: { id: string; startsAt: Date; revision: number },
): Promise<Refused | null> {
  const now = app.now()
  const booking = await lockSession(tx, { id })
  if (!booking) return { error: { code: 'not_confirmed' } }
  if (booking.startsAt.getTime() === startsAt.getTime() && booking.status === 'confirmed') return null
  if (booking.revision !== revision) return { error: { code: 'changed' } }
  const proposal = await findOpenProposal(tx, id)
  // A mentor who cannot keep the time gives the mentee the choice again, and it uses up none of their moves.
  const moves = proposal ? 0 : await countMoves(tx, id)
  const code = findMoveObstacle({ ...booking, moves }, now)
  if (code) return { error: { code } }
  const availability = (await isAccepted(tx, booking.mentorId)) && (await readAvailability(tx, booking.mentorId))
  if (!availability || !isBookable(startsAt, availability, now)) return { error: { code: 'not_bookable' } }
  if (await isCapReached(tx, { ...booking, startsAt }, availability, id)) return { error: { code: 'slot_taken' } }
  const { bufferBefore, bufferAfter } = availability
  const to = { startsAt, bufferBefore, bufferAfter, mentorTimeZone: mentorZoneAt(availability, startsAt) }
  if (!(await replaceClaim(tx, { ...booking, ...to }, { busy: true }))) {
    return { error: { code: 'slot_taken' }, wanted: { ...booking, ...to, browserHash: null } }
  }
  if (proposal) await endProposal(tx, id, 'replaced', now)
  const ceiling = proposal ? booking.refundCeiling : percentDue(findRefundRule(booking, now), now)
  await queueMoveEmails(app, tx, { id, by: 'mentee', counts: !proposal, from: booking, to, ceiling, at: now })
  return null
}

/** Records a move whose minutes are claimed, queues the emails to both sides, and records a webhook event. */
export async function queueMoveEmails(app: SettlementContext, tx: Db, move: RecordedMove): Promise<void> {
  const version = await recordMove(tx, move)
  await recordBookingEvent(app, tx, 'booking.moved', move.id, { movedFrom: move.from.startsAt })
  for (const recipient of ['mentee', 'mentor'] as const) {
    await queueBookingMail(app, tx, move.id, 'session_moved', { recipient, version })
  }
}
