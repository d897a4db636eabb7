/**
 * "I'm here", and what follows when one side is not. A report waits a day for the other side to contest it: uncontested
 * it takes effect by itself, a contested one waits for an admin. Every function locks the booking, so of two people who
 * act at the same moment one is first.
 */
import {
  canContest,
  canReportNoShow,
  canCheckIn,
  CONTEST_HOURS,
  otherSide,
  type Side,
} from '#domain/bookings/after-session'
import { err, ok, type Result } from '#domain/result'
import { recordAuditEvent, type AuditActor } from '#server/accounts/audit-queries'
import type { ConflictOfInterestError } from '#server/accounts/conflicts-of-interest'
import { bookingEvent } from '#server/bookings/after-session/audit'
import {
  findNoShow,
  insertCheckIn,
  insertNoShow,
  listUncontested,
  readCheckIns,
  recordContest,
  recordOutcome,
} from '#server/bookings/after-session/reports-queries'
import { queueBookingMail } from '#server/bookings/mails/queue-mail'
import { mayDecideAbout } from '#server/bookings/conflicts-of-interest'
import { giveBack } from '#server/bookings/cancellation/cancel'
import { deleteClaim } from '#server/bookings/claims-queries'
import { earnShares } from '#server/bookings/credits/credits'
import { lockBooking, transitionBooking } from '#server/bookings/queries'
import type { SettlementContext } from '#server/context'
import { transact, type Db } from '#server/platform/db/connect'
import { raiseConcern, resolveConcern } from '#server/platform/concerns-queries'
import { forEachConcurrently } from '#server/payments/for-each-concurrently'

/** Who acts: which side, and who that is for the audit log. */
export type ActingSide = { side: Side; actor: AuditActor }

type Booking = NonNullable<Awaited<ReturnType<typeof lockBooking>>>

/** `not_now`: outside its span of time, or the session was cancelled, moved or is completed. */
type HereError = { code: 'not_now' }

/** Records that a side is here, once. A second call changes nothing. */
export function checkInBySide(app: SettlementContext, id: string, side: Side): Promise<Result<null, HereError>> {
  return transact(app.db, async (tx) => {
    const booking = await lockBooking(tx, { id })
    const now = app.now()
    if (booking?.status !== 'confirmed' || !canCheckIn(booking, now)) return err({ code: 'not_now' })
    await insertCheckIn(tx, { bookingId: id, side, at: now })
    return ok(null)
  })
}

type NoShowError =
  | { code: 'not_now' }
  /** The reporting side has not said that it is here. */
  | { code: 'say_here_first' }
  | { code: 'other_is_here' }
  /** The other side reported first. */
  | { code: 'reported' }

/** Reports a no-show of the other side, and notifies them. A second report by the same side changes nothing. */
export function reportNoShow(
  app: SettlementContext,
  id: string,
  { side, actor }: ActingSide,
): Promise<Result<null, NoShowError>> {
  return transact(app.db, async (tx) => {
    const booking = await lockBooking(tx, { id })
    const now = app.now()
    if (booking?.status !== 'confirmed' || !canReportNoShow(booking, now)) return err({ code: 'not_now' })
    const absent = otherSide(side)
    const report = await findNoShow(tx, id)
    if (report) return report.absent === absent ? ok(null) : err({ code: 'reported' })
    const arrivals = await readCheckIns(tx, id)
    if (!arrivals[side]) return err({ code: 'say_here_first' })
    if (arrivals[absent]) return err({ code: 'other_is_here' })
    await insertNoShow(tx, id, { absent, reportedAt: now })
    await recordAuditEvent(tx, bookingEvent(app, actor, 'booking.no_show_reported', id, { after: { absent } }))
    await queueBookingMail(app, tx, id, 'no_show_reported', { recipient: absent })
    return ok(null)
  })
}

/** `not_now`: nothing to contest, contested already, or the day is over. */
type ContestError = { code: 'not_now' }

