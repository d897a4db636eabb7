/**
 * VAT that is included in a price: gross × rate / (100 + rate), rounded to the currency's minor units, halves up. A refund's
 * VAT is the difference between that of what was kept before and after it, so that the sums of a booking are exact.
 */

/** The VAT included in an amount. `gross`: minor units, zero or more. `percent`: the rate, 0 to 100. */
export const includedVat = (gross: number, percent: number): number => Math.round((gross * percent) / (100 + percent))

/**
 * The VAT of a change: of a receipt (`gross` above zero) or a credit note (below).
 *
 * @param before what was kept before it, and the VAT that earlier documents state for that.
 */
export function vatOfChange(before: { gross: number; vat: number }, gross: number, percent: number): number {
  const kept = before.gross + gross
  // Refunded beyond what was paid, as two refunds of one payment may be for a moment: the rest of the VAT goes back, no more.
  const vat = includedVat(Math.max(kept, 0), percent) - before.vat
  return vat === 0 ? 0 : vat // Not -0.
}
