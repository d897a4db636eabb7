/** /bookings/{reference}/receipt/{number}.pdf — a receipt or credit note of a booking as a file. */
import { appContext } from '#server/context'
import { BOOKING_PAGE, requireBooking } from '#server/site/guards/booking-guard'
import { drawBookingDocument } from '#server/tax-documents/booking-files'
import { respondWithDownload } from '../../views/tax-documents/download.ts'
import type { Route } from './+types/receipt-file'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { booking } = await requireBooking(context, request, params.reference)
  const download = await drawBookingDocument(context.get(appContext), booking.id, params.number)
  return respondWithDownload(download, BOOKING_PAGE)
}
