/** /bookings/{reference}/receipt/{number}.pdf — a receipt or credit note of a booking as a file. */
import { data } from 'react-router'
import { appContext } from '#server/context'
import { BOOKING_PAGE, requireBooking } from '#server/site/guards/booking-guard'
import { drawBookingDocument } from '#server/tax-documents/booking-files'
import type { Route } from './+types/receipt-file'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { booking } = await requireBooking(context, request, params.reference)
  const pdf = await drawBookingDocument(context.get(appContext), booking.id, params.number)
  if (!pdf) throw data(null, { status: 404, headers: BOOKING_PAGE })
  return new Response(new Uint8Array(pdf), {
    headers: {
      ...BOOKING_PAGE,
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${params.number}.pdf"`,
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
