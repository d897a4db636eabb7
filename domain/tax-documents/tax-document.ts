/** The kinds of tax documents, and who issues them. Decision 0069. */

/**
 * `receipt`: for a payment, or after a refund failed. `credit_note`: for a refund. `fee_invoice` and `fee_credit_note`: the
 * operator's fees of a month, to the mentor.
 */
export type TaxDocumentKind = 'receipt' | 'credit_note' | 'fee_invoice' | 'fee_credit_note'

/** Who sells the sessions of a site: each mentor theirs, in their own name, or the operator all. Setting `SELLER`. */
export const SELLERS = ['mentor', 'operator'] as const

/** In characters. */
export const MAX_SELLER_LENGTHS = { name: 120, address: 300, taxNumber: 40 }

/** No country has a higher rate; Hungary's 27 % is the highest. */
export const MAX_VAT_PERCENT = 50

/** The seller in `tax_documents` and `tax_document_series`; any other seller is a mentor's id. */
export const OPERATOR = 'operator'

/** The seller as printed, copied into each document at issue. `country`: ISO 3166, or empty. */
export type SellerDetails = { name: string; address: string; taxNumber: string; country: string }
