/** The receipts and credit notes of a booking in words, in the language of the moment: for its page, its PDFs and emails. */
import { formatCorrectedNumber, formatDocumentNumber } from '#domain/tax-documents/numbers'
import type { DocumentSheet } from '#domain/tax-documents/sheet'
import { OPERATOR } from '#domain/tax-documents/tax-document'
import type { App } from '#server/context'
import { describeSeller, listIssueFacts, listTotals } from '#server/tax-documents/document-parts'
import { findDocumentedBooking, listDocumentsOfBooking } from '#server/tax-documents/queries'
import { operatorDetails } from '#server/tax-documents/seller'
import * as m from '#messages/receipts'
import { listDiscount } from '#words/discounts/discount-line'
import { formatBalance } from '#words/prices'
import { dateIn, formatDuration } from '#words/time'
import { currentTag } from '../../messages/runtime.ts'

type Row = Awaited<ReturnType<typeof listDocumentsOfBooking>>[number]
type Booking = NonNullable<Awaited<ReturnType<typeof findDocumentedBooking>>>

/** `number`: as printed. `ledgerEntry`: that it documents. */
type BookingDocument = {
  number: string
  kind: Row['kind']
  ledgerEntry: string | null
  sheet: DocumentSheet
}

/** What was issued for a booking, the first one first. Empty if nothing was, or there is no such booking. */
export async function readBookingDocuments(
  app: Pick<App, 'db' | 'config'>,
  bookingId: string,
): Promise<BookingDocument[]> {
  const rows = await listDocumentsOfBooking(app.db, bookingId)
  const booking = rows.length > 0 ? await findDocumentedBooking(app.db, bookingId) : undefined
  if (!booking) return []
  return rows.map((row) => {
    const { kind, ledgerEntry } = row
    return { number: formatDocumentNumber(row), kind, ledgerEntry, sheet: writeSheet(app, row, booking) }
  })
}

function writeSheet(app: Pick<App, 'config'>, row: Row, booking: Booking): DocumentSheet {
  const { kind, currency, sellerDetails, suppliedAt } = row
  const corrected = formatCorrectedNumber(row)
  const note = kind === 'credit_note' ? m.refundOf : m.refundFailed
  return {
    language: currentTag(),
    title: kind === 'credit_note' ? m.creditNote() : m.receipt(),
    facts: [
      ...listIssueFacts(row),
      [m.suppliedOn(), dateIn(suppliedAt, booking.menteeTimeZone)],
      [m.booking(), booking.reference],
      ...(corrected ? [[m.corrects(), corrected] as [string, string]] : []),
    ],
    parties: [
      { label: m.soldBy(), lines: describeSeller(sellerDetails) },
      ...(booking.erasedAt ? [] : [{ label: m.soldTo(), lines: [booking.menteeName] }]),
    ],
    head: [m.item(), m.amount({ currency })],
    rows: listRows(row, booking),
    totals: listTotals(row),
    notes: corrected ? [note({ number: corrected })] : [],
    issuer: describeIssuer(app, row),
  }
}

/**
 * What was sold, and on its receipt what a code took off: the full price less the discount is what was paid. What corrects a receipt is
 * about money that went back or did not, and a payment of a wrong amount, which is refunded, has no price that the discount could be taken off.
 */
function listRows({ corrects, currency, gross }: Row, booking: Booking): string[][] {
  const isSale = corrects === null && gross === booking.pricePence && currency === booking.currency
  const discounts = isSale ? listDiscount(booking) : []
  const full = discounts.length > 0 ? gross + booking.discountPence : gross
  return [[describeItem(booking), formatBalance(full, currency)], ...discounts]
}

function describeItem({ sessionTitle: session, minutes, mentorName: mentor, sessions }: Booking): string {
  if (mentor === null) return m.seatItem({ cohort: session })
  const item = { session, duration: formatDuration(minutes), mentor }
  return sessions === null ? m.sessionItem(item) : m.packageItem({ ...item, sessions })
}

function describeIssuer(app: Pick<App, 'config'>, { seller, sellerDetails }: Row): string {
  if (seller === OPERATOR) return m.issuedBy({ name: sellerDetails.name })
  const { name } = operatorDetails(app)
  // Without a name after the seller's details were erased.
  return sellerDetails.name ? m.issuedInName({ name, seller: sellerDetails.name }) : m.issuedBy({ name })
}
