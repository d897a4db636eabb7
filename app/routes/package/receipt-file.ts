/** /packages/{reference}/receipt/{number}.pdf — a receipt or credit note of a package as a file. */
import { appContext } from '#server/context'
import { BOOKING_PAGE } from '#server/site/guards/booking-guard'
import { requirePackage } from '#server/site/guards/package-guard'
import { drawBookingDocument } from '#server/tax-documents/booking-files'
import { respondWithDownload } from '../../views/tax-documents/download.ts'
import type { Route } from './+types/receipt-file'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const bought = await requirePackage(context, request, params.reference)
  const download = await drawBookingDocument(context.get(appContext), bought.id, params.number)
  return respondWithDownload(download, BOOKING_PAGE)
}
