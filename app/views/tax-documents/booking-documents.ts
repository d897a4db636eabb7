/** The receipts and credit notes of a booking on a page. Server side. */
import type { App } from '#server/context'
import { readBookingDocuments } from '#server/tax-documents/booking-sheets'
import { findUndocumented } from '#server/tax-documents/documented-queries'
import type { BookingDocumentsPart } from '../../ui/tax-documents/booking-documents.tsx'

/** `path`: below which the PDFs are, each at its number. */
export async function readBookingDocumentsPart(
  app: App,
  { bookingId, path }: { bookingId: string; path: string },
): Promise<BookingDocumentsPart> {
  const issued = await readBookingDocuments(app, bookingId)
  const preparing = (await findUndocumented(app.db, bookingId)) !== undefined
  return { documents: issued.map(({ number, sheet }) => ({ number, sheet, pdf: `${path}/${number}.pdf` })), preparing }
}
