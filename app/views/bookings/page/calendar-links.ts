/** Where a session can be added to the reader's own calendar. Server side. */
import { googleCalendarLink, outlookCalendarLink } from '#domain/bookings/calendar-links'
import type { App } from '#server/context'
import type { OpenedBooking } from '#server/site/guards/booking-guard'
import { buildCalendarEntry } from '#server/bookings/calendar/entries'
import type { CalendarLinks } from '../../../ui/bookings/page/add-to-calendar.tsx'

export function buildCalendarLinks(
  app: App,
  { booking, side }: Pick<OpenedBooking, 'booking' | 'side'>,
): CalendarLinks {
  const entry = buildCalendarEntry(app, booking, side, app.now())
  return {
    google: googleCalendarLink(entry),
    outlook: outlookCalendarLink(entry),
    file: `/bookings/${booking.reference}/calendar.ics`,
  }
}
