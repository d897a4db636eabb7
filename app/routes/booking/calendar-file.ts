/** /bookings/{reference}/calendar.ics — the session as a file that every calendar opens. */
import { appContext } from '#server/context'
import { BOOKING_PAGE, requireBooking } from '#server/site/guards/booking-guard'
import { buildCalendarFile } from '#server/bookings/calendar/entries'
import type { Route } from './+types/calendar-file'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { booking, side } = await requireBooking(context, request, params.reference)
  return new Response(buildCalendarFile(context.get(appContext), booking, side), {
    headers: {
      ...BOOKING_PAGE,
      'Content-Type': 'text/calendar; charset=utf-8; method=PUBLISH',
      'Content-Disposition': `attachment; filename="${booking.reference}.ics"`,
    },
  })
}
