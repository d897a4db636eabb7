/** The seller report on the admins' page of payouts. Server side. */
import type { App } from '#server/context'
import { readOperator } from '#server/tax-documents/seller-report/operator'
import { listUnidentified } from '#server/tax-documents/seller-report/seller-report'
import * as m from '#messages/admin'
import type { SellerReportPart } from '../../ui/tax-documents/seller-report.tsx'

export async function readSellerReport(app: App): Promise<SellerReportPart> {
  const year = app.now().getUTCFullYear()
  const identification: SellerReportPart['identification'] = []
  for (const each of [year, year - 1]) {
    const { paid, unidentified } = await listUnidentified(app, each)
    if (paid === 0) continue
    const count = unidentified.length
    const sentence =
      count === 0 ? m.allIdentified({ year: String(each) }) : m.unidentified({ count, year: String(each) })
    identification.push({ year: each, sentence, mentors: unidentified })
  }
  return {
    years: [
      { year, label: m.yearToDate({ year: String(year) }) },
      ...[year - 1, year - 2].map((past) => ({ year: past, label: String(past) })),
    ],
    identification,
    hasXml: readOperator(app) !== null,
  }
}
