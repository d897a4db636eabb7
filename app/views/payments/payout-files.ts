/** The files about payouts that an admin downloads. Server side. */
import { isRowId } from '#domain/row-id'
import type { App } from '#server/context'
import type { Actor } from '#server/accounts/audit'
import { writeBatchFile } from '#server/payouts/payout-files'
import { writeRegister } from '#server/tax-documents/register'
import { writeSellerMessage, writeSellerTable } from '#server/tax-documents/seller-report/seller-report-files'

type DownloadedFile = { name: string; text: string; type: 'text/csv' | 'application/xml' }

/**
 * `typed`: a batch; or a year with the format of the seller report, or `documents` for the register of documents. Null for any other, for an unknown batch, and for XML while the
 * settings do not say who the operator is.
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
  if (year === undefined || !/^20\d\d$/.test(year)) return null
  const isOver = Number(year) < app.now().getUTCFullYear()
  const name = `sellers-${year}${isOver ? '' : '-year-to-date'}`
  if (format === 'csv')
    return { name: `${name}.csv`, text: await writeSellerTable(app, actor, Number(year)), type: 'text/csv' }
  if (format === 'documents') {
    const text = await writeRegister(app, actor, Number(year))
    return { name: `documents-${year}${isOver ? '' : '-year-to-date'}.csv`, text, type: 'text/csv' }
  }
  if (format !== 'xml') return null
  const text = await writeSellerMessage(app, actor, Number(year))
  return text === null ? null : { name: `${name}.xml`, text, type: 'application/xml' }
}
