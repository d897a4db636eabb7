/** /bookings/{reference}/receipt/{number}.pdf — a receipt or credit note of a booking as a file. */
import { data } from 'react-router'
import { appContext } from '#server/context'
import { BOOKING_PAGE, requireBooking } from '#server/site/guards/booking-guard'
import { drawBookingDocument } from '#server/tax-documents/booking-files'
import { isReceiptOfOther } from '../../views/bookings/page/money.ts'
import { respondWithDownload } from '../../views/tax-documents/download.ts'
import type { Route } from './+types/receipt-file'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const opened = await requireBooking(context, request, params.reference)
  if (isReceiptOfOther(opened)) throw data('Someone else has paid', { status: 404, headers: BOOKING_PAGE })
  const download = await drawBookingDocument(context.get(appContext), opened.booking.id, params.number)
  return respondWithDownload(download, BOOKING_PAGE)
}
