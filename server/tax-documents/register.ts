/** The register of all tax documents of a year, as a CSV file for accounting. */
import { writeCsv } from '#domain/payments/csv'
import { toMajorUnits } from '#domain/payments/money'
import { formatCorrectedNumber, formatDocumentNumber } from '#domain/tax-documents/numbers'
import type { TaxDocumentKind } from '#domain/tax-documents/tax-document'
import { toAuditActor, type Actor } from '#server/accounts/audit'
import type { App } from '#server/context'
import { recordPayoutEvent } from '#server/payouts/payouts'
import { transact } from '#server/platform/db/connect'
import { listDocumentsOfYear } from '#server/tax-documents/queries'
import * as m from '#messages/admin'

const KINDS: Record<TaxDocumentKind, () => string> = {
  receipt: m.registerReceipt,
  credit_note: m.registerCreditNote,
  fee_invoice: m.registerFeeInvoice,
  fee_credit_note: m.registerFeeCreditNote,
}

type Row = Awaited<ReturnType<typeof listDocumentsOfYear>>[number]

/** Dates are in UTC. Amounts are numbers, so that a negative one is not taken for a formula. */
const COLUMNS: [head: () => string, cellOf: (row: Row) => string | number][] = [
  [m.registerNumber, formatDocumentNumber],
  [m.registerKind, ({ kind }) => KINDS[kind]()],
  [m.registerIssued, ({ issuedAt }) => issuedAt.toISOString().slice(0, 10)],
  [m.registerSupplied, ({ suppliedAt }) => suppliedAt.toISOString().slice(0, 10)],
  [m.registerSeller, ({ sellerDetails }) => sellerDetails.name],
  [m.registerTaxNumber, ({ sellerDetails }) => sellerDetails.taxNumber],
  [m.registerBooking, ({ reference }) => reference ?? ''],
  [m.registerCorrects, (row) => formatCorrectedNumber(row) ?? ''],
  [m.registerCurrency, ({ currency }) => currency],
  [m.registerTotal, ({ gross, currency }) => toMajorUnits(gross, currency)],
  [m.registerVatPercent, ({ vatPercent }) => vatPercent],
  [m.registerVat, ({ vat, currency }) => toMajorUnits(vat, currency)],
]

/** By seller and number. Who downloads it is recorded. */
export async function writeRegister(app: Pick<App, 'db' | 'now'>, actor: Actor, year: number): Promise<string> {
  const rows = await listDocumentsOfYear(app.db, year)
  await transact(app.db, (tx) =>
    recordPayoutEvent(app, tx, toAuditActor(actor), 'payouts.documents_downloaded', String(year)),
  )
  return writeCsv(
    COLUMNS.map(([head]) => head()),
    rows.map((row) => COLUMNS.map(([, cellOf]) => cellOf(row))),
  )
}
