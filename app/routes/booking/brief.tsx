/** /bookings/{reference}/brief — what the mentor reads before the session. */
import { data } from 'react-router'
import { appContext } from '#server/context'
import { BOOKING_PAGE, requireBookingMentor } from '#server/site/guards/booking-guard'
import bookingStyles from '../../ui/bookings/page/booking-page.css?url'
import { BriefPage } from '../../ui/bookings/page/brief-page.tsx'
import { readBrief } from '../../views/bookings/page/brief.ts'
import { createReader } from '../../views/bookings/page/people.ts'
import type { Route } from './+types/brief'

export { ClosedBooking as ErrorBoundary } from '../../ui/bookings/page/closed-booking.tsx'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: bookingStyles }]

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const opened = await requireBookingMentor(context, request, params.reference)
  return data(await readBrief(app, createReader(app, opened)), { headers: BOOKING_PAGE })
}

export const headers = ({ errorHeaders }: Route.HeadersArgs) => errorHeaders ?? BOOKING_PAGE

export default function BriefOfSession({ loaderData }: Route.ComponentProps) {
  return <BriefPage brief={loaderData} />
}
