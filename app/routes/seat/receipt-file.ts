/** /seats/{reference}/receipt/{number}.pdf — a receipt or credit note of a seat in a cohort as a file. */
import { appContext } from '#server/context'
import { BOOKING_PAGE } from '#server/site/guards/booking-guard'
import { requireSeat } from '#server/site/guards/seat-guard'
import { drawBookingDocument } from '#server/tax-documents/booking-files'
import { respondWithDownload } from '../../views/tax-documents/download.ts'
import type { Route } from './+types/receipt-file'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const seat = await requireSeat(context, request, params.reference)
  const download = await drawBookingDocument(context.get(appContext), seat.id, params.number)
  return respondWithDownload(download, BOOKING_PAGE)
}
