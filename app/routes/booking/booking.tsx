/** /bookings/{reference} — a booking's own page, for its mentee and its mentor. */
import { data } from 'react-router'
import { appContext } from '#server/context'
import { BOOKING_PAGE, requireBooking } from '#server/site/guards/booking-guard'
import { findPackagePage } from '#server/site/guards/package-guard'
import { BookingPage } from '../../ui/bookings/page/booking-page.tsx'
import bookingStyles from '../../ui/bookings/page/booking-page.css?url'
import { readBookingPage } from '../../views/bookings/page/booking-page.ts'
import type { Route } from './+types/booking'

export { ClosedBooking as ErrorBoundary } from '../../ui/bookings/page/closed-booking.tsx'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: bookingStyles }]

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const opened = await requireBooking(context, request, params.reference)
  const packagePage = await findPackagePage(context, request, opened.booking)
  const { searchParams: search } = new URL(request.url)
  return data(await readBookingPage(context.get(appContext), opened, { search, packagePage }), {
    headers: BOOKING_PAGE,
  })
}

export function headers({ loaderHeaders, errorHeaders }: Route.HeadersArgs) {
  return errorHeaders ?? loaderHeaders
}

export default function Booking({ loaderData }: Route.ComponentProps) {
  return <BookingPage page={loaderData} />
}
