/**
 * Books a session after all that was paid for nothing: when its hold had ended, and the money is still here. At the time
 * that was paid for, or at another of its mentor's free starts. The money stays as it is.
 */
import { markTaken, mentorZoneAt, type Availability } from '#domain/bookings/availability'
import type { BookingStatus } from '#domain/bookings/booking'
import type { MinorUnits } from '#domain/payments/money'
import { err, ok, type Result } from '#domain/result'
import { DAY_MS, minutesAfter } from '#domain/time/wall-time'
import { recordAuditEvent, type AuditActor } from '#server/accounts/audit-queries'
import { closeConcern } from '#server/bookings/admin/close-concern'
import type { ConflictOfInterestError } from '#server/accounts/conflicts-of-interest'
import { bookingEvent } from '#server/bookings/after-session/audit'
import { listTakenTime, readAvailability } from '#server/mentors/availability/availability-queries'
import { readSlots } from '#server/mentors/availability/slots'
import { queueBookingMail } from '#server/bookings/mails/queue-mail'
import { mayDecideAbout } from '#server/bookings/conflicts-of-interest'
import { lockSession, transitionBooking } from '#server/bookings/queries'
import { retakeHold } from '#server/bookings/holds/retake-claim'
import { recordMove } from '#server/bookings/session-moves/session-moves-queries'
import type { App, SettlementContext } from '#server/context'
import { transact } from '#server/platform/db/connect'
import { isAccepted } from '#server/mentors/queries'
import { lockOpenConcerns } from '#server/platform/concerns-queries'
import { readRefundable } from '#server/payments/issue-refund'
import { recordBookingEvent } from '#server/platform/events/record-event'

/**
 * `not_paid_for_nothing`: it is booked, or its money has gone back or is on its way. `changed`: another admin has booked
 * it at another time. `not_free`: the time is past, taken or no start of the mentor's. `code_used_up`: it was bought with a
 * discount code that others have used up.
 */
type RebookRefusal =
  | { code: 'not_paid_for_nothing' }
  | { code: 'changed' }
  | { code: 'not_free' }
  | { code: 'code_used_up' }
  | ConflictOfInterestError

/** `returnable`: what is still here and not on its way back. True if that is the whole price, and nothing is booked. */
export const isPaidWithoutSession = (
  booking: { status: BookingStatus; pricePence: MinorUnits },
  returnable: MinorUnits,
): boolean => booking.status === 'expired' && booking.pricePence > 0 && returnable === booking.pricePence

/**
 * Books it, notifies both sides, and closes the concerns about its money. A second click changes nothing.
 *
 * @param revision The booking's when its times were shown.
 */
export function rebook(
  app: SettlementContext,
  { id, startsAt, revision, actor }: { id: string; startsAt: Date; revision: number; actor: AuditActor },
): Promise<Result<null, RebookRefusal>> {
  return transact(app.db, async (tx) => {
    const concerns = await lockOpenConcerns(tx, id) // Concerns first, then the booking: deciding about a concern locks in that order.
    const booking = await lockSession(tx, { id })
    if (!booking) return err({ code: 'not_paid_for_nothing' })
    const decider = await mayDecideAbout(tx, actor, id)
    if (!decider.ok) return decider
    const isAtItsTime = startsAt.getTime() === booking.startsAt.getTime()
    if (booking.status === 'confirmed') return isAtItsTime ? ok(null) : err({ code: 'changed' })
    if (booking.revision !== revision) return err({ code: 'changed' })
    if (!isPaidWithoutSession(booking, await readRefundable(tx, booking))) return err({ code: 'not_paid_for_nothing' })
    const availability = await readAvailability(tx, booking.mentorId)
    if (!availability || startsAt <= app.now()) return err({ code: 'not_free' })
    if (!isAtItsTime && !(await isFree({ ...app, db: tx }, { ...booking, availability, startsAt }))) {
      return err({ code: 'not_free' })
    }
    const { bufferBefore, bufferAfter } = availability
    const to = isAtItsTime
      ? booking
      : { startsAt, bufferBefore, bufferAfter, mentorTimeZone: mentorZoneAt(availability, startsAt) }
    const retaken = await retakeHold(tx, { ...booking, ...to })
    if (retaken !== 'retaken') return err({ code: retaken === 'slot_taken' ? 'not_free' : retaken })
    if (!isAtItsTime) {
      const move = { id, by: 'admin', counts: false, from: booking, to, ceiling: booking.refundCeiling } as const
      await recordMove(tx, { ...move, at: app.now() })
    }
    await transitionBooking(tx, id, 'expired', 'pay')
    for (const recipient of ['mentee', 'mentor'] as const)
      await queueBookingMail(app, tx, id, 'booking_confirmed', { recipient })
    await recordBookingEvent(app, tx, 'booking.confirmed', id)
    await recordAuditEvent(tx, rebooked(app, decider.value, { id, from: booking.startsAt, startsAt }))
    for (const concern of concerns.filter(isAboutItsMoney))
      await closeConcern(app, tx, concern, { action: 'concern.rebooked', actor: decider.value })
    return ok(null)
  })
}

