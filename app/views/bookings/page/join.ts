/** What /bookings/{reference}/join does: lead to the meeting, or say why not yet or no longer. Server side. */
import { joinState } from '#domain/bookings/meeting'
import { dayIn, timeIn } from '#domain/time/clock'
import { zoneCity } from '#domain/time/zone'
import type { App } from '#server/context'
import type { OpenedBooking } from '#server/http/booking-guard'
import { meetingOf } from '#server/bookings/calendar/meeting'
import type { JoinNotice } from '../../../ui/bookings/page/join-page.tsx'

/** The meeting's address only while it is open: before that it leaves the server for nobody. */
export async function readJoin(
  app: App,
  { booking, side }: Pick<OpenedBooking, 'booking' | 'side'>,
): Promise<{ meeting: string } | { notice: JoinNotice }> {
  const state = joinState(booking, app.now())
  if (state.is === 'open') return { meeting: await meetingOf(app, booking) }
  const { reference, sessionTitle: session, mentorName, menteeName } = booking
  const about = { reference, session, other: side === 'mentee' ? mentorName : menteeName }
  if (state.is !== 'early') return { notice: { ...about, state: state.is } }
  const zone = side === 'mentee' ? booking.menteeTimeZone : booking.mentorTimeZone
  const opens = `${dayIn(state.opensAt, zone)}, ${timeIn(state.opensAt, zone)} (${zoneCity(zone)})`
  return { notice: { ...about, state: 'early', opens } }
}
