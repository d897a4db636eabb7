/** The printed numbers of tax documents. Every kind of one seller shares a series, so none is ever missing. */
import { OPERATOR, type TaxDocumentKind } from '#domain/tax-documents/tax-document'

const PREFIX: Record<TaxDocumentKind, string> = {
  receipt: 'R',
  credit_note: 'C',
  fee_invoice: 'F',
  fee_credit_note: 'FC',
}

/** "R-2026-000123" of the operator, "C-3F9A2C-2026-000001" of a mentor: kind, six characters of their id, year, number. */
export function formatDocumentNumber(document: {
  kind: TaxDocumentKind
  seller: string
  year: number
  number: number
}): string {
  const { kind, seller, year, number } = document
  const parts = [PREFIX[kind], ...(seller === OPERATOR ? [] : [seller.slice(0, 6).toUpperCase()]), String(year)]
  return [...parts, String(number).padStart(6, '0')].join('-')
}

/** The printed number of what a document corrects, which has the same seller. Null if it corrects nothing. */
export function formatCorrectedNumber(document: {
  seller: string
  correctedKind: TaxDocumentKind | null
  correctedYear: number | null
  correctedNumber: number | null
}): string | null {
  const { seller, correctedKind: kind, correctedYear: year, correctedNumber: number } = document
  return kind === null || year === null || number === null ? null : formatDocumentNumber({ kind, seller, year, number })
}
