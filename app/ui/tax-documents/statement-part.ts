/** The data of a mentor's pages of statements. */
import type { DocumentSheet } from '#domain/tax-documents/sheet'

/** `name`: of a month. */
export type StatementLink = { to: string; name: string }

/** `statements`: one for each currency, with the address of its PDF. `documents`: invoices of platform fees, and credit notes. */
export type StatementPart = {
  title: string
  statements: { sheet: DocumentSheet; pdf: string }[]
  documents: { to: string; number: string; name: string; total: string }[]
}
