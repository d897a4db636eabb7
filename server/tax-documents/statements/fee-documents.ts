/**
 * Issues the operator's invoice of a month's platform fees to a mentor, and the credit notes for fees of earlier invoices that were
 * given back in it. Decision 0072.
 */
import { ownFirst } from '#domain/payments/currency'
import { planFeeDocuments, sumFees, type FeeLine } from '#domain/tax-documents/fee-documents'
import type { Movement } from '#domain/tax-documents/statement'
import type { ZoneMonth } from '#domain/tax-documents/statement-months'
import { OPERATOR } from '#domain/tax-documents/tax-document'
import { includedVat, vatOfChange } from '#domain/tax-documents/vat'
import type { App } from '#server/context'
import type { Db } from '#server/platform/db/connect'
import { operatorDetails } from '#server/tax-documents/seller'
import { insertDocument, type NewDocument } from '#server/tax-documents/issue-document'
import { insertFeeLines, listInvoicedFees, readCorrected } from '#server/tax-documents/statements/fee-documents-queries'

type FeeContext = Pick<App, 'now' | 'config'>

type Planned = { document: NewDocument; lines: FeeLine[]; sign: 1 | -1 }

/**
 * `movements`: the mentor's, of the month. A site that sells the sessions itself charges mentors no fee, so it invoices none; what it
 * invoiced before is still corrected. Call it once for a month, as the last of a transaction: it takes numbers.
 */
export async function issueFeeDocuments(
  app: FeeContext,
  tx: Db,
  month: { mentorId: string; period: ZoneMonth; movements: Movement[] },
): Promise<void> {
  const planned: Planned[] = []
  const byCurrency = Map.groupBy(month.movements, ({ currency }) => currency)
  for (const currency of ownFirst([...byCurrency.keys()], app.config.CURRENCY))
    planned.push(...(await planInCurrency(app, tx, { ...month, currency, movements: byCurrency.get(currency)! })))
  for (const { document, lines, sign } of planned)
    await insertFeeLines(tx, await insertDocument(tx, document), lines, sign)
}

async function planInCurrency(
  app: FeeContext,
  tx: Db,
  month: { mentorId: string; period: ZoneMonth; currency: string; movements: Movement[] },
): Promise<Planned[]> {
  const { mentorId, period, currency, movements } = month
  const { invoice, credits } = planFeeDocuments(movements, await listInvoicedFees(tx, mentorId, currency))
  const about = {
    seller: OPERATOR,
    bookingId: null,
    mentorId,
    ledgerEntry: null,
    currency,
    sellerDetails: operatorDetails(app),
    period: `${period.month}-01`,
    suppliedAt: new Date(period.until.getTime() - 1),
    issuedAt: app.now(),
  }
  const planned: Planned[] = []
  if (app.config.SELLER === 'mentor' && invoice.length > 0) {
    const [gross, vatPercent] = [sumFees(invoice), app.config.VAT_PERCENT]
    const amounts = { gross, vat: includedVat(gross, vatPercent), vatPercent }
    planned.push({ document: { ...about, ...amounts, kind: 'fee_invoice', corrects: null }, lines: invoice, sign: 1 })
  }
  for (const { corrects, lines } of credits) {
    const { vatPercent, ...left } = await readCorrected(tx, corrects)
    const gross = 0 - sumFees(lines)
    const amounts = { gross, vat: vatOfChange(left, gross, vatPercent), vatPercent }
    planned.push({ document: { ...about, ...amounts, kind: 'fee_credit_note', corrects }, lines, sign: -1 })
  }
  return planned
}
