/**
 * Which fees of a month the operator's invoice to a mentor has, and which earlier invoices its credit notes correct. A fee that
 * is given back in the month in which it was charged is on no document. Amounts are minor units of one currency.
 */

/** `fee` of an invoice is what is charged, of a credit note what is given back. Both above zero. */
export type FeeLine = { bookingId: string; fee: number }

/** What an invoice has charged for a booking and no credit note has given back yet. */
export type InvoicedFee = FeeLine & { documentId: string }

/** `corrects`: the id of the invoice. */
type PlannedCredit = { corrects: string; lines: FeeLine[] }

/**
 * Plans the documents of a month. `changes`: of fees, in the month. `invoiced`: what is left of earlier invoices, the latest
 * first. Of what is given back, the latest invoice is corrected first; fees that were on no invoice are on no credit note.
 */
export function planFeeDocuments(
  changes: { bookingId: string | null; fee: number }[],
  invoiced: InvoicedFee[],
): { invoice: FeeLine[]; credits: PlannedCredit[] } {
  const byBooking = new Map<string, number>()
  for (const { bookingId, fee } of changes)
    if (bookingId !== null && fee !== 0) byBooking.set(bookingId, (byBooking.get(bookingId) ?? 0) + fee)
  const invoice: FeeLine[] = []
  const credits = new Map<string, FeeLine[]>()
  for (const [bookingId, fee] of byBooking) {
    if (fee > 0) invoice.push({ bookingId, fee })
    let rest = 0 - fee
    for (const known of invoiced) {
      if (rest <= 0) break
      if (known.bookingId !== bookingId) continue
      const back = Math.min(known.fee, rest)
      if (back <= 0) continue
      credits.set(known.documentId, [...(credits.get(known.documentId) ?? []), { bookingId, fee: back }])
      rest -= back
    }
  }
  return { invoice, credits: [...credits].map(([corrects, lines]) => ({ corrects, lines })) }
}

export const sumFees = (lines: FeeLine[]): number => lines.reduce((sum, { fee }) => sum + fee, 0)
