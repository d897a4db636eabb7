/** Kysely's types of the tables of tax documents. */
import type { Generated } from 'kysely'
import type { SellerDetails, TaxDocumentKind } from '#domain/tax-documents/tax-document'
import type { Fixed } from '#server/platform/db/column'

export interface TaxDocumentTables {
  taxDetails: { mentorId: Fixed<string>; sealed: string; changedAt: Date }
  /** `seller`: 'operator', or a mentor's id. */
  taxDocumentSeries: { seller: Fixed<string>; year: Fixed<number>; last: number }
  taxDocuments: {
    id: Fixed<string>
    kind: Fixed<TaxDocumentKind>
    seller: Fixed<string>
    /** Of issue, UTC. */
    year: Fixed<number>
    number: Fixed<number>
    bookingId: Fixed<string | null>
    mentorId: Fixed<string | null>
    ledgerEntry: Fixed<string | null>
    corrects: Fixed<string | null>
    currency: Fixed<string>
    /** In minor units, signed: a credit note is negative. */
    gross: Fixed<number>
    /** The part of `gross` that is VAT. */
    vat: Fixed<number>
    vatPercent: Fixed<number>
    sellerDetails: Fixed<SellerDetails>
    /** The first day of the month that a fee invoice is for, as 2030-01-01. */
    period: Fixed<string | null>
    suppliedAt: Fixed<Date>
    issuedAt: Fixed<Date>
  }
  /** Which fees a fee invoice, or a credit note to one, is for. `fee`: signed as its document's `gross`. */
  feeLines: { documentId: Fixed<string>; bookingId: Fixed<string>; fee: Fixed<number> }
  /** Which monthly statements of mentors were issued. `month`: `YYYY-MM`. */
  mentorStatements: {
    mentorId: Fixed<string>
    month: Fixed<string>
    timeZone: Fixed<string>
    startsAt: Fixed<Date>
    endsAt: Fixed<Date>
    issuedAt: Fixed<Date>
  }
  /** When the first round of statements ran. */
  statementsStart: { onlyRow: Generated<boolean>; startedAt: Fixed<Date> }
}