type Offered = { mentorId: string; minutes: number; availability: Availability }

/** A free start of the mentor. */
async function isFree(app: Pick<App, 'db' | 'now'>, { startsAt, ...offered }: Offered & { startsAt: Date }) {
  const [slot] = await readSlots(app, { ...offered, from: startsAt, to: new Date(startsAt.getTime() + 1) })
  return slot !== undefined && !slot.taken
}

type RebookRequest = { mentorId: string; startsAt: Date; minutes: number; mentorTimeZone: string }

/** A time at which a session can be booked after all, with its mentor's zone then. `own`: the one that was paid for. */
type RebookTime = { startsAt: Date; mentorZone: string; own: boolean }

/** The time that was paid for, if it is still free, and then the mentor's free starts. */
export async function readRebookTimes(app: Pick<App, 'db' | 'now'>, booking: RebookRequest): Promise<RebookTime[]> {
  const { mentorId, minutes, startsAt } = booking
  const availability = await readAvailability(app.db, mentorId)
  if (!availability || !(await isAccepted(app.db, mentorId))) return []
  const from = app.now()
  const to = new Date(from.getTime() + (availability.horizonDays + 1) * DAY_MS)
  const starts = await readSlots(app, { mentorId, minutes, availability, from, to })
  const others = starts
    .filter((slot) => !slot.taken && slot.startsAt.getTime() !== startsAt.getTime())
    .map((slot) => ({ startsAt: slot.startsAt, mentorZone: mentorZoneAt(availability, slot.startsAt), own: false }))
  const own = { startsAt, mentorZone: booking.mentorTimeZone, own: true }
  return (await isOwnTimeFree(app, booking, availability)) ? [own, ...others] : others
}

/** Also where it is no start of the mentor's any more, or too near for others to book. */
async function isOwnTimeFree(
  app: Pick<App, 'db' | 'now'>,
  { mentorId, startsAt, minutes }: RebookRequest,
  availability: Availability,
): Promise<boolean> {
  if (startsAt <= app.now()) return false
  const own = { startsAt, endsAt: minutesAfter(startsAt, minutes), repeated: false }
  const taken = await listTakenTime(app.db, [mentorId], { from: startsAt, to: own.endsAt })
  return markTaken([own], taken.get(mentorId)?.claims ?? [], availability).every((slot) => !slot.taken)
}

/** What booking the session puts right. */
const isAboutItsMoney = ({ kind, subject }: { kind: string; subject: string }) =>
  kind === 'refund_failed' || (kind === 'mismatch' && subject.startsWith('refund_missing:'))

const rebooked = (
  app: SettlementContext,
  actor: AuditActor,
  { id, from, startsAt }: { id: string; from: Date; startsAt: Date },
) =>
  bookingEvent(app, actor, 'booking.rebooked', id, {
    before: { status: 'expired', startsAt: from.toISOString() },
    after: { status: 'confirmed', startsAt: startsAt.toISOString() },
  })
