/** Retention of sellers' details in documents. */
import type { App } from '#server/context'
import { eraseSellersOfDocuments } from '#server/tax-documents/queries'

/** Takes mentors who were erased out of their receipts and credit notes, `KEEP_TAX_YEARS` after the end of the year of issue. */
export function eraseOldSellers(app: Pick<App, 'db' | 'now'> & { config: Pick<App['config'], 'KEEP_TAX_YEARS'> }) {
  const year = app.now().getUTCFullYear()
  return eraseSellersOfDocuments(app.db, new Date(Date.UTC(year - app.config.KEEP_TAX_YEARS, 0)))
}
