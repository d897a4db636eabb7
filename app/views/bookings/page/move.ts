/** What /bookings/{reference}/move shows: the times that a session can be moved to, and what a chosen one changes. Server side. */
import { isFreeSession } from '#domain/bookings/booking'
import { lastMoveMoment, MAX_MOVES, findMoveObstacle } from '#domain/bookings/move-rule'
import { percentDue, findRefundRule } from '#domain/bookings/refunds/refund-rule'
import { DAY_MS } from '#domain/time/wall-time'
import { zoneCity } from '#domain/time/zone'
import { readAvailability } from '#server/mentors/availability/availability-queries'
import { readSlots } from '#server/mentors/availability/slots'
import type { MoveRefusal } from '#server/bookings/session-moves/move-session'
import { findOpenProposal } from '#server/bookings/session-moves/proposals-queries'
import { countMoves } from '#server/bookings/session-moves/session-moves-queries'
import { isFromPackage, type BookedSession } from '#server/bookings/queries'
import type { App } from '#server/context'
import { describeClockPlace } from '#server/platform/reference/locations'
import * as m from '#messages/bookings'
import { describeRefundRule } from '#words/bookings/refund-rule'
import { dayTimeOn } from '#words/time'
import type { MoveOffer, MovePage } from '../../../ui/bookings/page/moving/move-view.ts'
import { listClockChanges, slotOfferIn } from '../booking-offer.ts'
import { summarizeBooking } from '../booking-facts.ts'

/** `chosen`: the start in the address, if it has one. */
export async function readMovePage(app: App, booking: BookedSession, chosen: string | null): Promise<MovePage> {
  const now = app.now()
  const { mentor, zone } = summarizeBooking(booking, now)
  const head = {
    reference: booking.reference,
    revision: booking.revision,
    session: booking.sessionTitle,
    minutes: booking.minutes,
    currency: booking.currency,
    mentor: { ...mentor, picture: booking.mentorPortrait },
    clock: { timeZone: zone, place: zoneCity(zone) },
    startsAt: booking.startsAt.toISOString(),
  }
  const proposal = await findOpenProposal(app.db, booking.id)
  const moves = proposal ? 0 : await countMoves(app.db, booking.id)
  const why = findMoveObstacle({ ...booking, moves }, now)
  const offer = why ? null : await readMoveOffer(app, booking)
  if (why || !offer) return { ...head, closed: why ? describeClosed(booking, why) : m.mentorNotListed() }
  const at = offer.slots.find(({ startsAt, taken }) => startsAt === chosen && !taken)?.startsAt
  // A mentor who proposed other times gave the choice back: it uses up none of the mentee's moves, and no refund is lost.
  const ceiling = proposal ? booking.refundCeiling : percentDue(findRefundRule(booking, now), now)
  const after = at && { ...booking, startsAt: new Date(at), refundCeiling: ceiling }
  const left = MAX_MOVES - moves - (proposal ? 0 : 1)
  return {
    ...head,
    offer,
    refund:
      after && booking.pricePence > 0 && !isFromPackage(booking)
        ? describeRefundRule(findRefundRule(after, now), zone, now)
        : null,
    left: left > 0 ? m.moveOnceMore() : m.moveNoMore(),
  }
}

async function readMoveOffer(app: App, booking: BookedSession): Promise<MoveOffer | null> {
  const availability = booking.mentorStatus === 'accepted' ? await readAvailability(app.db, booking.mentorId) : null
  if (!availability) return null
  const now = app.now()
  const to = new Date(now.getTime() + (availability.horizonDays + 1) * DAY_MS)
  const offered = {
    mentorId: booking.mentorId,
    minutes: booking.minutes,
    free: isFreeSession(booking),
    availability,
    held: booking.startsAt, // Its own minutes are not in its way.
  }
  const found = await readSlots(app, { ...offered, from: now, to })
  const slots = found
    .filter(({ startsAt }) => startsAt.getTime() !== booking.startsAt.getTime())
    .map(slotOfferIn(availability))
  const { timeZone } = availability
  const zones = new Set([booking.menteeTimeZone, timeZone, ...slots.flatMap(({ zone }) => zone ?? [])])
  return {
    slots,
    home: { timeZone, place: describeClockPlace(booking.mentorLocation, timeZone) },
    horizonDays: availability.horizonDays,
    now: now.toISOString(),
    clockChanges: listClockChanges([...zones], now, to),
  }
}

function describeClosed(
  { startsAt, menteeTimeZone: zone }: BookedSession,
  why: NonNullable<ReturnType<typeof findMoveObstacle>>,
) {
  const last = lastMoveMoment(startsAt)
  const moment = dayTimeOn(last, { timeZone: zone, place: zoneCity(zone) })
  switch (why) {
    case 'not_confirmed':
      return m.moveEnded()
    case 'too_late':
      return m.moveTooLate({ moment })
    case 'used_up':
      return m.moveUsedUp()
  }
}

/** What the page says about a move that did not happen; null where the page says so itself by now. */
export function explainRefused({ code }: MoveRefusal): string | null {
  switch (code) {
    case 'slot_taken':
      return m.moveTimeBooked()
    case 'not_bookable':
      return m.moveTimeNotBookable()
    case 'changed':
      return m.movedElsewhere()
    default:
      return null
  }
}
