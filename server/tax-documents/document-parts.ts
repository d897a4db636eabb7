/** What receipts, credit notes and invoices say alike, in the language of the moment. */
import { formatDocumentNumber } from '#domain/tax-documents/numbers'
import type { DocumentSheet } from '#domain/tax-documents/sheet'
import type { SellerDetails, TaxDocumentKind } from '#domain/tax-documents/tax-document'
import { countryName } from '#server/platform/reference/countries'
import * as m from '#messages/receipts'
import { formatBalance } from '#words/prices'
import { dateIn } from '#words/time'
import { formatNumber } from '../../messages/runtime.ts'

type Issued = { kind: TaxDocumentKind; seller: string; year: number; number: number; issuedAt: Date }

/** Number and date of issue, which is in UTC as the year in the number is. */
export const listIssueFacts = (document: Issued): DocumentSheet['facts'] => [
  [m.number(), formatDocumentNumber(document)],
  [m.issuedOn(), dateIn(document.issuedAt, 'UTC')],
]

export function describeSeller({ name, address, taxNumber, country }: SellerDetails): string[] {
  return [name, address, country && countryName(country), taxNumber && formatTaxNumber(taxNumber)].filter(Boolean)
}

export const formatTaxNumber = (number: string): string => m.taxNumber({ number })

type Amounts = { gross: number; vat: number; vatPercent: number; currency: string }

/** The total, with the VAT that is in it. */
export function listTotals({ gross, vat, vatPercent, currency }: Amounts): DocumentSheet['totals'] {
  const total: [string, string] = [m.total(), formatBalance(gross, currency)]
  if (vatPercent === 0) return [total]
  return [
    [m.withoutVat(), formatBalance(gross - vat, currency)],
    [m.vat({ percent: formatNumber(vatPercent) }), formatBalance(vat, currency)],
    total,
  ]
}
