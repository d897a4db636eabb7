/**
 * /seats/{reference}/{secret} — the link of every email about a seat. Exchanges the secret for a cookie and leads to the
 * member's page, so that the secret leaves the address bar. Opening it changes nothing else.
 */
import { BOOKING_PAGE } from '#server/site/guards/booking-guard'
import { enterSeat } from '#server/site/guards/seat-guard'
import type { Route } from './+types/enter'

export { ClosedSeat as ErrorBoundary } from '../../ui/cohorts/joining/closed-seat.tsx'

export const loader = ({ context, request, params }: Route.LoaderArgs) => enterSeat(context, request, params)

export const headers = ({ errorHeaders }: Route.HeadersArgs) => errorHeaders ?? BOOKING_PAGE

/** Never shown: the loader redirects or throws. It makes this a page, whose refusals are pages too. */
export default function Enter() {
  return null
}
