/** An invoice of platform fees, or a credit note to one, in words. */
import type { DocumentSheet } from '#domain/tax-documents/sheet'
import { formatDocumentNumber } from '#domain/tax-documents/numbers'
import { OPERATOR } from '#domain/tax-documents/tax-document'
import { formatPostalAddress } from '#domain/tax-documents/tax-details'
import type { App } from '#server/context'
import { countryName } from '#server/platform/reference/countries'
import { describeSeller, formatTaxNumber, listIssueFacts, listTotals } from '#server/tax-documents/document-parts'
import { listFeeLines, type FeeDocument } from '#server/tax-documents/statements/fee-documents-queries'
import { findStatementMentor } from '#server/tax-documents/statements/statements-queries'
import { findTaxDetails } from '#server/tax-documents/tax-details'
import { formatPeriod } from '#server/tax-documents/statements/statement-sheet'
import * as receipts from '#messages/receipts'
import * as m from '#messages/statements'
import { formatBalance } from '#words/prices'
import { dateIn } from '#words/time'
import { currentTag } from '../../../messages/runtime.ts'

/** "F-2026-000123" */
export const numberOf = (document: FeeDocument): string => formatDocumentNumber(document)

/** "Invoice for platform fees" */
export const nameFeeDocument = ({ kind }: FeeDocument): string =>
  kind === 'fee_invoice' ? m.feeInvoice() : m.feeCreditNote()

export async function writeFeeDocumentSheet(
  app: Pick<App, 'db' | 'secretFor'>,
  document: FeeDocument,
): Promise<DocumentSheet> {
  const { kind, currency, sellerDetails, month, zone } = document
  const lines = await listFeeLines(app.db, document.id)
  return {
    language: currentTag(),
    title: nameFeeDocument(document),
    facts: [...listIssueFacts(document), [m.period(), formatPeriod({ month, zone })], ...listCorrected(document)],
    parties: [
      { label: m.seller(), lines: describeSeller(sellerDetails) },
      { label: m.customer(), lines: await describeCustomer(app, document.mentorId) },
    ],
    head: [receipts.booking(), m.fee()],
    rows: lines.map(({ fee, reference, title, startsAt }) => {
      return [m.feeLine({ reference, title, date: dateIn(startsAt, zone) }), formatBalance(fee, currency)]
    }),
    totals: listTotals(document),
    notes: [kind === 'fee_invoice' ? m.noteInvoice() : m.noteCreditNote()],
    issuer: receipts.issuedBy({ name: sellerDetails.name }),
  }
}

function listCorrected({ correctedYear: year, correctedNumber: number }: FeeDocument): DocumentSheet['facts'] {
  if (year === null || number === null) return []
  return [[m.corrects(), formatDocumentNumber({ kind: 'fee_invoice', seller: OPERATOR, year, number })]]
}

/** The mentor by their tax details; without these by the name of their profile. */
async function describeCustomer(app: Pick<App, 'db' | 'secretFor'>, mentorId: string): Promise<string[]> {
  const details = await findTaxDetails(app, mentorId)
  if (!details) return [(await findStatementMentor(app.db, mentorId))?.name ?? '']
  const { legalName, country, vatNumber } = details
  const lines = [legalName, formatPostalAddress(details), countryName(country)]
  return vatNumber === '' ? lines : [...lines, formatTaxNumber(vatNumber)]
}
