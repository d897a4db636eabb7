/** Which document an entry of the ledger gets: its kind, VAT, and which earlier one it corrects. Pure. Decision 0069. */
import type { SellerDetails, TaxDocumentKind } from '#domain/tax-documents/tax-document'
import { vatOfChange } from '#domain/tax-documents/vat'

/** `serviceId`: of the payment or refund. A refund and its reversal have the same. `amount`: signed, minor units. */
export type DocumentedEntry = {
  id: string
  kind: 'charge' | 'refund' | 'reversal'
  amount: number
  currency: string
  serviceId: string
}

/** Who sells a booking, and the rate that its price includes. */
export type SaleTerms = { seller: string; sellerDetails: SellerDetails; vatPercent: number }

/** A document of the booking that was issued, with the entry that it documents. */
export type IssuedDocument = { id: string; entry: DocumentedEntry; gross: number; vat: number }

type PlannedDocument = {
  kind: TaxDocumentKind
  ledgerEntry: string
  corrects: string | null
  currency: string
  gross: number
  vat: number
}

/** The document for an entry of a booking that has none. `issued`: those of the booking so far, oldest first. */
export function planDocument(entry: DocumentedEntry, issued: IssuedDocument[], vatPercent: number): PlannedDocument {
  const same = issued.filter((document) => document.entry.currency === entry.currency)
  const before = {
    gross: same.reduce((sum, { gross }) => sum + gross, 0),
    vat: same.reduce((sum, { vat }) => sum + vat, 0),
  }
  return {
    kind: entry.kind === 'refund' ? 'credit_note' : 'receipt',
    ledgerEntry: entry.id,
    corrects: findCorrected(entry, same)?.id ?? null,
    currency: entry.currency,
    gross: entry.amount,
    vat: vatOfChange(before, entry.amount, vatPercent),
  }
}

/** A credit note corrects the receipt for the payment; a receipt after a refund failed, the credit note of that refund. */
function findCorrected(entry: DocumentedEntry, issued: IssuedDocument[]): IssuedDocument | undefined {
  if (entry.kind === 'refund') return issued.find((document) => document.entry.kind === 'charge')
  if (entry.kind === 'charge') return undefined
  return issued.find(({ entry: { kind, serviceId } }) => kind === 'refund' && serviceId === entry.serviceId)
}