/** The side that was reported says that it was there. An admin then decides. */
export function contestNoShow(
  app: SettlementContext,
  id: string,
  { side, actor, text }: ActingSide & { text: string },
): Promise<Result<null, ContestError>> {
  return transact(app.db, async (tx) => {
    await lockBooking(tx, { id })
    const now = app.now()
    const report = await findNoShow(tx, id)
    const isOpen = report && report.absent === side && !report.outcome && !report.contestedAt
    if (!isOpen || !canContest(report.reportedAt, now)) return err({ code: 'not_now' })
    await recordContest(tx, id, text, now)
    await raiseConcern(tx, { kind: 'no_show_contested', subject: id, bookingId: id, at: now })
    await recordAuditEvent(tx, bookingEvent(app, actor, 'booking.no_show_contested', id))
    await queueBookingMail(app, tx, id, 'no_show_contested', { recipient: otherSide(side) })
    return ok(null)
  })
}

/** `not_open`: it is not contested, or another admin was faster. */
export type DecideError = { code: 'not_open' } | ConflictOfInterestError

/** An admin decides a contested report: the side was `absent`, or `present` and the session took place. */
export function decideNoShow(
  app: SettlementContext,
  id: string,
  { outcome, accountId, actor }: { outcome: 'absent' | 'present'; accountId: string; actor: AuditActor },
): Promise<Result<null, DecideError>> {
  return transact(app.db, async (tx) => {
    const booking = await lockBooking(tx, { id })
    const report = await findNoShow(tx, id)
    if (!booking || !report?.contestedAt || report.outcome) return err({ code: 'not_open' })
    const decider = await mayDecideAbout(tx, actor, id)
    if (!decider.ok) return decider
    const settlement = { absent: report.absent, outcome, decidedBy: accountId, actor: decider.value }
    await settleNoShow(app, tx, booking, settlement)
    await resolveConcern(tx, { kind: 'no_show_contested', subject: id, at: app.now() })
    return ok(null)
  })
}

/** Applies every report that was not contested within a day. Safe to run in several processes at once. */
export async function settleUncontested(app: SettlementContext, limit: number): Promise<void> {
  const reportedBy = new Date(app.now().getTime() - CONTEST_HOURS * 3_600_000)
  const settle = (id: string) =>
    transact(app.db, async (tx) => {
      const booking = await lockBooking(tx, { id })
      const report = await findNoShow(tx, id)
      if (!booking || !report || report.outcome || report.contestedAt || canContest(report.reportedAt, app.now()))
        return
      const { absent } = report
      await settleNoShow(app, tx, booking, {
        absent,
        outcome: 'absent',
        decidedBy: null,
        actor: { kind: 'product' },
      })
    })
  await forEachConcurrently(app, await listUncontested(app.db, reportedBy, limit), settle, async (bookingId, error) => {
    app.log.error('no-show not settled', { bookingId, error })
  })
}

type Settlement = { absent: Side; outcome: 'absent' | 'present'; decidedBy: string | null; actor: AuditActor }

/**
 * Everything goes back when the mentor was absent, to the package if the session was paid with one. When the mentee was, the mentor
 * has kept the hour and is paid.
 */
async function settleNoShow(app: SettlementContext, tx: Db, booking: Booking, settlement: Settlement): Promise<void> {
  const { absent, outcome, decidedBy, actor } = settlement
  const { id } = booking
  await recordOutcome(tx, id, { outcome, decidedAt: app.now(), decidedBy })
  if (outcome === 'absent') {
    if (!(await transitionBooking(tx, id, 'confirmed', 'miss'))) throw new Error(`Booking ${id} is not confirmed`)
    await deleteClaim(tx, id)
    if (absent === 'mentee') await earnShares(app, tx, booking)
    else await giveBack(app, tx, booking, { refund: 'all', reason: 'mentor_absent' })
  }
  await recordAuditEvent(
    tx,
    bookingEvent(app, actor, 'booking.no_show_decided', id, {
      before: { status: booking.status },
      after: { status: outcome === 'absent' ? 'no_show' : booking.status, side: absent, outcome },
    }),
  )
  for (const recipient of ['mentee', 'mentor'] as const)
    await queueBookingMail(app, tx, id, 'no_show_decided', { recipient })
}
