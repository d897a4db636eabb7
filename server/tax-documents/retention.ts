/** Retention of what is kept of mentors who were erased, as long as tax law wants it: `KEEP_TAX_YEARS`. */
import type { App } from '#server/context'
import type { Db } from '#server/platform/db/connect'
import { eraseSellersOfDocuments } from '#server/tax-documents/queries'
import { deleteTaxDetailsOfErased } from '#server/tax-documents/tax-details-queries'

type RetentionContext = Pick<App, 'now'> & { config: Pick<App['config'], 'KEEP_TAX_YEARS'> }

/** What is of before this instant, the beginning of a year in UTC, is kept no longer. */
const startOfKeptYears = (app: RetentionContext): Date =>
  new Date(Date.UTC(app.now().getUTCFullYear() - app.config.KEEP_TAX_YEARS, 0))

/** Takes mentors out of their receipts and credit notes, by the year of issue. */
export const eraseOldSellers = (app: RetentionContext, db: Db): Promise<void> =>
  eraseSellersOfDocuments(db, startOfKeptYears(app))

/** Deletes mentors' tax details, by the last year in which they were paid; at once if they never were. `mentorId`: of this one alone. */
export const deleteOldTaxDetails = (app: RetentionContext, db: Db, mentorId?: string): Promise<void> =>
  deleteTaxDetailsOfErased(db, startOfKeptYears(app), mentorId)
