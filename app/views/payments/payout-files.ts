/** The files about payouts that an admin downloads. Server side. */
import { isRowId } from '#domain/row-id'
import type { App } from '#server/context'
import type { Actor } from '#server/accounts/audit'
import { writeBatchFile } from '#server/payouts/payout-files'
import { writeRegister } from '#server/tax-documents/register'
import { writeSellerMessage, writeSellerTable } from '#server/tax-documents/seller-report/seller-report-files'

type DownloadedFile = { name: string; text: string; type: 'text/csv' | 'application/xml' }

/**
 * `typed`: a batch; or a year, with the format of the seller report, or `documents` for the register of documents. Null for any other,
 * for an unknown batch, and for XML while the settings do not say who the operator is.
 */
export async function readPayoutFile(
  app: App,
  actor: Actor,
  { batch, year, format = 'csv' }: Record<string, string | undefined>,
): Promise<DownloadedFile | null> {
  if (batch !== undefined) {
    const text = isRowId(batch) ? await writeBatchFile(app, actor, batch) : null
    return text === null ? null : { name: `payouts-${batch.slice(0, 8)}.csv`, text, type: 'text/csv' }
  }
  const file = YEAR_FILES[format]
  if (!file || year === undefined || !/^20\d\d$/.test(year)) return null
  const text = await file.write(app, actor, Number(year))
  const isOver = Number(year) < app.now().getUTCFullYear()
  const name = `${file.name}-${year}${isOver ? '' : '-year-to-date'}.${file.type === 'text/csv' ? 'csv' : 'xml'}`
  return text === null ? null : { name, text, type: file.type }
}

type YearFile = {
  name: string
  type: DownloadedFile['type']
  write: (app: App, actor: Actor, year: number) => Promise<string | null>
}

/** By format. */
const YEAR_FILES: Partial<Record<string, YearFile>> = {
  csv: { name: 'sellers', type: 'text/csv', write: writeSellerTable },
  xml: { name: 'sellers', type: 'application/xml', write: writeSellerMessage },
  documents: { name: 'documents', type: 'text/csv', write: writeRegister },
}
