/**
 * Issues what the ledger has no document for: receipts, credit notes, and receipts after a refund failed. By a job for each entry, before
 * an email that attaches them, and by a round that finds what neither did, such as sales of before an upgrade. Decision 0069.
 */
import { planDocument, type SaleTerms } from '#domain/tax-documents/plan'
import type { App } from '#server/context'
import { transact, type Db } from '#server/platform/db/connect'
import {
  findUndocumented,
  listIssued,
  listUndocumented,
  lockEntries,
  type DocumentedSale,
} from '#server/tax-documents/documented-queries'
import { insertDocument } from '#server/tax-documents/issue-document'
import { readSaleTerms } from '#server/tax-documents/seller'

/** The parts of `App` that issuing needs. */
type Issuing = Pick<App, 'db' | 'now' | 'config' | 'secretFor'>

/**
 * Issues the documents that a booking lacks, in one short transaction that locks its ledger's entries, then the seller's series. Safe to
 * repeat and to run beside itself. Call it outside of a transaction.
 */
export async function issueDocuments(app: Issuing, bookingId: string): Promise<void> {
  const sale = await findUndocumented(app.db, bookingId)
  if (!sale) return
  const current = await readSaleTerms(app, sale)
  await transact(app.db, (tx) => issueMissing(tx, sale, current, app.now()))
}

/** A booking's first document decides who sells it, when it is supplied and its VAT rate. */
async function issueMissing(tx: Db, sale: DocumentedSale, current: SaleTerms, issuedAt: Date): Promise<void> {
  const entries = await lockEntries(tx, sale.bookingId)
  const issued = await listIssued(tx, sale.bookingId)
  const { seller, sellerDetails, vatPercent, suppliedAt } = issued[0] ?? { ...current, suppliedAt: sale.startsAt }
  const terms = { seller, sellerDetails, vatPercent, suppliedAt }
  for (const entry of entries) {
    if (issued.some((document) => document.entry.id === entry.id)) continue
    const planned = planDocument(entry, issued, vatPercent)
    const about = { bookingId: sale.bookingId, mentorId: sale.mentorId, period: null }
    const id = await insertDocument(tx, { ...planned, ...about, ...terms, issuedAt })
    issued.push({ id, entry, gross: planned.gross, vat: planned.vat, ...terms })
  }
}

const BATCH = 500
/** Of one round. The next one continues. */
const MAX_BOOKINGS = 20_000
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Issues what is missing of all bookings. One that fails is logged, and does not keep the others from theirs. */
export async function issueMissingDocuments(app: Issuing & Pick<App, 'log'>): Promise<void> {
  let after = FIRST_ID
  for (let done = 0; done < MAX_BOOKINGS; done += BATCH) {
    const bookingIds = await listUndocumented(app.db, { after, limit: BATCH })
    for (const bookingId of bookingIds) {
      try {
        await issueDocuments(app, bookingId)
      } catch (error) {
        app.log.error('documents not issued', { bookingId, error })
      }
    }
    if (bookingIds.length < BATCH) return
    after = bookingIds.at(-1)!
  }
}
