/** /bookings/{reference}/receipt — what was paid and what went back, to be printed. */
import { data } from 'react-router'
import { appContext } from '#server/context'
import { BOOKING_PAGE, requireBooking } from '#server/site/guards/booking-guard'
import { ReceiptPage } from '../../ui/bookings/page/receipt-page.tsx'
import documentStyles from '../../ui/tax-documents/document.css?url'
import { readReceipt } from '../../views/bookings/page/receipt.ts'
import type { Route } from './+types/receipt'

export { ClosedBooking as ErrorBoundary } from '../../ui/bookings/page/closed-booking.tsx'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: documentStyles }]

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const part = await readReceipt(context.get(appContext), await requireBooking(context, request, params.reference))
  if (!part) throw data('Nothing was paid', { status: 404, headers: BOOKING_PAGE })
  return data(part, { headers: BOOKING_PAGE })
}

export const headers = ({ errorHeaders }: Route.HeadersArgs) => errorHeaders ?? BOOKING_PAGE

export default function Receipt({ loaderData }: Route.ComponentProps) {
  return <ReceiptPage part={loaderData} />
}
