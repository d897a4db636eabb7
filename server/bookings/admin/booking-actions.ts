/**
 * What an admin does to one booking: cancels it, moves it for its two people, notes something for the team, resends an email. Each locks
 * the booking, does nothing if it is no longer as it was shown, and is recorded with the state before and after.
 * Admins cannot do it to sessions of their own (decision 0042).
 */
import { mentorZoneAt } from '#domain/bookings/availability'
import type { MinorUnits } from '#domain/payments/money'
import { err, ok, type Result } from '#domain/result'
import { listAuditEvents, recordAuditEvent, type AuditActor } from '#server/accounts/audit-queries'
import type { ConflictOfInterestError } from '#server/accounts/conflicts-of-interest'
import { bookingEvent } from '#server/bookings/after-session/audit'
import { readAvailability } from '#server/mentors/availability/availability-queries'
import { mayDecideAbout } from '#server/bookings/conflicts-of-interest'
import { cancelBooking, type CancelRefusal } from '#server/bookings/cancellation/cancel'
import { lockBooking, lockSession } from '#server/bookings/queries'
import { pastOverdueHolds, queueMoveEmails, type Wanted } from '#server/bookings/session-moves/move-session'
import { endProposal } from '#server/bookings/session-moves/proposals-queries'
import { replaceClaim } from '#server/bookings/session-moves/session-moves-queries'
import type { App, SettlementContext } from '#server/context'
import { transact, type Db } from '#server/platform/db/connect'
import { queueMailAgain } from '#server/platform/mail/outbox/queue-mail'
import { findMail } from '#server/platform/mail/outbox/outbox-queries'
import { resolveConcern } from '#server/platform/concerns-queries'

/** As `cancelBooking`, for an admin. */
export async function cancelAsAdmin(
  app: SettlementContext,
  { id, shown, actor }: { id: string; shown: MinorUnits; actor: AuditActor },
): Promise<Result<{ refund: MinorUnits }, CancelRefusal | ConflictOfInterestError>> {
  const decider = await mayDecideAbout(app.db, actor, id)
  return decider.ok ? cancelBooking(app, { id, by: 'admin', shown, actor: decider.value }) : decider
}

type AdminMoveRefusal =
  | { code: 'not_confirmed' }
  | { code: 'begun' }
  /** It was moved or cancelled meanwhile. */
  | { code: 'changed' }
  | { code: 'past' }
  | { code: 'slot_taken' }
  | ConflictOfInterestError

/**
 * Moves a session to any future time that its mentor has not sold and that is not busy in their calendars, whether they
 * offer it or not: the admin has agreed it with them. It uses up none of the mentee's moves, and takes no refund away.
 *
 * @param revision The booking's when its time was shown.
 */
export async function moveAsAdmin(
  app: App,
  request: { id: string; startsAt: Date; revision: number; actor: AuditActor },
): Promise<Result<null, AdminMoveRefusal>> {
  const refused = await pastOverdueHolds(app, () => transact(app.db, (tx) => attemptMove(app, tx, request)))
  return refused ? err(refused.error) : ok(null)
}

async function attemptMove(
  app: SettlementContext,
  tx: Db,
  { id, startsAt, revision, actor }: { id: string; startsAt: Date; revision: number; actor: AuditActor },
): Promise<{ error: AdminMoveRefusal; wanted?: Wanted } | null> {
  const now = app.now()
  const booking = await lockSession(tx, { id })
  if (booking?.status !== 'confirmed') return { error: { code: 'not_confirmed' } }
  const decider = await mayDecideAbout(tx, actor, id)
  if (!decider.ok) return decider
  if (booking.startsAt.getTime() === startsAt.getTime()) return null
  if (booking.revision !== revision) return { error: { code: 'changed' } }
  if (booking.startsAt <= now) return { error: { code: 'begun' } }
  if (startsAt <= now) return { error: { code: 'past' } }
  const availability = await readAvailability(tx, booking.mentorId)
  if (!availability) throw new Error(`The mentor of booking ${id} is gone`)
  const { bufferBefore, bufferAfter } = availability
  const to = { startsAt, bufferBefore, bufferAfter, mentorTimeZone: mentorZoneAt(availability, startsAt) }
  if (!(await replaceClaim(tx, { ...booking, ...to }, { busy: true }))) {
    return { error: { code: 'slot_taken' }, wanted: { ...booking, ...to, browserHash: null } }
  }
  await endProposal(tx, id, 'replaced', now)
  const { refundCeiling: ceiling } = booking
  await queueMoveEmails(app, tx, { id, by: 'admin', counts: false, from: booking, to, ceiling, at: now })
  await recordAuditEvent(
    tx,
    bookingEvent(app, decider.value, 'booking.moved', id, {
      before: { startsAt: booking.startsAt.toISOString() },
      after: { startsAt: startsAt.toISOString() },
    }),
  )
  return null
}

/** Notes something about a booking for the team. The same note again, as by a second click, is not kept twice. */
export async function noteOnBooking(
  app: SettlementContext,
  { id, text, actor }: { id: string; text: string; actor: AuditActor },
): Promise<void> {
  await transact(app.db, async (tx) => {
    await lockBooking(tx, { id })
    const [last] = await listAuditEvents(tx, { subject: 'bookings', id }, 1)
    if (last?.action === NOTED && (last.after as { note?: unknown } | null)?.note === text) return
    await recordAuditEvent(tx, bookingEvent(app, actor, NOTED, id, { after: { note: text } }))
  })
}

export const NOTED = 'booking.noted'

/**
 * Sends an email about a booking once more, and settles the concern that it was not delivered.
 *
 * @param sending Which sending of it this is, from 2: requested twice, it is sent once.
 */
export function sendMailAgain(
  app: SettlementContext,
  { mailId, sending, actor }: { mailId: string; sending: number; actor: AuditActor },
): Promise<Result<null, { code: 'not_again' }>> {
  return transact(app.db, async (tx) => {
    const mail = await findMail(tx, mailId)
    if (!mail || !(await queueMailAgain(app, tx, { id: mailId, sending }))) return err({ code: 'not_again' })
    const at = app.now()
    for (const kind of ['mail_not_sent', 'mail_bounced'] as const)
      await resolveConcern(tx, { kind, subject: mailId, at })
    const { about, subject: subjectId, kind, recipient, state } = mail
    const subject = about === 'booking' ? 'bookings' : 'mentors'
    await recordAuditEvent(tx, {
      at,
      actor,
      action: 'mail.sent_again',
      subject,
      subjectId,
      before: { state },
      after: { mail: mailId, kind, recipient, sending },
    })
    return ok(null)
  })
}
