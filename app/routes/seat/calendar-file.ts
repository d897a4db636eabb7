/** /seats/{reference}/calendar.ics — the schedule of a member's cohort, as a file that every calendar opens. */
import { appContext } from '#server/context'
import { BOOKING_PAGE } from '#server/site/guards/booking-guard'
import { requireSeat } from '#server/site/guards/seat-guard'
import { writeSchedule } from '../../views/cohorts/seat.ts'
import type { Route } from './+types/calendar-file'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const seat = await requireSeat(context, request, params.reference)
  return new Response(await writeSchedule(context.get(appContext), seat), {
    headers: {
      ...BOOKING_PAGE,
      'Content-Type': 'text/calendar; charset=utf-8; method=PUBLISH',
      'Content-Disposition': `attachment; filename="${seat.slug}.ics"`,
    },
  })
}
