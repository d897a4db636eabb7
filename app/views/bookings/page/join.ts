/** What /bookings/{reference}/join does: lead to the meeting, or say why not yet or no longer. Server side. */
import { clocksFor } from '#server/bookings/clocks'
import { joinState } from '#domain/bookings/meeting'
import type { App } from '#server/context'
import type { OpenedBooking } from '#server/site/guards/booking-guard'
import { findMeeting } from '#server/bookings/calendar/meeting'
import { dayTimeOn } from '#words/time'
import type { JoinNotice } from '../../../ui/bookings/page/meeting/join-page.tsx'

/** The meeting's address only while it is open: before that it does not leave the server. */
export async function readJoin(
  app: App,
  { booking, side }: Pick<OpenedBooking, 'booking' | 'side'>,
): Promise<{ meeting: string } | { notice: JoinNotice }> {
  const state = joinState(booking, app.now())
  if (state.is === 'open') return { meeting: await findMeeting(app, booking) }
  const { reference, sessionTitle: session, mentorName, menteeName } = booking
  const about = { reference, session, other: side === 'mentee' ? mentorName : menteeName }
  if (state.is !== 'early') return { notice: { ...about, state: state.is } }
  const { timeZone, place } = clocksFor(side, booking).own
  const opens = dayTimeOn(state.opensAt, { timeZone, place })
  return { notice: { ...about, state: 'early', opens } }
}
