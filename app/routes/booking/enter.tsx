/**
 * /bookings/{reference}/{secret} — the link of every email. Exchanges the secret for a cookie and leads to the booking, so
 * that the secret leaves the address bar. Opening it changes nothing else.
 */
import { BOOKING_PAGE, openByLink } from '#server/site/guards/booking-guard'
import type { Route } from './+types/enter'

export { ClosedBooking as ErrorBoundary } from '../../ui/bookings/page/closed-booking.tsx'

export const loader = ({ context, request, params }: Route.LoaderArgs) => openByLink(context, request, params)

export const headers = ({ errorHeaders }: Route.HeadersArgs) => errorHeaders ?? BOOKING_PAGE

/** Never shown: the loader redirects or throws. It makes this a page, whose refusals are pages too. */
export default function Enter() {
  return null
}
