/** /admin-dashboard/bookings/{reference}/receipts/{number}.pdf — a receipt or credit note of a booking as a file. */
import { data } from 'react-router'
import { findRecordedBooking } from '#server/bookings/admin/record-queries'
import { appContext } from '#server/context'
import { requireAdmin } from '#server/site/guards/account-guards'
import { drawBookingDocument } from '#server/tax-documents/booking-files'
import { respondWithDownload } from '../../../views/tax-documents/download.ts'
import type { Route } from './+types/receipt-file'

export async function loader({ context, request, params: { reference, number } }: Route.LoaderArgs) {
  requireAdmin(context, request)
  const app = context.get(appContext)
  const booking = await findRecordedBooking(app.db, reference)
  if (!booking) throw data(null, 404)
  return respondWithDownload(await drawBookingDocument(app, booking.id, number))
}
