/** A tax document as it is read: one value for the page and the PDF. */
export type DocumentSheet = {
  /** BCP 47; the direction of the text follows from it. */
  language: string
  title: string
  /** Number, date of issue, date of supply, booking reference and the like. */
  facts: [label: string, value: string][]
  /** Seller, buyer, issuer. */
  parties: { label: string; lines: string[] }[]
  /** The table's columns. All but the first are numbers, aligned to the end. */
  head: string[]
  rows: string[][]
  /** The last one is emphasised. */
  totals: [label: string, value: string][]
  notes: string[]
  /** One line at the foot. */
  issuer: string
}
