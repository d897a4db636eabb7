/** /seats/{reference}/receipt — what was paid for a seat in a cohort and what went back, to be printed. */
import { data } from 'react-router'
import { appContext } from '#server/context'
import { BOOKING_PAGE } from '#server/site/guards/booking-guard'
import { requireSeat } from '#server/site/guards/seat-guard'
import { ReceiptPage } from '../../ui/bookings/page/receipt-page.tsx'
import documentStyles from '../../ui/tax-documents/document.css?url'
import { readSeatReceipt } from '../../views/cohorts/seat.ts'
import type { Route } from './+types/receipt'

export { ClosedSeat as ErrorBoundary } from '../../ui/cohorts/joining/closed-seat.tsx'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: documentStyles }]

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const part = await readSeatReceipt(context.get(appContext), await requireSeat(context, request, params.reference))
  if (!part) throw data('Nothing was paid', { status: 404, headers: BOOKING_PAGE })
  return data(part, { headers: BOOKING_PAGE })
}

export const headers = ({ errorHeaders }: Route.HeadersArgs) => errorHeaders ?? BOOKING_PAGE

export default function SeatReceipt({ loaderData }: Route.ComponentProps) {
  return <ReceiptPage part={loaderData} />
}
